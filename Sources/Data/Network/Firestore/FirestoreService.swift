package import Basics
package import Logging

/// The Firestore REST v1 API, over any transport.
///
/// Every method throws only `FirestoreError`. Transient failures are retried after a pause. A change whose outcome is
/// unknown is never retried, but thrown as `FirestoreError/outcomeUnknown(_:)`. A reply counts completely or not at
/// all.
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents>
package struct FirestoreService: Sendable {
    /// Time, chance and the log, which tests replace.
    package struct Surroundings: Sendable {
        /// Measures and makes pauses.
        package var clock: any Clock<Duration>
        /// The server's time, learnt from its replies; may be shared.
        package var serverClock: ServerClock
        /// A random number from -1 to 1, for the jitter of pauses.
        package var chance: @Sendable () -> Double
        /// Gets one debug line per failed attempt: method, attempt, code and pause, never a name, token or value.
        package var logger: Logger?

        /// The real ones by default.
        package init(
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
    package let database: FirestoreDatabase
    /// When requests are repeated.
    package var retry: RetryPolicy
    /// Limits of one exchange. `isIdempotent` is set for each request; redirects are never followed. By default an
    /// exchange may last as long as bytes move; only silence ends it.
    package var options: HTTPOptions
    let transport: any HTTPTransport
    let credentials: any CredentialProvider
    let surroundings: Surroundings
    /// The change feed that the server announced, shared by all copies of this service.
    let feed = Locked<String?>(nil)

    /// A service.
    package init(
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
    package var serverClock: ServerClock { surroundings.serverClock }
}
