package import Basics

/// The times that syncing waits, by name.
package struct SyncTimes: Sendable {
    /// Between an edit soon after a sync and the next sync, with a remote that does not announce changes, or that failed; more
    /// edits may join it meanwhile.
    package var gathering = Duration.seconds(2)
    /// Between any other edit and the sync that sends it, so that what belongs to one act goes together.
    package var joining = Duration.milliseconds(50)
    /// How many times a remote that does not announce changes is asked at short intervals (``watching``) while somebody is
    /// editing, here or elsewhere: for a minute.
    package var polls = 12
    /// Before looking again at a remote that does not announce changes, or whose announcement brought nothing.
    package var watching = Duration.seconds(5)
    /// Before observing a database again that could not be observed.
    package var rewatching = Duration.seconds(1)
    /// Between two syncs while nothing happens; a minute suits a program that a person looks at.
    package var interval = Duration.seconds(60)
    /// The shortest such time, whatever is asked for: without any pause a device would ask its remote all the time.
    package var shortestInterval = Duration.seconds(1)
    /// For another process that is syncing.
    package var patience = Duration.seconds(30)
    /// Between two checks whether that process has finished.
    package var polling = Duration.milliseconds(50)
    /// Before somebody who waits for a sync is told that the remote is silent.
    package var announcing = Duration.seconds(3)
    /// The longest pause after a failure, whatever the remote asks for.
    package var longestPause = Duration.seconds(3600)
    /// After consecutive failures. Without jitter, since a single device coming back is no crowd.
    package var retry = RetryPolicy(jitter: 0)

    /// The defaults.
    package init() {}
}
