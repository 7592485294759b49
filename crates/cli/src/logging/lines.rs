//! Lines that are written together.
//!
//! To write each line where it is said took a sixth of the time of a busy server; to wake a thread
//! for each, as much. So lines wait for a moment, and a thread of their own writes all there are.

use std::{
    io::{self, Write},
    mem,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle},
    time::Duration,
};

use tracing_subscriber::fmt::MakeWriter;

/// How long a line waits for others.
const MOMENT: Duration = Duration::from_millis(20);
/// Bytes that may wait. Whoever says more then waits for the reader of the log.
const MOST_BYTES: usize = 1 << 20;

/// Takes lines; cheap to clone.
#[derive(Clone)]
pub(super) struct Lines(Arc<Shared>);

/// Ends the thread, when dropped, after all is written.
pub(super) struct Ending {
    lines: Lines,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    waiting: Mutex<Waiting>,
    /// There is a first line, or the end has come.
    news: Condvar,
    /// What waited is being written.
    room: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    is_over: bool,
}

impl Lines {
    /// Lines that `to` is given.
    pub(super) fn to(mut to: impl Write + Send + 'static) -> io::Result<(Self, Ending)> {
        let lines = Self(Arc::default());
        let writer = lines.clone();
        let thread = thread::Builder::new()
            .name("log".to_owned())
            .spawn(move || {
                let mut batch = Vec::new();
                while writer.take(&mut batch) {
                    // There is nowhere left to say that the log cannot be written.
                    let _ = to.write_all(&batch).and_then(|()| to.flush());
                    batch.clear();
                }
            })?;
        let ending = Ending {
            lines: lines.clone(),
            thread: Some(thread),
        };
        Ok((lines, ending))
    }

    /// Waits for lines and exchanges them for the empty `batch`; says whether there are any, which
    /// in the end there are not.
    fn take(&self, batch: &mut Vec<u8>) -> bool {
        let waits = |waiting: &mut Waiting| !waiting.is_over && waiting.bytes.is_empty();
        let first = self.0.news.wait_while(self.lock(), waits);
        let first = first.unwrap_or_else(PoisonError::into_inner);
        let goes_on = |waiting: &mut Waiting| !waiting.is_over;
        let all = self.0.news.wait_timeout_while(first, MOMENT, goes_on);
        let (mut all, _) = all.unwrap_or_else(PoisonError::into_inner);
        mem::swap(&mut all.bytes, batch);
        self.0.room.notify_all();
        !batch.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        let waiting = self.0.waiting.lock();
        waiting.unwrap_or_else(PoisonError::into_inner)
    }
}

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let full = |waiting: &mut Waiting| waiting.bytes.len() >= MOST_BYTES && !waiting.is_over;
        let waiting = self.0.room.wait_while(self.lock(), full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        let is_first = waiting.bytes.is_empty();
        waiting.bytes.extend_from_slice(line);
        drop(waiting);
        if is_first {
            self.0.news.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        self.lines.lock().is_over = true;
        self.lines.0.news.notify_one();
        self.lines.0.room.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// A log whose reader lets one write after the other through.
    struct Slow {
        through: mpsc::Receiver<()>,
        read: Arc<Mutex<Vec<Vec<u8>>>>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            // A sender that is gone lets everything through.
            let _ = self.through.recv();
            self.read.lock().unwrap().push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_come_whole_and_in_order_and_none_is_lost_at_the_end() {
        let (open, through) = mpsc::channel();
        let read = Arc::default();
        let slow = Slow {
            through,
            read: Arc::clone(&read),
        };
        let (lines, ending) = Lines::to(slow).unwrap();
        let sayers: Vec<_> = (0..4)
            .map(|sayer| {
                let mut lines = lines.clone();
                thread::spawn(move || {
                    for number in 0..20_000 {
                        lines
                            .write_all(format!("{sayer} {number}\n").as_bytes())
                            .unwrap();
                    }
                })
            })
            .collect();
        drop(open);
        for sayer in sayers {
            sayer.join().unwrap();
        }
        drop(ending);
        let text = String::from_utf8(read.lock().unwrap().concat()).unwrap();
        for sayer in 0..4 {
            let start = format!("{sayer} ");
            let said = text.lines().filter_map(|line| line.strip_prefix(&start));
            let expected: Vec<String> = (0..20_000).map(|number| number.to_string()).collect();
            assert_eq!(said.collect::<Vec<_>>(), expected, "{sayer}");
        }
    }

    #[test]
    fn whoever_says_too_much_waits_for_the_reader() {
        let (open, through) = mpsc::channel();
        let read: Arc<Mutex<Vec<Vec<u8>>>> = Arc::default();
        let slow = Slow {
            through,
            read: Arc::clone(&read),
        };
        let (mut lines, ending) = Lines::to(slow).unwrap();
        let line = vec![b'x'; MOST_BYTES];
        let sayer = thread::spawn(move || {
            for _ in 0..3 {
                lines.write_all(&line).unwrap();
            }
        });
        // One is with the reader and one waits; the third fits only after the first is read.
        open.send(()).unwrap();
        sayer.join().unwrap();
        drop(open);
        drop(ending);
        let all: usize = read.lock().unwrap().iter().map(Vec::len).sum();
        assert_eq!(all, 3 * MOST_BYTES);
    }
}
