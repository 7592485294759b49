//! The server on a real socket: pushes, tools, commands beside it, and its end.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::program::{Program, Server, fixtures, get, post, weight};

fn weights(server: &Server) -> usize {
    let range = json!({"metric": "weight", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answer = server.call("get_health_metrics", &range);
    answer["structuredContent"]["days"][0]["weight"]
        .as_array()
        .map_or(0, Vec::len)
}

#[test]
fn example_pushes_are_taken_and_asked_about() {
    let program = Program::new();
    let server = program.serve();
    assert!(!fixtures().is_empty());
    for (name, body) in fixtures() {
        let (status, reply) = server.push(&body);
        let expected = if name.contains("broken") { 400 } else { 200 };
        assert_eq!(status, expected, "{name}: {reply}");
    }
    server.push(&weight("2026-10-05 07:00:00 -0700", 184.2));
    assert_eq!(weights(&server), 1);
    for tool in ["get_health_metrics", "get_workouts", "get_report_data"] {
        let arguments = if tool == "get_health_metrics" {
            json!({"metric": "all"})
        } else {
            json!({})
        };
        assert_ne!(server.call(tool, &arguments)["isError"], true, "{tool}");
    }
    assert_eq!(
        get(&format!("{}/healthz", server.origin)),
        (200, "ok".to_owned())
    );
    assert_eq!(
        get(&format!("{}/readyz/", server.origin)),
        (200, "ready".to_owned())
    );
    assert_eq!(get(&format!("{}/", server.origin)).0, 404);
}

#[test]
fn commands_and_stdio_run_while_the_server_runs() {
    let program = Program::new();
    let server = program.serve();
    let file = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.2));
    program.print(&["ingest", &file]);
    assert_eq!(weights(&server), 1);
    let log = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
        "name": "log_reading",
        "arguments": {"metric": "glucose", "value": 95, "unit": "mg/dL", "timestamp": "2026-10-05T07:30"},
    }});
    let ended = program.run_with_input(&["stdio"], format!("{log}\n").as_bytes());
    assert!(ended.stdout.contains("claude-log"), "{}", ended.stdout);
    let range = json!({"metric": "glucose", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answer = server.call("get_health_metrics", &range);
    assert_eq!(
        answer["structuredContent"]["days"][0]["glucose"][0]["value"],
        95
    );
    assert!(program.print(&["doctor"]).contains("ok    record"));

    // A rotated secret is dead in the running server at once.
    assert_eq!(
        server.push(&weight("2026-10-05 07:00:00 -0700", 184.2)).0,
        200
    );
    program.print(&["secret", "rotate", "ingest-key"]);
    assert_eq!(
        server.push(&weight("2026-10-05 07:00:00 -0700", 184.2)).0,
        401
    );
}

#[test]
fn wrong_secrets_are_refused() {
    let program = Program::new();
    let server = program.serve();
    let body = weight("2026-10-05 07:00:00 -0700", 184.2);
    let wrong = "0".repeat(64);
    assert_eq!(
        post(&server.ingest_url, &[("x-ingest-key", &wrong)], &body)
            .unwrap()
            .0,
        401
    );
    let path = format!("{}/ingest/{wrong}", server.origin);
    let reply = post(&path, &[("x-ingest-key", &server.key)], &body).unwrap();
    assert_eq!(reply, (404, "Not found".to_owned()));
    assert_eq!(weights(&server), 0);
}

#[test]
fn senders_of_large_bodies_get_to_read_the_refusal() {
    let program = Program::new();
    let server = program.serve();
    let large = vec![b' '; 20 * 1024 * 1024];
    let (status, reply) = server.push(&large);
    assert_eq!(status, 413);
    assert!(reply.contains("Send fewer metrics"), "{reply}");
    // A wrong key with a body of the usual size.
    let five = vec![b' '; 5 * 1024 * 1024];
    assert_eq!(
        post(&server.ingest_url, &[("x-ingest-key", "wrong")], &five)
            .unwrap()
            .0,
        401
    );
    // At the other door, and at none.
    for (url, kind, status) in [
        (&server.mcp_url, "application/json", 413),
        (&server.mcp_url, "text/plain", 415),
        (&format!("{}x", server.mcp_url), "application/json", 404),
        (&format!("{}/elsewhere", server.origin), "text/plain", 404),
    ] {
        let reply = post(url, &[("content-type", kind)], &large).unwrap();
        assert_eq!(reply.0, status, "{kind}");
    }
    // A sender that asks first is told before it sends.
    let mut stream = TcpStream::connect(server.address()).unwrap();
    let path = server.ingest_url.strip_prefix(&server.origin).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {}\r\nExpect: 100-continue\r\n\
         Content-Length: 99999999\r\n\r\n",
        server.key
    )
    .unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 413");
}

#[test]
fn a_push_is_stored_although_its_sender_hangs_up() {
    let program = Program::new();
    let server = program.serve();
    let body = weight("2026-10-05 07:00:00 -0700", 184.2);
    let path = server.ingest_url.strip_prefix(&server.origin).unwrap();
    let mut stream = TcpStream::connect(server.address()).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {}\r\nContent-Length: {}\r\n\r\n",
        server.key,
        body.len()
    )
    .unwrap();
    stream.write_all(&body).unwrap();
    drop(stream);
    let deadline = Instant::now() + Duration::from_secs(10);
    while weights(&server) == 0 {
        assert!(Instant::now() < deadline, "the push is lost");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_body_that_breaks_off_stores_nothing_and_holds_nothing() {
    let program = Program::new();
    let server = program.serve();
    let path = server.ingest_url.strip_prefix(&server.origin).unwrap();
    for _ in 0..20 {
        let mut stream = TcpStream::connect(server.address()).unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {}\r\nContent-Length: 5000\r\n\r\n{{",
            server.key
        );
        stream.write_all(head.as_bytes()).unwrap();
    }
    assert_eq!(
        server.push(&weight("2026-10-05 07:00:00 -0700", 184.2)).0,
        200
    );
    assert_eq!(weights(&server), 1);
}

#[test]
fn a_taken_address_is_refused_in_words() {
    let program = Program::new();
    let server = program.serve();
    let ended = program.run(&["serve", "--listen", server.address()]);
    assert_eq!(ended.code, 1);
    assert!(
        ended.stderr.contains("cannot listen on"),
        "{}",
        ended.stderr
    );
    // Doctor knows who listens there.
    let doctor = program.set("VITALOG_SERVER__LISTEN", server.address());
    assert!(doctor.print(&["doctor"]).contains("vitalog runs on"));
}

#[cfg(unix)]
#[test]
fn a_second_server_on_the_folder_leaves_the_first_ones_note_alone() {
    let program = Program::new();
    let first = program.serve();
    let second = program.serve();
    assert_ne!(first.origin, second.origin);
    let url = program.print(&["url"]);
    assert!(url.starts_with(&first.origin), "{url}");
    let (_, said) = second.stop();
    assert!(
        said.contains("another server runs on this data folder"),
        "{said}"
    );
    let url = program.print(&["url"]);
    assert!(url.starts_with(&first.origin), "{url}");
    first.stop();
    assert!(!program.data().join("vitalog.running").exists());
}

#[test]
fn a_stop_lets_requests_under_way_end() {
    let program = Program::new();
    let server = program.serve();
    let path = server
        .ingest_url
        .strip_prefix(&server.origin)
        .unwrap()
        .to_owned();
    let body = weight("2026-10-05 07:00:00 -0700", 184.2);
    let mut stream = TcpStream::connect(server.address()).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nX-Ingest-Key: {}\r\nContent-Length: {}\r\n\r\n",
        server.key,
        body.len()
    )
    .unwrap();
    let (half, rest) = body.split_at(body.len() / 2);
    stream.write_all(half).unwrap();
    thread::sleep(Duration::from_millis(300));
    let stopping = thread::spawn(move || server.stop());
    thread::sleep(Duration::from_millis(300));
    stream.write_all(rest).unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
    assert!(reply.contains("\"rows_written\":1"));
    assert_eq!(stopping.join().unwrap().0, 0);
}

#[test]
fn small_replies_are_not_held_back() {
    let program = Program::new();
    let server = program.serve();
    let (host, path) = (
        server.address(),
        server.mcp_url.strip_prefix(&server.origin).unwrap(),
    );
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_nodelay(true).unwrap();
    let mut fastest = Duration::MAX;
    for _ in 0..20 {
        let started = Instant::now();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nAccept: \
             application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
        .unwrap();
        let mut reply = Vec::new();
        let mut part = [0; 4096];
        while !reply.ends_with(b"}") {
            let bytes = stream.read(&mut part).unwrap();
            assert_ne!(bytes, 0, "{}", String::from_utf8_lossy(&reply));
            reply.extend_from_slice(&part[..bytes]);
        }
        fastest = fastest.min(started.elapsed());
    }
    // Where Nagle's algorithm meets a delayed acknowledgement, each takes 40 ms.
    assert!(fastest < Duration::from_millis(30), "{fastest:?}");
}

#[test]
fn json_logs_are_one_object_a_line() {
    let program = Program::new().set("VITALOG_LOG__FORMAT", "json");
    let server = program.serve();
    server.push(&weight("2026-10-05 07:00:00 -0700", 184.2));
    let (_, said) = server.stop();
    let objects = said
        .lines()
        .filter(|line| line.starts_with('{'))
        .collect::<Vec<_>>();
    assert!(objects.len() >= 2, "{said}");
    for line in objects {
        assert!(serde_json::from_str::<Value>(line).unwrap()["level"].is_string());
    }
}
