//! The access log, kept while something is answered.

use tokio::sync::oneshot;
use vitalog_service::Service;

/// Does `work`, and writes what it notes in the access log meanwhile and at its end.
pub(crate) async fn kept_while<T>(service: &Service, work: impl Future<Output = T>) -> T {
    let (no_more, asked) = oneshot::channel::<()>();
    let work = async move {
        let done = work.await;
        drop(no_more);
        done
    };
    let kept = service.keep_access(async { drop(asked.await) });
    tokio::join!(work, kept).0
}
