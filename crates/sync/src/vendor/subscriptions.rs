//! The subscriptions by which Oura sends events. They belong to the app, and no person's token is
//! needed for them.

use std::time::Duration;

use secrecy::SecretString;
use vitalog_connectors::{
    Unreadable, Vendor, VendorReply, VendorRequest,
    oauth2::ClientApp,
    oura::subscription::{self, Step, Subscription},
};
use vitalog_storage::StorageError;

use super::{
    budget::{Acquired, Lane},
    relay::Relay,
    room::Room,
};

/// How long a request waits for its turn.
const PATIENCE: Duration = Duration::from_secs(15);

/// Nothing could be learned of subscriptions, or nothing changed.
#[derive(Debug, thiserror::Error)]
pub enum SubscriptionError {
    /// The settings do not name an app.
    #[error("no Oura app is set up")]
    NotSetUp,
    /// The app's rate budget is used up.
    #[error("Oura takes no more requests for now")]
    BudgetSpent,
    /// The vendor is out of reach.
    #[error("Oura cannot be reached")]
    Unavailable,
    /// It refused. While it is asked for a new subscription it looks whether the callback answers.
    #[error("Oura refused with status {0}")]
    Refused(u16),
    /// The answer is not what the vendor's description says.
    #[error("the answer of Oura cannot be read: {0}")]
    Unreadable(#[from] Unreadable),
    /// Storage failed.
    #[error("the store failed")]
    Storage(#[from] StorageError),
}

/// What became of subscriptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SubscriptionCounts {
    /// New ones.
    pub created: usize,
    /// Those that last longer now.
    pub renewed: usize,
    /// Those that are ended.
    pub deleted: usize,
}

impl Relay {
    /// All subscriptions of the Oura app.
    ///
    /// # Errors
    ///
    /// If Oura cannot be asked.
    pub async fn subscriptions(&self) -> Result<Vec<Subscription>, SubscriptionError> {
        let (room, app) = self.oura()?;
        let request = subscription::list(&room.settings.api_url, app);
        let reply = self.ask(room, &request).await?;
        Ok(subscription::read_list(&reply.body)?)
    }

    /// Makes it so that every event that is used is sent to `callback_url`. A server must answer there
    /// while this runs.
    ///
    /// # Errors
    ///
    /// If Oura cannot be asked, or refuses.
    pub async fn subscribe(
        &self,
        callback_url: &str,
        verification_token: &SecretString,
    ) -> Result<SubscriptionCounts, SubscriptionError> {
        let existing = self.subscriptions().await?;
        let steps = subscription::plan(&existing, callback_url, self.inner.clock.now());
        self.take_steps(steps, callback_url, verification_token)
            .await
    }

    /// Lets all subscriptions that lead to `callback_url` last longer.
    ///
    /// # Errors
    ///
    /// If Oura cannot be asked, or refuses.
    pub async fn renew_subscriptions(
        &self,
        callback_url: &str,
    ) -> Result<SubscriptionCounts, SubscriptionError> {
        let steps = self.of_all(callback_url, Step::Renew).await?;
        self.take_steps(steps, callback_url, &SecretString::default())
            .await
    }

    /// Ends all subscriptions that lead to `callback_url`.
    ///
    /// # Errors
    ///
    /// If Oura cannot be asked, or refuses.
    pub async fn unsubscribe(
        &self,
        callback_url: &str,
    ) -> Result<SubscriptionCounts, SubscriptionError> {
        let steps = self.of_all(callback_url, Step::Delete).await?;
        self.take_steps(steps, callback_url, &SecretString::default())
            .await
    }

    async fn of_all(
        &self,
        callback_url: &str,
        step: fn(String) -> Step,
    ) -> Result<Vec<Step>, SubscriptionError> {
        let existing = self.subscriptions().await?;
        let ours = existing.into_iter();
        let ours = ours.filter(|one| one.callback_url == callback_url);
        Ok(ours.map(|one| step(one.id)).collect())
    }

    async fn take_steps(
        &self,
        steps: Vec<Step>,
        callback_url: &str,
        verification_token: &SecretString,
    ) -> Result<SubscriptionCounts, SubscriptionError> {
        let (room, app) = self.oura()?;
        let api = &room.settings.api_url;
        let mut counts = SubscriptionCounts::default();
        for step in steps {
            let (request, count) = match &step {
                Step::Create {
                    event_type,
                    data_type,
                } => {
                    let token = verification_token;
                    let request =
                        subscription::create(api, app, callback_url, token, event_type, data_type);
                    (request, &mut counts.created)
                }
                Step::Renew(id) => (subscription::renew(api, app, id), &mut counts.renewed),
                Step::Delete(id) => (subscription::delete(api, app, id), &mut counts.deleted),
            };
            match self.ask(room, &request).await {
                Ok(_) => *count += 1,
                // Gone already: there is nothing to end, and what is to be renewed is made anew next time.
                Err(SubscriptionError::Refused(404)) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(counts)
    }

    fn oura(&self) -> Result<(&Room, &ClientApp), SubscriptionError> {
        let room = self.inner.rooms.get(&Vendor::Oura);
        let room = room.ok_or(SubscriptionError::NotSetUp)?;
        let sign_in = room.settings.sign_in.as_ref();
        let sign_in = sign_in.ok_or(SubscriptionError::NotSetUp)?;
        Ok((room, &sign_in.client))
    }

    async fn ask(
        &self,
        room: &Room,
        request: &VendorRequest,
    ) -> Result<VendorReply, SubscriptionError> {
        let turn = room.budget.wait(Lane::Interactive, PATIENCE).await?;
        if turn != Acquired::Granted {
            return Err(SubscriptionError::BudgetSpent);
        }
        let reply = self.inner.http.send(request, None).await;
        let reply = reply.map_err(|_| SubscriptionError::Unavailable)?;
        match reply.status {
            200..=299 => Ok(reply),
            status => Err(SubscriptionError::Refused(status)),
        }
    }
}
