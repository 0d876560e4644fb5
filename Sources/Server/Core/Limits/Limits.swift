/// The limits on one client's use of the server.
package struct Limits: Sendable {
    /// A burst and a sustained rate.
    package struct Rate: Sendable {
        /// How many may come at once.
        package var burst: Double
        /// How many more are allowed each second.
        package var perSecond: Double

        /// A rate.
        package init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }

        /// No limit.
        package static let unlimited = Rate(burst: .infinity, perSecond: .infinity)
    }

    /// A limit for all users together, and one for each user.
    package struct Share: Sendable {
        /// For all users together.
        package var total: Int
        /// For each user.
        package var perUser: Int

        /// A pair of limits.
        package init(total: Int, perUser: Int) {
            self.total = total
            self.perUser = perUser
        }
    }

    /// Requests without a valid token from one address; for IPv6, from a /64 network.
    package var requestsPerAddress = Rate(burst: 1000, perSecond: 200)
    /// Requests of one user, from any address.
    package var requestsPerUser = Rate(burst: 500, perSecond: 100)
    /// Wrong tokens from one address.
    package var failuresPerAddress = Rate(burst: 20, perSecond: 0.5)
    /// Connections of all clients.
    package var connections = 4096
    /// Connections from one address.
    package var connectionsPerAddress = 512
    /// How long the head of a request may take to arrive, for the first and for later requests.
    package var headTimeout: Duration = .seconds(60)
    /// How long a request's body may take to arrive. It is long enough for a slow line; ``bodyPace`` shows whether the
    /// body still moves.
    package var bodyTimeout: Duration = .seconds(3600)
    /// How many bytes of a body, or its end, have to arrive in each ``bodyPaceTime``.
    package var bodyPace = 16 << 10
    /// The period in which ``bodyPace`` bytes of a body have to arrive.
    package var bodyPaceTime: Duration = .seconds(30)
    /// How long a client may take without reading any of a response.
    package var writeTimeout: Duration = .seconds(60)
    /// Bytes of bodies that have been received but not answered.
    package var bodyBytes = Share(total: 64 << 20, perUser: 16 << 20)
    /// Bytes of unread answers in memory; more goes to files.
    package var answerBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// Bytes of unread answers in files.
    package var answerFileBytes = Share(total: 4 << 30, perUser: 512 << 20)
    /// Queries and other large reads that run at the same time.
    package var queries = Share(total: 8, perUser: 2)
    /// Large requests of one user that may wait for their turn.
    package var waitingPerUser = 100
    /// Open transactions of one user.
    package var transactionsPerUser = 100
    /// Bytes of the reads recorded for open transactions.
    package var transactionBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// The maximum size of a user's own space.
    package var quota = Quota()
    /// The maximum size of a space that several people share. It counts for no user.
    package var sharedQuota = Quota(documents: 100_000, bytes: 256 << 20)
    /// How many shared spaces one user may have made, without those that are closed and emptied.
    package var sharedSpacesPerUser = 20
    /// How long a client of the change feed is kept waiting.
    package var feedTimeout: Duration = .seconds(50)
    /// How long a read-only transaction may use the snapshot of its first read.
    package var snapshotLifetime: Duration = .seconds(60)
    /// How long a shutdown waits for pending answers.
    package var shutdownTimeout: Duration = .seconds(25)

    /// The limits for a server on the internet.
    package init() {}

    /// No limits on rates and connections: for a server that only its own machine can reach.
    package static var development: Limits {
        var limits = Limits()
        limits.requestsPerAddress = .unlimited
        limits.requestsPerUser = .unlimited
        limits.connections = .max
        limits.connectionsPerAddress = .max
        return limits
    }
}
