//! Who is connected, and who has to go when there is no place left.
//!
//! Anyone can open a connection and say nothing. There is a number of seats; whoever comes when
//! all are taken gets that of the connection that has been waiting the longest for its first
//! request, or, where there is none that waits for its first, for its next. The same holds among
//! those of one address that have never made one, of which there may be fewer for long. A new
//! connection is given a moment to make its first request, and one with a request under way keeps
//! its seat.

use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout},
};
use tokio_util::sync::CancellationToken;

/// The wait for a seat before another connection is sent away.
const PATIENCE: Duration = Duration::from_millis(50);
/// How long a stranger keeps its seat in any case. Connections are accepted faster than they are
/// read, so that one that has just come may have sent its request already.
const WELCOME: Duration = Duration::from_secs(2);

/// The seats of a server.
#[derive(Clone)]
pub(super) struct Seats {
    free: Arc<Semaphore>,
    taken: Arc<Mutex<Taken>>,
    most_strangers: usize,
}

#[derive(Default)]
struct Taken {
    next: u64,
    turn: u64,
    connections: HashMap<u64, Entry>,
}

struct Entry {
    from: IpAddr,
    /// Requests that are not answered to their end.
    under_way: usize,
    /// Whether it has made a request.
    is_known: bool,
    /// When it began to wait, in turns; the smallest has waited the longest.
    waits_since: u64,
    came: Instant,
    leave: CancellationToken,
}

impl Entry {
    fn is_stranger(&self) -> bool {
        !self.is_known && self.waits()
    }

    fn has_outstayed(&self) -> bool {
        self.is_stranger() && self.came.elapsed() >= WELCOME
    }

    fn waits(&self) -> bool {
        self.under_way == 0 && !self.leave.is_cancelled()
    }
}

impl Seats {
    /// So many seats; connections of one address that have made no request may hold
    /// `most_strangers` of them for longer than a moment.
    pub(super) fn new(seats: usize, most_strangers: usize) -> Self {
        Self {
            free: Arc::new(Semaphore::new(seats)),
            taken: Arc::default(),
            most_strangers,
        }
    }

    /// Takes a seat, and sends someone away for it where it must. Waits while every connection has
    /// a request under way or has only just come.
    pub(super) async fn take(&self, from: IpAddr) -> Option<Seat> {
        let from = neighbourhood(from);
        self.lock()
            .make_room_for_stranger(from, self.most_strangers);
        let place = loop {
            if let Ok(place) = self.free.clone().try_acquire_owned() {
                break place;
            }
            self.send_one_away();
            if let Ok(place) = timeout(PATIENCE, self.free.clone().acquire_owned()).await {
                break place.ok()?;
            }
        };
        let leave = CancellationToken::new();
        let number = self.lock().seat(from, leave.clone());
        Some(Seat {
            number,
            leave,
            taken: self.taken.clone(),
            _place: place,
        })
    }

    /// Sends the connection away that can best be done without, if there is one.
    pub(super) fn send_one_away(&self) {
        self.lock().send_one_away();
    }

    fn lock(&self) -> MutexGuard<'_, Taken> {
        lock(&self.taken)
    }
}

/// The table is whole after every change, whatever becomes of who changes it.
fn lock(taken: &Mutex<Taken>) -> MutexGuard<'_, Taken> {
    taken.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Taken {
    fn seat(&mut self, from: IpAddr, leave: CancellationToken) -> u64 {
        let number = self.next;
        self.next += 1;
        let waits_since = self.next_turn();
        self.connections.insert(
            number,
            Entry {
                from,
                under_way: 0,
                is_known: false,
                waits_since,
                came: Instant::now(),
                leave,
            },
        );
        number
    }

    fn next_turn(&mut self) -> u64 {
        self.turn += 1;
        self.turn
    }

    /// Leaves fewer than `most` strangers of an address, but for those that have only just come.
    fn make_room_for_stranger(&self, from: IpAddr, most: usize) {
        let of_address = || self.connections.values().filter(|entry| entry.from == from);
        let strangers = of_address().filter(|entry| entry.is_stranger()).count();
        let too_many = (strangers + 1).saturating_sub(most);
        if too_many == 0 {
            return;
        }
        let mut outstayed: Vec<_> = of_address().filter(|entry| entry.has_outstayed()).collect();
        outstayed.sort_unstable_by_key(|entry| entry.waits_since);
        for entry in outstayed.into_iter().take(too_many) {
            entry.leave.cancel();
        }
    }

    fn send_one_away(&self) {
        // One that has made a request before is not sent away for strangers: they go soon.
        let are_strangers = self.connections.values().any(Entry::is_stranger);
        let dispensable = self
            .connections
            .values()
            .filter(|entry| {
                if are_strangers {
                    entry.has_outstayed()
                } else {
                    entry.waits()
                }
            })
            .min_by_key(|entry| entry.waits_since);
        if let Some(entry) = dispensable {
            entry.leave.cancel();
        }
    }
}

/// A seat, free again when dropped.
pub(super) struct Seat {
    number: u64,
    leave: CancellationToken,
    taken: Arc<Mutex<Taken>>,
    _place: OwnedSemaphorePermit,
}

impl Seat {
    /// Done when another one needs the seat.
    pub(super) async fn needed(&self) {
        self.leave.cancelled().await;
    }

    /// Whether nothing is under way here.
    pub(super) fn waits(&self) -> bool {
        self.entry(|entry| entry.under_way == 0).unwrap_or(true)
    }

    /// Whether a request has been made here.
    pub(super) fn is_known(&self) -> bool {
        self.entry(|entry| entry.is_known).unwrap_or(false)
    }

    /// Keeps the seat until the request that has come is answered to its end.
    pub(super) fn keep(&self) -> Kept {
        if let Some(entry) = lock(&self.taken).connections.get_mut(&self.number) {
            entry.under_way += 1;
            entry.is_known = true;
        }
        Kept {
            number: self.number,
            taken: self.taken.clone(),
        }
    }

    fn entry<T>(&self, read: impl FnOnce(&Entry) -> T) -> Option<T> {
        lock(&self.taken).connections.get(&self.number).map(read)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        lock(&self.taken).connections.remove(&self.number);
    }
}

/// A request under way on a seat.
pub(super) struct Kept {
    number: u64,
    taken: Arc<Mutex<Taken>>,
}

impl Drop for Kept {
    fn drop(&mut self) {
        let mut taken = lock(&self.taken);
        let turn = taken.next_turn();
        if let Some(entry) = taken.connections.get_mut(&self.number) {
            entry.under_way -= 1;
            entry.waits_since = turn;
        }
    }
}

/// What counts as one address: of the newer protocol, all that one line is given.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::advance;

    use super::*;

    const HERE: &str = "192.0.2.1";
    const THERE: &str = "192.0.2.2";

    async fn sit(seats: &Seats, from: &str) -> Seat {
        seats.take(from.parse().unwrap()).await.unwrap()
    }

    fn told_to_go(seats: &[&Seat]) -> Vec<bool> {
        seats.iter().map(|seat| seat.leave.is_cancelled()).collect()
    }

    /// Lets the next one in although all seats are taken: the one sent away goes.
    async fn squeeze_in(seats: &Seats, sitting: &mut Vec<Seat>) -> Seat {
        let room = async {
            loop {
                sitting.retain(|seat| !seat.leave.is_cancelled());
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        tokio::select! {
            seat = sit(seats, THERE) => seat,
            () = room => unreachable!(),
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_full_house_sends_the_longest_waiting_stranger_away_first() {
        let seats = Seats::new(3, 10);
        let known = sit(&seats, HERE).await;
        drop(known.keep());
        let mut sitting = vec![known, sit(&seats, HERE).await, sit(&seats, HERE).await];
        let numbers = |sitting: &[Seat]| sitting.iter().map(|seat| seat.number).collect::<Vec<_>>();
        assert_eq!(numbers(&sitting), [0, 1, 2]);
        let _third = squeeze_in(&seats, &mut sitting).await;
        assert_eq!(numbers(&sitting), [0, 2]);
        let fourth = squeeze_in(&seats, &mut sitting).await;
        assert_eq!(numbers(&sitting), [0]);
        drop(fourth.keep());
        assert!(fourth.is_known());
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_under_way_keeps_its_seat_and_waiting_begins_at_its_end() {
        let seats = Seats::new(2, 10);
        let mut sitting = vec![sit(&seats, HERE).await, sit(&seats, HERE).await];
        let (first, second) = (sitting[0].keep(), sitting[1].keep());
        let waiting = timeout(Duration::from_mins(1), sit(&seats, THERE)).await;
        assert!(waiting.is_err(), "nobody can be sent away");
        drop(second);
        drop(first);
        assert!(sitting.iter().all(Seat::waits));
        let _third = squeeze_in(&seats, &mut sitting).await;
        assert_eq!(sitting[0].number, 0, "the second one has waited longer");
    }

    #[tokio::test(start_paused = true)]
    async fn strangers_of_one_address_make_room_for_one_another() {
        let seats = Seats::new(100, 2);
        let known = sit(&seats, HERE).await;
        drop(known.keep());
        let (first, second) = (sit(&seats, HERE).await, sit(&seats, HERE).await);
        let elsewhere = (sit(&seats, THERE).await, sit(&seats, THERE).await);
        assert_eq!(told_to_go(&[&known, &first, &second]), [false; 3]);
        advance(WELCOME).await;
        let third = sit(&seats, HERE).await;
        assert_eq!(told_to_go(&[&first, &second, &third]), [true, false, false]);
        let _fourth = sit(&seats, HERE).await;
        assert_eq!(told_to_go(&[&known, &second, &third]), [false, true, false]);
        assert_eq!(told_to_go(&[&elsewhere.0, &elsewhere.1]), [false; 2]);
    }

    #[tokio::test(start_paused = true)]
    async fn strangers_that_have_only_just_come_may_be_more_for_a_moment() {
        let seats = Seats::new(100, 2);
        let mut crowd = Vec::new();
        for _ in 0..5 {
            crowd.push(sit(&seats, HERE).await);
        }
        advance(WELCOME.saturating_sub(Duration::from_millis(1))).await;
        crowd.push(sit(&seats, HERE).await);
        let told = |crowd: &[Seat]| told_to_go(&crowd.iter().collect::<Vec<_>>());
        assert_eq!(told(&crowd), [false; 6]);
        advance(Duration::from_millis(1)).await;
        crowd.push(sit(&seats, HERE).await);
        assert_eq!(
            told(&crowd),
            [true, true, true, true, true, false, false],
            "two are left"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_goes_for_a_stranger_while_another_has_only_just_come() {
        let seats = Seats::new(2, 10);
        let known = sit(&seats, HERE).await;
        drop(known.keep());
        let young = sit(&seats, HERE).await;
        let early = timeout(Duration::from_secs(1), sit(&seats, THERE)).await;
        assert!(early.is_err());
        assert_eq!(told_to_go(&[&known, &young]), [false; 2]);
        let late = timeout(WELCOME, sit(&seats, THERE)).await;
        assert!(late.is_err(), "the one that was told to go is still there");
        assert!(told_to_go(&[&known, &young])[1]);
    }

    #[tokio::test]
    async fn a_seat_that_is_left_is_free() {
        let seats = Seats::new(1, 1);
        for _ in 0..3 {
            let seat = sit(&seats, HERE).await;
            let kept = seat.keep();
            drop(seat);
            // The answer may outlive the connection.
            drop(kept);
        }
        assert!(lock(&seats.taken).connections.is_empty());
    }

    #[test]
    fn addresses_of_one_line_are_one() {
        let same = |one: &str, other: &str| {
            neighbourhood(one.parse().unwrap()) == neighbourhood(other.parse().unwrap())
        };
        assert!(same("192.0.2.1", "::ffff:192.0.2.1"));
        assert!(same("2001:db8:0:1::1", "2001:db8:0:1:ffff::2"));
        assert!(!same("2001:db8:0:1::1", "2001:db8:0:2::1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
    }
}
