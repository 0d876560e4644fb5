/// How much of the server one client may take.
public struct Limits: Sendable {
    /// So many at once, and so many a second for ever.
    public struct Rate: Sendable {
        /// How many may come at once.
        public var burst: Double
        /// How many come back each second.
        public var perSecond: Double

        /// So many at once, and so many a second.
        public init(burst: Double, perSecond: Double) {
            self.burst = burst
            self.perSecond = perSecond
        }

        /// No limit.
        public static let unlimited = Rate(burst: .infinity, perSecond: .infinity)
    }

    /// So much for all users together, and so much for one of them.
    public struct Share: Sendable {
        /// For all together.
        public var total: Int
        /// For one user.
        public var perUser: Int

        /// So much for all, and so much for one.
        public init(total: Int, perUser: Int) {
            self.total = total
            self.perUser = perUser
        }
    }

    /// Requests of one address without a valid token: of IPv6, of one /64.
    public var requestsPerAddress = Rate(burst: 1000, perSecond: 200)
    /// Requests of one user, from all addresses.
    public var requestsPerUser = Rate(burst: 500, perSecond: 100)
    /// Wrong tokens of one address.
    public var failuresPerAddress = Rate(burst: 20, perSecond: 0.5)
    /// Connections of all clients.
    public var connections = 4096
    /// Connections of one address.
    public var connectionsPerAddress = 512
    /// How long a connection may take until a request's head is there, the first or the next.
    public var headTimeout: Duration = .seconds(60)
    /// How long a request's body may take to arrive.
    public var bodyTimeout: Duration = .seconds(120)
    /// How many bytes of a body have to arrive, or its end, within ``bodyPaceTime`` and again and again.
    public var bodyPace = 128 << 10
    /// In what time ``bodyPace`` bytes of a body have to arrive.
    public var bodyPaceTime: Duration = .seconds(30)
    /// How long a client may take nothing of an answer.
    public var writeTimeout: Duration = .seconds(60)
    /// Bytes of bodies that have come and are not answered.
    public var bodyBytes = Share(total: 64 << 20, perUser: 16 << 20)
    /// Bytes of answers in memory that nobody has taken; what is beyond goes to files.
    public var answerBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// Bytes of answers in files that nobody has taken.
    public var answerFileBytes = Share(total: 4 << 30, perUser: 512 << 20)
    /// Queries and other large reads that run at one time.
    public var queries = Share(total: 8, perUser: 2)
    /// Large requests of one user that may wait for their turn.
    public var waitingPerUser = 100
    /// Open transactions of one user.
    public var transactionsPerUser = 100
    /// Bytes of what open transactions have read.
    public var transactionBytes = Share(total: 32 << 20, perUser: 4 << 20)
    /// What a space may hold.
    public var quota = Quota()
    /// How long a client of the change feed is kept waiting.
    public var feedTimeout: Duration = .seconds(50)
    /// How long a read-only transaction may look at the state of its first read.
    public var snapshotLifetime: Duration = .seconds(60)
    /// How long a shutdown waits for the answers that are under way.
    public var shutdownTimeout: Duration = .seconds(25)

    /// The limits of a server on the internet.
    public init() {}

    /// No limits on rates and connections: for a server that only its own machine reaches.
    public static var development: Limits {
        var limits = Limits()
        limits.requestsPerAddress = .unlimited
        limits.requestsPerUser = .unlimited
        limits.connections = .max
        limits.connectionsPerAddress = .max
        return limits
    }
}
