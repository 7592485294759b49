//! The choice of tools, by flag and by setting.

use crate::program::Program;

#[test]
fn tools_are_those_of_the_toolsets_and_the_scope() {
    let names = |program: &Program, arguments: &[&str]| {
        let catalog = program.json(&[&["tools", "--json"], arguments].concat());
        let tools = catalog.as_array().unwrap().iter();
        let names: Vec<String> = tools
            .map(|tool| tool["name"].as_str().unwrap().into())
            .collect();
        names.join(" ")
    };
    let reading = "get_sleep get_heart_rate get_readiness get_activity get_health_metrics \
                   get_workouts get_report_data";
    let program = Program::new();
    let insight = "list_metrics get_metric_series get_streaks get_day compare_periods \
                   get_coverage get_recovery_context";
    let trends = "get_health_summary get_hrv_trend query_metric get_daily_snapshot \
                  get_long_term_trend get_coaching_brief search_records get_metric_stats";
    let relay =
        "get_recovery get_strain get_day_overlay correlate_day_night get_sync_status sync_now";
    assert_eq!(
        names(&program, &["--read-only"]),
        format!("{reading} {insight} {relay} {trends}")
    );
    assert_eq!(
        names(&program, &["--toolsets", "insight"]),
        format!("get_workouts {insight}")
    );
    assert_eq!(program.run(&["tools", "--toolsets", "everything"]).code, 2);
    assert_eq!(
        names(&program, &["--toolsets", "relay"]),
        format!("{relay} log_entry")
    );

    let program = program.set("VITALOG_MCP__TOOLSETS", "trends");
    assert_eq!(
        names(&program, &[]),
        format!("get_sleep get_workouts compare_periods {trends}")
    );
    assert_eq!(
        names(&program, &["--toolsets", "record", "--read-only"]),
        reading
    );
}

#[test]
fn doctor_refuses_the_settings_that_serve_refuses() {
    let program = Program::new();
    program.print(&["url"]);
    let listen = ["serve", "--listen", "127.0.0.1:0"];
    let wrong = program.set("VITALOG_MCP__TOOLSETS", "records");
    assert_eq!(wrong.run(&listen).code, 2);
    let ended = wrong.run(&["doctor"]);
    assert_eq!(ended.code, 1, "{}", ended.stdout);
    assert!(
        ended
            .stdout
            .contains("fail  toolsets: VITALOG_MCP__TOOLSETS"),
        "{}",
        ended.stdout
    );

    let right = wrong.set("VITALOG_MCP__TOOLSETS", "relay");
    let said = right.print(&["doctor"]);
    assert!(said.contains("ok    toolsets: relay"), "{said}");
}
