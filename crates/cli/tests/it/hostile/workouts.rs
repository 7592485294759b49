//! Workouts of either export version, broken in their times, names and numbers.

use super::{
    Case,
    push::{
        Expect::{self, Nothing, Reads, Refused, Unread, WorkoutSkipped},
        Given::{self, Body, Workout},
    },
    table,
};

const INVALID: Expect = WorkoutSkipped("invalid_workout");

pub(super) const ROWS: &[Case<Given, Expect>] = table! {
    "workout that is null": Workout("null") => INVALID;
    "workout that is a string": Workout(r#""Run""#) => INVALID;
    "workout that is a list": Workout("[]") => INVALID;
    "workout without anything": Workout("{}") => INVALID;
    "workout without a name": Workout(r#"{"start":"DATE","duration":60}"#) => INVALID;
    "workout with an empty name": Workout(r#"{"name":" \u200b","start":"DATE","duration":60}"#) => INVALID;
    "workout with a number for its name": Workout(r#"{"name":7,"start":"DATE","duration":60}"#) => INVALID;
    "workout without a start": Workout(r#"{"name":"Run","end":"DATE","duration":60}"#) => INVALID;
    "workout that starts on no day": Workout(r#"{"name":"Run","start":"2023-02-30 08:00:00 -0800","duration":60}"#) => INVALID;
    "workout without end and duration": Workout(r#"{"name":"Run","start":"DATE"}"#) => INVALID;
    "workout that ends before it starts": Workout(r#"{"name":"Run","start":"DATE","end":"2023-01-01 08:00:00 -0800"}"#) => INVALID;
    "workout of a year": Workout(r#"{"name":"Run","start":"DATE","end":"2027-01-01 08:00:00 -0800"}"#) => INVALID;
    "workout of 1e300 seconds": Workout(r#"{"name":"Run","start":"DATE","duration":1e300}"#) => INVALID;
    "workout of less than no time": Workout(r#"{"name":"Run","start":"DATE","duration":-60}"#) => INVALID;
    "workout of the ring": Workout(r#"{"name":"Run","start":"DATE","duration":60,"source":"Oura"}"#) => WorkoutSkipped("oura_source");
    "workout whose series are the ring's": Workout(r#"{"name":"Run","start":"DATE","duration":60,"activeEnergy":[{"qty":1,"units":"kcal","source":"OURA"}]}"#) => WorkoutSkipped("oura_source");
    "workout with its duration as text": Workout(r#"{"name":"Text","start":"DATE","duration":"600"}"#) => Reads(r#"{"metric":"workout","type":"Text","duration_min":10}"#);
    "workout with a number for its id": Workout(r#"{"id":5,"name":"Id","start":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"Id"}"#);
    "workout with a megabyte for its name": Workout(r#"{"name":"LONG","start":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"LONG"}"#);
    "workout with a megabyte for its id": Workout(r#"{"id":"LONG","name":"Long id","start":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"Long id"}"#);
    "workout with a megabyte for its source": Workout(r#"{"name":"Long source","start":"DATE","duration":600,"source":"LONG"}"#) => Reads(r#"{"metric":"workout","type":"Long source","source":"LONG"}"#);
    "workout with an object for its id": Workout(r#"{"id":{"a":1},"name":"Object","start":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"Object"}"#);
    "workout of the first version": Workout(r#"{"name":"Old","start":"DATE","end":"DATE","activeEnergy":{"qty":"12.5","units":"kcal"},"heartRateData":[{"qty":120,"units":"bpm"}]}"#) => Reads(r#"{"metric":"workout","type":"Old","duration_min":0,"active_kcal":13,"avg_hr_bpm":120}"#);
    "workout with a duration that its end denies": Workout(r#"{"name":"Denied","start":"DATE","end":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"Denied","duration_min":10}"#);
    "workout with energy beyond every body": Workout(r#"{"name":"Hot","start":"DATE","duration":600,"activeEnergyBurned":{"qty":1.7e308,"units":"kcal"}}"#) => Reads(r#"{"metric":"workout","type":"Hot","active_kcal":null}"#);
    "workout with energy in a unit nobody knows": Workout(r#"{"name":"Unit","start":"DATE","duration":600,"activeEnergyBurned":{"qty":100,"units":"furlong"}}"#) => Reads(r#"{"metric":"workout","type":"Unit","active_kcal":null}"#);
    "workout with energy below nought": Workout(r#"{"name":"Cold","start":"DATE","duration":600,"activeEnergyBurned":{"qty":-5,"units":"kcal"}}"#) => Reads(r#"{"metric":"workout","type":"Cold","active_kcal":null}"#);
    "workout with a heart beyond every heart": Workout(r#"{"name":"Heart","start":"DATE","duration":600,"avgHeartRate":{"qty":1e9},"maxHeartRate":{"qty":"inf"}}"#) => Reads(r#"{"metric":"workout","type":"Heart","avg_hr_bpm":null,"max_hr_bpm":null}"#);
    "workout with series of the wrong kind": Workout(r#"{"name":"Series","start":"DATE","duration":600,"activeEnergy":"many","heartRateData":{"Avg":1},"route":5,"stepCount":[null,5,"x",[]]}"#) => Reads(r#"{"metric":"workout","type":"Series","source":"unknown"}"#);
    "workout with everything null": Workout(r#"{"name":"Null","start":"DATE","duration":600,"end":null,"id":null,"activeEnergyBurned":null,"heartRate":null,"heartRateData":null,"route":null,"metadata":null}"#) => Reads(r#"{"metric":"workout","type":"Null"}"#);
    "workout with its name twice": Workout(r#"{"name":"First","start":"DATE","duration":600,"n\u0061me":"Last"}"#) => Reads(r#"{"metric":"workout","type":"Last"}"#);
    "workout with orders in its name": Workout(r#"{"name":"\u001b[2J\u202eRun\r\n","start":"DATE","duration":600}"#) => Reads(r#"{"metric":"workout","type":"[2JRun"}"#);
    "workout on a 12-hour clock": Workout(r#"{"name":"Clock","start":"2023-05-01 7:57:00\u202fPM -0700","duration":600}"#) => Reads(r#"{"metric":"workout","date":"2023-05-01","start":"19:57","type":"Clock"}"#);
    "workouts that are null": Body(r#"{"data":{"metrics":[GOOD],"workouts":null}}"#) => Nothing;
    "workouts that are an object and no metrics": Body(r#"{"data":{"workouts":{}}}"#) => Unread("workouts");
    "workouts beside metrics that are no list": Body(r#"{"data":{"metrics":7,"workouts":[]}}"#) => Refused(400, "\"data.metrics\" is not a list");
};
