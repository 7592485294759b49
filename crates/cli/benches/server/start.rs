//! From the start of the program to its first answer, and what it holds when it has nothing to do.

use std::{thread, time::Duration};

use serde_json::json;

use crate::{
    figures::{median, median_and_least, ms, print_budget, print_table},
    load::{self, REVISIONS, Request},
    peer::{self, Peer},
    program::{Cores, Server, mcp_url},
    ten_years,
};

const STARTS: usize = 15;
/// Between the last answer and the look at the memory.
const SETTLE: Duration = Duration::from_secs(1);

pub(crate) fn run() {
    let folder = ten_years::folder();
    let url = mcp_url(&folder, &Server::of_vitalog(&folder, Cores::All));
    let (_, secret) = url.rsplit_once('/').unwrap();
    let arguments = json!({"metrics": ["weight"], "end_date": ten_years::last_day().to_string()});
    let ask = |url: &str| {
        let request = Request::call(url, REVISIONS[0], "get_coverage", &arguments);
        let reply = request.send(&load::agent());
        assert!(reply.contains(r#""result""#), "{reply}");
    };
    let constant = json!({"content": [], "structuredContent": {}});

    let (mut ours, mut theirs) = (Taken::default(), Taken::default());
    for _ in 0..STARTS {
        ours.add(|| {
            let server = Server::of_vitalog(&folder, Cores::All);
            ask(&format!("{}/mcp/{secret}", server.origin));
            server
        });
        theirs.add(|| {
            let peer = Peer::new(&constant, Cores::All);
            ask(&peer.url());
            peer.server
        });
    }
    let [(ours, ours_least, our_mb), (theirs, theirs_least, their_mb)] =
        [ours, theirs].map(Taken::figures);
    let peer = peer::description();
    print_budget(
        "first answer after start, ten years in the database",
        "≤ 50 ms",
        &format!("{ours:.0} ms"),
        &format!("{peer}, answering a constant: {theirs:.0} ms"),
    );
    print_budget(
        "memory when idle (RSS)",
        "< 30 MB",
        &format!("{our_mb:.1} MB"),
        &format!("{peer}: {their_mb:.0} MB"),
    );
    let line = |name: &str, median, least, mb| {
        vec![
            name.to_owned(),
            format!("{median:.0} ({least:.0}) ms"),
            format!("{mb:.1} MB"),
        ]
    };
    print_table(
        "start",
        &["server", "first answer", "idle"],
        &[
            line("Vitalog", ours, ours_least, our_mb),
            line(&peer, theirs, theirs_least, their_mb),
        ],
    );
}

/// Of each start, the milliseconds to the first answer and the megabytes held afterwards.
#[derive(Default)]
struct Taken {
    answer_ms: Vec<f64>,
    idle_mb: Vec<f64>,
}

impl Taken {
    fn add(&mut self, start: impl FnOnce() -> Server) {
        let (server, took) = ms(start);
        self.answer_ms.push(took);
        thread::sleep(SETTLE);
        self.idle_mb.push(server.memory_mb("VmRSS"));
    }

    fn figures(self) -> (f64, f64, f64) {
        let (middle, least) = median_and_least(self.answer_ms);
        (middle, least, median(self.idle_mb))
    }
}
