package import Basics

/// How long what has to do with syncing waits, each by its name.
package struct SyncTimes: Sendable {
    /// Between an edit and the sync that sends it: what is edited meanwhile goes with it.
    package var gathering = Duration.seconds(2)
    /// Before a remote that does not tell of changes, or told of one that brought nothing, is looked at again.
    package var watching = Duration.seconds(5)
    /// Before a database that could not be watched is watched again.
    package var rewatching = Duration.seconds(1)
    /// For another process that is syncing.
    package var patience = Duration.seconds(30)
    /// Between two looks whether that process has ended.
    package var polling = Duration.milliseconds(50)
    /// At most after a failure, whatever the remote asks for.
    package var longestPause = Duration.seconds(3600)
    /// After the syncs that fail, one after the other. The last device to come back is no crowd.
    package var retry = RetryPolicy(jitter: 0)

    /// The usual times.
    package init() {}
}
