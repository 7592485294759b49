//! The program on PostgreSQL: what is only there, and two servers on one database.

use std::{collections::BTreeSet, thread};

use serde_json::json;
use vitalog_test_support::Engine;

use crate::program::{Program, Server, post, weight};

fn program() -> Program {
    Program::on(Engine::Postgres)
}

/// The weights that a server answers of the test's day, in whole pounds.
fn weights(server: &Server) -> BTreeSet<u64> {
    let range = json!({"metric": "weight", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answer = server.call("get_health_metrics", &range);
    let readings = answer["structuredContent"]["days"][0]["weight"].clone();
    let readings = readings.as_array().cloned().unwrap_or_default();
    let values = readings.iter().map(|reading| reading["value"].as_f64());
    // A whole number is printed without a fraction.
    values
        .map(|value| value.unwrap().to_string().parse().unwrap())
        .collect()
}

fn push(server: &Server, pounds: u32) {
    push_to(&server.ingest_url, &server.key, pounds);
}

fn push_to(url: &str, key: &str, pounds: u32) {
    let date = format!(
        "2026-10-05 07:{:02}:{:02} -0700",
        pounds / 60 % 60,
        pounds % 60
    );
    let headers = [("x-ingest-key", key), ("content-type", "application/json")];
    let (status, reply) = post(url, &headers, &weight(&date, f64::from(pounds))).unwrap();
    assert_eq!(status, 200, "{reply}");
}

#[test]
fn first_start_says_where_the_record_is_and_makes_neither_key_nor_file() {
    let program = program().set("VITALOG_STORAGE__PASSWORD", "password-marker");
    let (code, said) = program.serve().stop();
    assert_eq!(code, 0);
    assert!(
        said.contains("A new record was made in postgres://…@127.0.0.1"),
        "{said}"
    );
    assert!(
        !said.contains("marker") && !said.contains("search_path"),
        "{said}"
    );
    assert!(!program.data().join("vitalog.db").exists());
    assert!(!program.data().join("vitalog.key").exists());
    let (_, said) = program.serve().stop();
    assert!(!said.contains("A new record"), "{said}");
}

#[test]
fn commands_about_a_file_say_that_there_is_none() {
    let program = program();
    let ended = program.run(&["secret", "rotate", "database"]);
    assert_eq!(ended.code, 2);
    assert!(
        ended.stderr.contains("no key of vitalog's") && ended.stderr.contains("password"),
        "{}",
        ended.stderr
    );
}

#[test]
fn doctor_looks_without_making_anything() {
    let program = program();
    let record = |program: &Program| {
        let ended = program.run(&["doctor", "--json"]);
        let findings: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        let findings = findings.as_array().unwrap().clone();
        assert!(findings.iter().all(|finding| finding["check"] != "key"));
        let record = findings
            .into_iter()
            .find(|finding| finding["check"] == "record");
        record.unwrap()
    };
    for _ in 0..2 {
        let before = record(&program);
        assert_eq!(before["state"], "warn", "{before}");
        assert!(before["text"].as_str().unwrap().contains("not there yet"));
    }
    program.print(&["url"]);
    assert_eq!(record(&program)["state"], "ok");
    let gone = program.set(
        "VITALOG_STORAGE__URL",
        "postgres://me:marker@127.0.0.1:1/health",
    );
    let failed = record(&gone);
    assert_eq!(failed["state"], "fail", "{failed}");
    assert!(!failed.to_string().contains("marker"));
}

#[test]
fn hints_repeat_the_database_without_its_password() {
    let program = program();
    let url = "postgres://me:marker@127.0.0.1:1/health";
    for arguments in [
        &["url", "--database", url][..],
        &["serve", "--database", url],
    ] {
        let ended = program.run(arguments);
        assert_eq!(ended.code, 1, "{}", ended.stderr);
        assert!(
            ended.stderr.contains("postgres://…@127.0.0.1:1/health"),
            "{}",
            ended.stderr
        );
        assert!(!ended.stderr.contains("marker"), "{}", ended.stderr);
    }
}

#[test]
fn first_starts_on_two_machines_that_race_make_one_account_with_one_set_of_secrets() {
    for _ in 0..3 {
        let program = program();
        let machines: Vec<Program> = (0..4).map(|_| program.elsewhere()).collect();
        let secrets: Vec<String> = thread::scope(|scope| {
            let starts: Vec<_> = machines
                .iter()
                .map(|machine| {
                    scope.spawn(|| {
                        let url = machine.print(&["url"]);
                        url + &machine.print(&["ingest-url", "--json"])
                    })
                })
                .collect();
            starts
                .into_iter()
                .map(|start| start.join().unwrap())
                .collect()
        });
        assert!(
            secrets.iter().all(|other| *other == secrets[0]),
            "{secrets:?}"
        );
        let accounts = program.json(&["account", "list", "--json"]);
        assert_eq!(accounts.as_array().unwrap().len(), 1);
    }
}

#[test]
fn two_servers_on_one_database_take_pushes_and_answer_alike() {
    let program = program();
    let other = program.elsewhere();
    let servers = thread::scope(|scope| {
        [&program, &other]
            .map(|program| scope.spawn(|| program.serve()))
            .map(|start| start.join().unwrap())
    });
    let path = |url: &str| url.rsplit('/').next().unwrap().to_owned();
    assert_eq!(path(&servers[0].mcp_url), path(&servers[1].mcp_url));
    assert_eq!(servers[0].key, servers[1].key);

    // What one has taken the other answers, at once and both ways.
    push(&servers[0], 101);
    assert_eq!(weights(&servers[1]), BTreeSet::from([101]));
    push(&servers[1], 102);
    assert_eq!(weights(&servers[0]), BTreeSet::from([101, 102]));

    // Pushes to both at once, which each finds changed under its hands.
    thread::scope(|scope| {
        for (number, server) in (0..).zip(&servers) {
            for lane in 0..2 {
                let (url, key) = (server.ingest_url.clone(), server.key.clone());
                scope.spawn(move || {
                    for round in 0..10 {
                        push_to(&url, &key, 110 + number + 2 * lane + 4 * round);
                    }
                });
            }
        }
    });
    let expected: BTreeSet<u64> = [101, 102].into_iter().chain(110..150).collect();
    for server in &servers {
        assert_eq!(weights(server), expected);
    }

    // A secret that is replaced through one no longer opens the other.
    program.print(&["secret", "rotate", "path"]);
    let url = format!("{}/mcp/{}", servers[1].origin, path(&servers[1].mcp_url));
    let (status, _) = post(&url, &[], b"{}").unwrap();
    assert_eq!(status, 404);
}

#[test]
fn record_moves_from_the_file_to_the_database_and_answers_alike() {
    let file = Program::on_file();
    let push = file.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.0));
    file.print(&["ingest", &push]);
    file.print(&["account", "add", "anna"]);
    let range = r#"{"metric":"all","start_date":"2026-10-01","end_date":"2026-10-05"}"#;
    let ask = |program: &Program| {
        let questions = [
            &["call", "get_health_metrics", range][..],
            &["call", "list_metrics"],
            &["account", "list", "--json"],
            &["ingest-url", "--json"],
        ];
        questions.map(|question| program.print(question))
    };
    let before = ask(&file);

    let database = program();
    let url = database.url();
    let moved = file.run(&["migrate", "--to", &url]);
    assert_eq!(moved.code, 0, "{}", moved.stderr);
    assert_eq!(ask(&database), before);
    // What is there now is in the way of another copy.
    assert_ne!(file.run(&["migrate", "--to", &url]).code, 0);
}
