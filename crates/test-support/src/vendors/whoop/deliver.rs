//! How events get to those who want them.

use axum::Router;
use http::Method;

use super::{
    FakeWhoop,
    events::{MOST_ATTEMPTS, PendingEvent},
};
use crate::vendors::{call_back::call_back, order::Order};

impl FakeWhoop {
    /// The address that events are posted to, as the app's owner enters it in the dashboard.
    pub fn set_webhook_url(&self, url: &str) {
        self.world().webhook_url = Some(url.to_owned());
    }

    /// Lets events lead to a router in this process, whatever host they name.
    pub fn call_back_to(&self, router: Router) {
        let mut to = self.shared.router.lock().expect("nobody panicked with it");
        *to = Some(router);
    }

    fn called_back(&self) -> Option<Router> {
        let to = self.shared.router.lock().expect("nobody panicked with it");
        to.clone()
    }

    /// The events that wait.
    #[must_use]
    pub fn pending_events(&self) -> Vec<PendingEvent> {
        self.world().events.clone()
    }

    /// Loses the events that wait and fit; says how many.
    pub fn lose_events(&self, fits: impl Fn(&PendingEvent) -> bool) -> usize {
        let mut world = self.world();
        let before = world.events.len();
        world.events.retain(|event| !fits(event));
        before - world.events.len()
    }

    /// Sends every event that waits, all of them so many times; gives back what was answered. An
    /// event that nobody took waits for the next time, six times at most.
    pub async fn deliver(&self, order: Order, copies: usize) -> Vec<u16> {
        let mut events = std::mem::take(&mut self.world().events);
        order.arrange(&mut events);
        let mut statuses = Vec::new();
        let last = copies.saturating_sub(1);
        for copy in 0..copies {
            for event in &events {
                let status = self.send(event).await;
                statuses.push(status);
                let is_taken = (200..300).contains(&status);
                if copy == last && !is_taken && event.attempts + 1 < MOST_ATTEMPTS {
                    let mut event = event.clone();
                    event.attempts += 1;
                    self.world().events.push(event);
                }
            }
        }
        statuses
    }

    /// Sends one event now, signed now, whether it waits or not; gives back what was answered, 0 if
    /// nobody wants any.
    pub async fn send(&self, event: &PendingEvent) -> u16 {
        let (url, letter) = {
            let world = self.world();
            let Some(url) = world.webhook_url.clone() else {
                return 0;
            };
            (url, event.letter(world.now))
        };
        let router = self.called_back();
        let (headers, body) = letter;
        let answered = call_back(router.as_ref(), Method::POST, &url, &headers, &body).await;
        answered.0
    }
}
