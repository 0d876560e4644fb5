public import Basics
public import Logging

/// The Firestore REST v1 API, over any transport.
///
/// Every method throws only ``FirestoreError``. Transient failures are retried after a pause. A change whose outcome is
/// unknown is never retried, but thrown as ``FirestoreError/outcomeUnknown(_:)``. A reply counts completely or not at
/// all.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents>
public struct FirestoreService: Sendable {
    /// Time, chance and the log, which tests replace.
    public struct Surroundings: Sendable {
        /// Measures and makes pauses.
        public var clock: any Clock<Duration>
        /// The server's time, learnt from its replies; may be shared.
        public var serverClock: ServerClock
        /// A random number from -1 to 1, for the jitter of pauses.
        public var chance: @Sendable () -> Double
        /// Gets one debug line per failed attempt: method, attempt, code and pause, never a name, token or value.
        public var logger: Logger?

        /// The real ones by default.
        public init(
            clock: any Clock<Duration> = ContinuousClock(), serverClock: ServerClock = ServerClock(),
            chance: @escaping @Sendable () -> Double = { Double.random(in: -1...1) }, logger: Logger? = nil
        ) {
            self.clock = clock
            self.serverClock = serverClock
            self.chance = chance
            self.logger = logger
        }
    }

    /// The database of the service.
    public let database: FirestoreDatabase
    /// When requests are repeated.
    public var retry: RetryPolicy
    /// Limits of one exchange. `isIdempotent` is set for each request; redirects are never followed. By default an
    /// exchange may last as long as bytes move; only silence ends it.
    public var options: HTTPOptions
    let transport: any HTTPTransport
    let credentials: any CredentialProvider
    let surroundings: Surroundings
    /// The change feed that the server announced, shared by all copies of this service.
    let feed = Locked<String?>(nil)

    /// A service.
    public init(
        _ database: FirestoreDatabase, transport: any HTTPTransport,
        credentials: any CredentialProvider = AnonymousCredentials(), retry: RetryPolicy = RetryPolicy(),
        options: HTTPOptions = HTTPOptions(totalTimeout: nil), surroundings: Surroundings = Surroundings()
    ) {
        self.database = database
        self.transport = transport
        self.credentials = credentials
        self.retry = retry
        self.options = options
        self.surroundings = surroundings
    }

    /// The server's time according to its replies.
    public var serverClock: ServerClock { surroundings.serverClock }
}
