//! MCP over standard input and output.

use serde_json::{Value, json};

use crate::program::{Program, weight};

/// Sends lines and gives back the answers by the id of their request.
fn talk(program: &Program, arguments: &[&str], messages: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = messages.iter().map(Value::to_string).collect();
    let input = lines.join(
        "
",
    ) + "
";
    let ended = program.run_with_input(arguments, input.as_bytes());
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    let mut answers: Vec<Value> = ended
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

fn request(id: u64, method: &str, params: &Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

fn tool_names(answer: &Value) -> Vec<&str> {
    let tools = answer["result"]["tools"].as_array().unwrap();
    tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect()
}

#[test]
fn a_session_is_answered_to_its_last_request() {
    let program = Program::new();
    let file = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.2));
    program.print(&["ingest", &file]);
    let initialize = json!({
        "protocolVersion": "2025-06-18", "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    });
    let range = json!({"metric": "weight", "start_date": "2026-10-05", "end_date": "2026-10-05"});
    let answers = talk(
        &program,
        &["stdio"],
        &[
            request(1, "initialize", &initialize),
            json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
            request(2, "tools/list", &json!({})),
            request(
                3,
                "tools/call",
                &json!({"name": "get_health_metrics", "arguments": range}),
            ),
        ],
    );
    assert_eq!(answers.len(), 3, "{answers:?}");
    assert_eq!(answers[0]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(tool_names(&answers[1]).len(), 31);
    let day = &answers[2]["result"]["structuredContent"]["days"][0];
    assert_eq!(day["weight"][0]["value"], 184.2);
}

#[cfg(unix)]
#[test]
fn a_signal_to_stop_ends_it_in_good_order_although_the_input_stays_open() {
    use std::{
        io::{BufRead, BufReader, Read, Write},
        process::{Command, Stdio},
        time::{Duration, Instant},
    };

    for signal in ["-TERM", "-INT"] {
        let program = Program::new();
        let mut child = program
            .command(&["stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        writeln!(input, "{}", request(1, "ping", &json!({}))).unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains("\"id\":1"), "{line}");

        let told = Instant::now();
        let pid = child.id().to_string();
        let kill = Command::new("kill").args([signal, &pid]).status().unwrap();
        assert!(kill.success());
        let code = child.wait().unwrap().code();
        assert_eq!(code, Some(0), "{signal}");
        assert!(told.elapsed() < Duration::from_secs(5));
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "");
    }
}

#[test]
fn any_method_is_answered_cold() {
    let program = Program::new();
    let answers = talk(
        &program,
        &["stdio"],
        &[request(1, "tools/list", &json!({}))],
    );
    assert_eq!(tool_names(&answers[0]).len(), 31);
}

#[test]
fn read_only_leaves_out_the_tools_that_write() {
    let program = Program::new();
    let answers = talk(
        &program,
        &["stdio", "--read-only"],
        &[request(1, "tools/list", &json!({}))],
    );
    assert_eq!(
        tool_names(&answers[0]),
        [
            "get_sleep",
            "get_heart_rate",
            "get_readiness",
            "get_activity",
            "get_health_metrics",
            "get_workouts",
            "get_report_data",
            "list_metrics",
            "get_metric_series",
            "get_streaks",
            "get_day",
            "compare_periods",
            "get_coverage",
            "get_recovery_context",
            "get_recovery",
            "get_strain",
            "get_day_overlay",
            "correlate_day_night",
            "get_sync_status",
            "sync_now",
            "get_health_summary",
            "get_hrv_trend",
            "query_metric",
            "get_daily_snapshot",
            "get_long_term_trend",
            "get_coaching_brief",
            "search_records",
            "get_metric_stats",
        ]
    );
    let answers = talk(
        &program,
        &["stdio", "--toolsets", "trends"],
        &[request(1, "tools/list", &json!({}))],
    );
    assert_eq!(
        tool_names(&answers[0]),
        [
            "get_sleep",
            "get_workouts",
            "compare_periods",
            "get_health_summary",
            "get_hrv_trend",
            "query_metric",
            "get_daily_snapshot",
            "get_long_term_trend",
            "get_coaching_brief",
            "search_records",
            "get_metric_stats",
        ]
    );
}

#[test]
fn the_account_comes_from_the_flag_or_the_variable_and_must_exist() {
    let program = Program::new();
    program.print(&["account", "add", "anna"]);
    for arguments in [&["stdio", "--account", "anna"][..], &["stdio"]] {
        let program = Program::new();
        program.print(&["account", "add", "anna"]);
        let program = if arguments.len() == 1 {
            program.set("HEALTHKIT_USER_ID", "anna")
        } else {
            program
        };
        assert_eq!(
            talk(&program, arguments, &[request(1, "ping", &json!({}))]).len(),
            1
        );
    }
    let program = program.set("HEALTHKIT_USER_ID", "nobody");
    let ended = program.run(&["stdio"]);
    assert_eq!((ended.code, ended.stdout.as_str()), (2, ""));
    assert!(
        ended.stderr.contains("there is no account `nobody`"),
        "{}",
        ended.stderr
    );
}

#[test]
fn database_url_is_read_by_stdio_alone() {
    let program = Program::on_file();
    let elsewhere = program.file("marker", b"").replace("marker", "health.db");
    let program = program.set("DATABASE_URL", &format!("sqlite:{elsewhere}"));
    program.print(&["url"]);
    assert!(!std::path::Path::new(&elsewhere).exists());
    talk(&program, &["stdio"], &[request(1, "ping", &json!({}))]);
    assert!(std::path::Path::new(&elsewhere).exists());
}

#[test]
fn nothing_but_messages_is_on_standard_output() {
    let program = Program::new().set("VITALOG_LOG__LEVEL", "trace");
    let input = b"not json\n\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/odd\"}\n";
    let ended = program.run_with_input(&["stdio"], input);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    for line in ended.stdout.lines() {
        let message: Value = serde_json::from_str(line).expect("a message");
        assert_eq!(message["jsonrpc"], "2.0");
    }
}
