//! The exports, generated once.

use std::{
    fs::File,
    io::BufWriter,
    path::{Path, PathBuf},
};

/// Whose life they tell.
const SEED: u64 = 6;

/// An export of at least this size.
pub(crate) fn of_size(bytes: u64) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("exports");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("export-{SEED}-{}.xml", bytes / 1_000_000));
    if !path.is_file() {
        eprintln!("writing {}", path.display());
        let begun = path.with_extension("begun");
        let out = BufWriter::with_capacity(1 << 20, File::create(&begun).unwrap());
        vitalog_synthetic::apple_export::generate(SEED, bytes, out).unwrap();
        std::fs::rename(begun, &path).unwrap();
    }
    path
}
