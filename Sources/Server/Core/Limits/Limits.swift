/// The limits on one client's use of the server.
public struct Limits: Sendable {
    /// A burst and a sustained rate.
    public struct Rate: Sendable {
        /// How many may come at once.
        public var burst: Double
        /// How many more are allowed each second.
        public var perSecond: Double

        /// A rate.
        public init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }

        /// No limit.
        public static let unlimited = Rate(burst: .infinity, perSecond: .infinity)
    }

    /// A limit for all users together, and one for each user.
    public struct Share: Sendable {
        /// For all users together.
        public var total: Int
        /// For each user.
        public var perUser: Int

        /// A pair of limits.
        public init(total: Int, perUser: Int) {
            self.total = total
            self.perUser = perUser
        }
    }

    /// Requests without a valid token from one address; for IPv6, from a /64 network.
    public var requestsPerAddress = Rate(burst: 1000, perSecond: 200)
    /// Requests of one user, from any address.
    public var requestsPerUser = Rate(burst: 500, perSecond: 100)
    /// Wrong tokens from one address.
    public var failuresPerAddress = Rate(burst: 20, perSecond: 0.5)
    /// Connections of all clients.
    public var connections = 4096
    /// Connections from one address.
    public var connectionsPerAddress = 512
    /// How long the head of a request may take to arrive, for the first and for later requests.
    public var headTimeout: Duration = .seconds(60)
    /// How long a request's body may take to arrive. It is long enough for a slow line; ``bodyPace`` shows whether the
    /// body still moves.
    public var bodyTimeout: Duration = .seconds(3600)
    /// How many bytes of a body, or its end, have to arrive in each ``bodyPaceTime``.
    public var bodyPace = 16 << 10
    /// The period in which ``bodyPace`` bytes of a body have to arrive.
    public var bodyPaceTime: Duration = .seconds(30)
    /// How long a client may take without reading any of a response.
    public var writeTimeout: Duration = .seconds(60)
    /// Bytes of bodies that have been received but not answered.
    public var bodyBytes = Share(total: 64 << 20, perUser: 16 << 20)
    /// Bytes of unread answers in memory; more goes to files.
    public var answerBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// Bytes of unread answers in files.
    public var answerFileBytes = Share(total: 4 << 30, perUser: 512 << 20)
    /// Queries and other large reads that run at the same time.
    public var queries = Share(total: 8, perUser: 2)
    /// Large requests of one user that may wait for their turn.
    public var waitingPerUser = 100
    /// Open transactions of one user.
    public var transactionsPerUser = 100
    /// Bytes of the reads recorded for open transactions.
    public var transactionBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// The maximum size of a user's own space.
    public var quota = Quota()
    /// The maximum size of a space that several people share. It counts for no user.
    public var sharedQuota = Quota(documents: 100_000, bytes: 256 << 20)
    /// How many shared spaces one user may have made, without those that are closed and emptied.
    public var sharedSpacesPerUser = 20
    /// How long a client of the change feed is kept waiting.
    public var feedTimeout: Duration = .seconds(50)
    /// How long a read-only transaction may use the snapshot of its first read.
    public var snapshotLifetime: Duration = .seconds(60)
    /// How long a shutdown waits for pending answers.
    public var shutdownTimeout: Duration = .seconds(25)

    /// The limits for a server on the internet.
    public init() {}

    /// No limits on rates and connections: for a server that only its own machine can reach.
    public static var development: Limits {
        var limits = Limits()
        limits.requestsPerAddress = .unlimited
        limits.requestsPerUser = .unlimited
        limits.connections = .max
        limits.connectionsPerAddress = .max
        return limits
    }
}
