//! A fake Open-Meteo: daily and hourly columns of an invented climate, with nulls for what is not
//! known yet, refusals with their reasons, and too many requests.

mod climate;

use std::sync::{Arc, Mutex, MutexGuard};

use jiff::{ToSpan, civil::Date};
use serde_json::{Map, Value, json};

use super::{
    ask::{Answer, Ask},
    faults::{Fault, Faults},
    server::{Fake, Said, Server},
};

/// A fake Open-Meteo on a free port of this machine, until it is dropped.
pub struct FakeWeather {
    shared: Arc<Shared>,
    server: Server,
}

struct Shared(Mutex<World>);

struct World {
    today: Date,
    seed: u64,
    /// Days before today that are not known yet: in forecasts, and in the archive.
    behind: [i32; 2],
    /// Columns that the model does not have.
    without: Vec<String>,
    faults: Faults,
    requests: Vec<(String, Vec<(String, String)>)>,
}

impl FakeWeather {
    /// Starts one, whose day is `today`.
    pub async fn start(seed: u64, today: &str) -> Self {
        let shared = Arc::new(Shared(Mutex::new(World {
            today: today.parse().expect("a day"),
            seed,
            behind: [0, 5],
            without: Vec::new(),
            faults: Faults::default(),
            requests: Vec::new(),
        })));
        let server = Server::start(shared.clone()).await;
        Self { shared, server }
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.shared.0.lock().expect("nobody panicked with it")
    }

    /// What stands before both paths.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Sets the day.
    pub fn set_today(&self, today: &str) {
        self.world().today = today.parse().expect("a day");
    }

    /// How many of the last days are null: in forecasts, and in the archive.
    pub fn set_behind(&self, forecast: i32, archive: i32) {
        self.world().behind = [forecast, archive];
    }

    /// Takes a column from the model: it is all null.
    pub fn take_column(&self, name: &str) {
        self.world().without.push(name.to_owned());
    }

    /// Makes something go wrong with requests whose path begins so, so many times.
    pub fn fail(&self, path: &str, fault: Fault, times: u32) {
        self.world().faults.add(path, fault, times);
    }

    /// The path and the query of every request so far.
    #[must_use]
    pub fn requests(&self) -> Vec<(String, Vec<(String, String)>)> {
        self.world().requests.clone()
    }
}

impl Fake for Shared {
    async fn answer(&self, ask: Ask) -> Said {
        let fault = {
            let mut world = self.0.lock().expect("nobody panicked with it");
            world.requests.push((ask.path.clone(), ask.query.clone()));
            world.faults.take(&ask.path)
        };
        if fault == Some(Fault::Hang) {
            std::future::pending::<()>().await;
        }
        let world = self.0.lock().expect("nobody panicked with it");
        match fault {
            Some(Fault::NotJson) => Said::Broken,
            Some(Fault::AnswerLost) => Said::Answer(Answer::empty(502)),
            Some(fault @ Fault::TooMany(_)) => {
                let refused = fault.instead();
                Said::Answer(refused.unwrap_or_else(|| Answer::empty(429)))
            }
            Some(Fault::Status(status)) => Said::Answer(refuse(
                status,
                "Minutely API request limit exceeded. Please try again in one minute.",
            )),
            Some(Fault::Hang | Fault::Circle) | None => Said::Answer(world.answer(&ask)),
        }
    }
}

fn refuse(status: u16, reason: &str) -> Answer {
    Answer::json(status, json!({"error": true, "reason": reason}))
}

/// Columns, and their units.
type Columns = (Map<String, Value>, Map<String, Value>);

impl World {
    fn answer(&self, ask: &Ask) -> Answer {
        let [forecast, archive] = self.behind;
        let behind = match ask.path.as_str() {
            "/v1/forecast" => forecast,
            "/v1/archive" => archive,
            _ => return Answer::empty(404),
        };
        let number = |name| ask.query(name).and_then(|text| text.parse::<f64>().ok());
        let (Some(latitude), Some(longitude)) = (number("latitude"), number("longitude")) else {
            return refuse(
                400,
                "Parameter 'latitude' and 'longitude' must have the same number of elements",
            );
        };
        let day = |name| ask.query(name).and_then(|text| text.parse::<Date>().ok());
        let (Some(start), Some(end)) = (day("start_date"), day("end_date")) else {
            return refuse(400, "Parameter 'start_date' is missing");
        };
        let last = self.today.saturating_add(16.days());
        let first = if ask.path == "/v1/forecast" {
            self.today.saturating_sub(92.days())
        } else {
            jiff::civil::date(1940, 1, 1)
        };
        if start < first || end > last || end < start {
            return refuse(400, "Parameter 'start_date' is out of allowed range");
        }
        let zone = ask.query("timezone").unwrap_or("GMT");
        let known = self.today.saturating_sub(behind.days());
        let days: Vec<Date> = start
            .series(1.day())
            .take_while(|day| *day <= end)
            .collect();
        let mut answer = json!({
            // Of the grid, and not what was asked for.
            "latitude": (latitude * 4.0).round() / 4.0,
            "longitude": (longitude * 4.0).round() / 4.0,
            "generationtime_ms": 0.21,
            "utc_offset_seconds": 0,
            "timezone": zone,
            "elevation": 38.0,
        });
        for (member, units, hourly) in [
            ("daily", "daily_units", false),
            ("hourly", "hourly_units", true),
        ] {
            let Some(names) = ask.query(member) else {
                continue;
            };
            match self.columns(names, &days, known, hourly) {
                Ok((columns, of)) => {
                    answer[member] = columns.into();
                    answer[units] = of.into();
                }
                Err(name) => {
                    let reason = format!(
                        "Data corrupted at path ''. Cannot initialize from invalid String value {name}."
                    );
                    return refuse(400, &reason);
                }
            }
        }
        Answer::json(200, answer)
    }

    fn columns(
        &self,
        names: &str,
        days: &[Date],
        known: Date,
        hourly: bool,
    ) -> Result<Columns, String> {
        let times: Vec<(Date, String)> = if hourly {
            let hours = |day: &Date| {
                (0..24)
                    .map(|hour| (*day, format!("{day}T{hour:02}:00")))
                    .collect::<Vec<_>>()
            };
            days.iter().flat_map(hours).collect()
        } else {
            days.iter().map(|day| (*day, day.to_string())).collect()
        };
        let mut columns = Map::new();
        let mut units = Map::new();
        units.insert("time".to_owned(), json!("iso8601"));
        let shown: Vec<&String> = times.iter().map(|(_, time)| time).collect();
        columns.insert("time".to_owned(), json!(shown));
        for name in names.split(',') {
            let unit = climate::unit(name).ok_or_else(|| name.to_owned())?;
            let missing = self.without.iter().any(|without| without == name);
            let cells = times.iter().map(|(day, time)| {
                let told = *day <= known && !missing;
                told.then(|| climate::value(self.seed, name, time))
            });
            columns.insert(name.to_owned(), cells.collect::<Vec<_>>().into());
            units.insert(name.to_owned(), json!(unit));
        }
        Ok((columns, units))
    }
}
