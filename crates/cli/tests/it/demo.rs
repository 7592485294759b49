//! The demonstration: an invented record up to today, apart from any real one, and gone afterwards.

use std::{collections::BTreeMap, fs, path::Path, thread};

use jiff::{Timestamp, ToSpan, civil::Date};
use serde_json::{Value, json};

use crate::program::{Program, START, Server, weight};

const ZONE: &str = "America/Los_Angeles";

/// A program whose temporary folders are its own.
fn program() -> (Program, std::path::PathBuf) {
    let program = Program::on_file();
    let temporary = program.data().with_file_name("temporary");
    fs::create_dir(&temporary).unwrap();
    let program = program.set("TMPDIR", temporary.to_str().unwrap());
    (program, temporary)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |name: String| (name.clone(), fs::read(folder.join(name)).unwrap());
    names(folder).into_iter().map(name).collect()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the program under test goes by the machine's clock"
)]
fn today() -> Date {
    Timestamp::now().in_tz(ZONE).unwrap().date()
}

/// What tools answer about the days up to the day before today.
fn answers(server: &Server, today: Date) -> Vec<Value> {
    let ago = |days: i64| today.checked_sub(days.days()).unwrap().to_string();
    let yesterday = ago(1);
    let call = |tool: &str, arguments: Value| {
        let result = server.call(tool, &arguments);
        assert_ne!(result["isError"], true, "{tool}: {result}");
        result["structuredContent"].clone()
    };
    let mut answers = vec![
        call(
            "get_health_metrics",
            json!({"metric": "all", "start_date": ago(60), "end_date": yesterday}),
        ),
        call(
            "get_workouts",
            json!({"start_date": ago(90), "end_date": yesterday}),
        ),
    ];
    assert!(answers[0]["days"].as_array().unwrap().len() > 50);
    assert!(answers[1]["workouts"].as_array().unwrap().len() > 15);
    for days in [1, 30, 200, 390] {
        let day = call("get_day", json!({"date": ago(days)}));
        answers.push(day["groups"].clone());
    }
    answers
}

#[test]
fn demonstration_goes_up_to_today_and_is_the_same_person_each_time() {
    let (program, temporary) = program();
    let day = today();
    let starts = thread::scope(|scope| {
        [(); 2]
            .map(|()| scope.spawn(|| program.serve_demo()))
            .map(|start| start.join().unwrap())
    });
    let [first, second] = starts.map(|(server, folder)| {
        let listed = server.call("list_metrics", &json!({}));
        let metrics = listed["structuredContent"]["metrics"].clone();
        let recorded = |metric: &&Value| metric["recorded"] == true;
        assert!(metrics.as_array().unwrap().iter().filter(recorded).count() > 90);
        let steps = server.call("get_metric_series", &json!({"metric": "steps"}));
        let through = &steps["structuredContent"]["dataThrough"];
        let through: Date = through.as_str().unwrap().parse().unwrap();
        assert!(
            (day.yesterday().unwrap()..=today()).contains(&through),
            "{through}"
        );
        let answers = answers(&server, day);
        let said = program.run(&["doctor", "--data", folder.to_str().unwrap()]);
        assert!(
            said.stdout.contains("this is a demonstration"),
            "{}",
            said.stdout
        );

        let secret = server.mcp_url.rsplit('/').next().unwrap()[..16].to_owned();
        let (code, said) = server.stop();
        assert_eq!(code, 0, "{said}");
        for words in [
            "400 of 400 days",
            "invented",
            "is removed",
            "vitalog url --data ",
        ] {
            assert!(said.contains(words), "{words}: {said}");
        }
        assert!(!said.contains("panic") && !said.contains(&secret), "{said}");
        answers
    });
    // Midnight may have come between the two.
    if day == today() {
        assert_eq!(first, second);
    }
    assert_eq!(names(&temporary), [""; 0]);
}

#[test]
fn real_record_is_neither_read_nor_touched() {
    let (program, temporary) = program();
    let push = program.file("push.json", &weight("2026-10-05 07:00:00 -0700", 184.2));
    program.print(&["ingest", &push]);
    // Nothing of this would be taken.
    fs::write(
        program.data().join("vitalog.toml"),
        "[storage]\nurl = \"nowhere\"\n",
    )
    .unwrap();
    let before = files(&program.data());
    let database = format!("sqlite:{}", program.data().join("vitalog.db").display());
    let program = program
        .set("VITALOG_STORAGE__URL", &database)
        .set("VITALOG_STORAGE__KEY", &"ab".repeat(32));

    let mut filling = program.start(&["--demo"]);
    let folder = filling.wait_for_folder();
    assert_eq!(folder.parent(), Some(&*temporary));
    // What is said into the demonstration stays in there.
    let reading = json!({"metric": "ketones", "value": 1.5, "unit": "mmol/L"}).to_string();
    let folder_flag = ["--data", folder.to_str().unwrap()];
    program.print(&[&["call", "log_reading", &reading], &folder_flag[..]].concat());
    let listed = program.json(&[&["call", "list_metrics"], &folder_flag[..]].concat());
    let never = listed["neverRecorded"].as_array().unwrap();
    assert!(!never.contains(&json!("ketones")), "{never:?}");
    assert_eq!(filling.stop("TERM").0, 0);
    assert_eq!(names(&temporary), [""; 0]);
    assert!(before == files(&program.data()), "a file has changed");

    // A command that is still told that folder does not make a record there.
    let ended = program.run(&["url", "--data", folder.to_str().unwrap()]);
    assert_eq!(ended.code, 2);
    assert!(ended.stderr.contains("has ended"), "{}", ended.stderr);
    assert!(!folder.exists());
}

#[test]
fn flags_that_name_a_record_are_refused() {
    let (program, temporary) = program();
    let data = program.data();
    for flags in [
        ["--data", data.to_str().unwrap()],
        ["--database", "sqlite:/nowhere/vitalog.db"],
    ] {
        let ended = program.run(&[&["serve", "--demo"], &flags[..]].concat());
        assert_eq!(ended.code, 2, "{}", ended.stderr);
        let refusal = format!("--demo and {} exclude each other", flags[0]);
        assert!(ended.stderr.contains(&refusal), "{}", ended.stderr);
    }
    assert_eq!(names(&temporary), [""; 0]);
    assert!(!data.exists());
}

#[test]
fn whatever_ends_it_nothing_stays() {
    let (program, temporary) = program();
    for signal in ["INT", "TERM", "HUP"] {
        let mut filling = program.start(&["--demo"]);
        filling.wait_for("This is a demonstration", START);
        let (code, said) = filling.stop(signal);
        assert_eq!(code, 0, "{signal}: {said}");
        assert!(!said.contains("listening on"), "{signal}: {said}");
        assert_eq!(names(&temporary), [""; 0], "{signal}");
    }
    // What a killed one leaves goes at the next start, and not before it is dead.
    let mut killed = program.start(&["--demo"]);
    killed.wait_for("This is a demonstration", START);
    let mut beside = program.start(&["--demo"]);
    beside.wait_for("This is a demonstration", START);
    assert_eq!(names(&temporary).len(), 2);
    beside.stop("TERM");
    killed.kill();
    assert_eq!(names(&temporary).len(), 1);
    let mut next = program.start(&["--demo"]);
    next.wait_for("This is a demonstration", START);
    next.stop("TERM");
    assert_eq!(names(&temporary), [""; 0]);
}
