#if Server
    import Basics
    import Foundation
    public import Logging
    public import TodoKit
    import TodoServer

    /// A `todo-server` in the process of a test, on a free port of this machine, with its documents in a temporary folder.
    /// It allows everything to all clients, and stops when its last reference is released.
    /// ```swift
    /// let server = try await InProcessServer()
    /// try await store.sync.setRemote(server.remote(of: "ada"))
    /// ```
    public final class InProcessServer: Sendable {
        /// Its address, such as `http://127.0.0.1:49152`.
        public let url: String
        private let folder: URL
        private let task: Task<Void, any Error>

        /// Starts a server and waits until it listens.
        /// - Parameter logger: receives its log; by default the log is discarded.
        /// - Throws: the errors of `TodoServer.run(onListening:)`.
        public init(logger: Logger = Logger(label: "todo-server") { _ in SwiftLogNoOpLogHandler() }) async throws {
            let name = "todo-server-\(Randomness.uuid().uuidString)"
            folder = FileManager.default.temporaryDirectory.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let server = TodoServer(
                .init(port: 0, database: folder.appending(path: "server.db").path), isOpen: true, logger: logger)
            let (addresses, continuation) = AsyncThrowingStream.makeStream(of: String.self)
            task = Task {
                do {
                    try await server.run { continuation.yield($0) }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                    throw error
                }
            }
            var listening: String?
            for try await address in addresses {
                listening = address
                break
            }
            guard let listening else { throw CancellationError() }
            url = listening
        }

        deinit {
            task.cancel()
            try? FileManager.default.removeItem(at: folder)
        }

        /// The space of a person, for ``SyncCoordinator/setRemote(_:merging:moved:)``.
        public func remote(of user: String = "user") -> RemoteConfiguration {
            RemoteConfiguration(url: url, user: user, credentials: .emulator)
        }

        /// Stops it, and waits until it has ended.
        public func stop() async {
            task.cancel()
            _ = await task.result
        }
    }
#endif
