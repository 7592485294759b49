//! What is left of a text from outside.

use vitalog_core::stored_text::{clean_name, clean_note};

#[test]
fn letters_of_every_script_stay() {
    for text in [
        "",
        "OMRON connect",
        "Robin\u{2019}s Apple\u{a0}Watch",
        "Ångström Überwaage",
        "می\u{200c}خواهم",
        "👩\u{200d}⚕\u{fe0f} Watch",
        "<b>&\"</b>",
    ] {
        assert_eq!(clean_name(text.into()), text);
        assert_eq!(clean_name(text.to_owned().into()), text);
        assert_eq!(clean_note(text), text);
    }
}

#[test]
fn invisible_characters_go() {
    for hidden in [
        "\0", "\u{1b}", "\r", "\u{7f}", "\u{80}", "\u{85}", "\u{9f}", "\u{61c}", "\u{200b}",
        "\u{200e}", "\u{200f}", "\u{2028}", "\u{2029}", "\u{202a}", "\u{202e}", "\u{2060}",
        "\u{2066}", "\u{2069}", "\u{feff}",
    ] {
        let text = format!("{hidden} a{hidden}b {hidden}");
        assert_eq!(clean_name(text.as_str().into()), "ab", "{hidden:?}");
        assert_eq!(clean_name(text.clone().into()), "ab", "{hidden:?}");
        assert_eq!(clean_note(&text), "ab", "{hidden:?}");
    }
}

#[test]
fn note_keeps_its_lines_and_a_name_has_none() {
    assert_eq!(clean_note("\n1\tmg\r\nlate\n"), "1\tmg\nlate");
    assert_eq!(clean_name("\nFood\tApp\n".into()), "FoodApp");
}
