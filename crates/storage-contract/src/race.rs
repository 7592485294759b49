//! Callers that begin at once.

use std::sync::Arc;

use tokio::{sync::Barrier, task::JoinSet};

/// How many there are.
pub(crate) const RACERS: usize = 16;

/// Runs `racer` many times at once; tells what each returned, with its number.
pub(crate) async fn race<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    racer: impl Fn(usize) -> F + Clone + Send + 'static,
) -> Vec<(usize, T)> {
    let start = Arc::new(Barrier::new(RACERS));
    let mut racers = JoinSet::new();
    for number in 0..RACERS {
        let (racer, start) = (racer.clone(), start.clone());
        racers.spawn(async move {
            start.wait().await;
            (number, racer(number).await)
        });
    }
    racers.join_all().await
}
