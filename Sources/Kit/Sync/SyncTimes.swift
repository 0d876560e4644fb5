package import Basics

/// The times that syncing waits.
package struct SyncTimes: Sendable {
    /// The pause between an edit soon after a sync and the next sync, if the remote does not announce changes or has failed.
    /// More edits may join it meanwhile.
    package var gathering = Duration.seconds(2)
    /// The pause between any other edit and the sync that sends it, so that edits of one action are sent together.
    package var joining = Duration.milliseconds(50)
    /// How many times a remote that does not announce changes is asked at short intervals (``watching``) while a person is
    /// editing, here or elsewhere. Together these are a minute.
    package var polls = 12
    /// The pause before asking a remote again that does not announce changes, or whose announcement brought nothing.
    package var watching = Duration.seconds(5)
    /// The pause before observing a database again that could not be observed.
    package var rewatching = Duration.seconds(1)
    /// The pause between two syncs while nothing happens. A minute suits a program that a person looks at.
    package var interval = Duration.seconds(60)
    /// The shortest allowed ``interval``. Without any pause, a device would ask its remote all the time.
    package var shortestInterval = Duration.seconds(1)
    /// How long to wait for another process that is syncing.
    package var patience = Duration.seconds(30)
    /// The pause between two checks whether that process has finished.
    package var polling = Duration.milliseconds(50)
    /// The silence of the remote after which a person who waits for a sync is told of it.
    package var announcing = Duration.seconds(3)
    /// The longest pause after a failure, whatever the remote asks for.
    package var longestPause = Duration.seconds(3600)
    /// The pauses after consecutive failures. They have no jitter, because a single device that comes back is not a crowd.
    package var retry = RetryPolicy(jitter: 0)

    /// The defaults.
    package init() {}
}
