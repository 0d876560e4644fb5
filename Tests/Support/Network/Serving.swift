import Foundation
package import TodoNetwork

/// Runs `body` while a server in this process serves, and stops the server.
/// - Parameters:
///   - serve: serves until its task is cancelled. It calls its argument once clients can connect.
///   - body: gets what the server announced, and a transport for its requests.
package func serving<Announced: Sendable, Result>(
    _ serve: @escaping @Sendable (_ onListening: @escaping @Sendable (Announced) -> Void) async throws -> Void,
    _ body: (Announced, CurlTransport) async throws -> Result
) async throws -> Result {
    let (starts, announce) = AsyncStream.makeStream(of: Announced.self)
    let task = Task {
        defer { announce.finish() }
        try await serve { announce.yield($0) }
    }
    let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 32, proxy: .none))
    var iterator = starts.makeAsyncIterator()
    guard let announced = await iterator.next() else {
        try await task.value
        throw CocoaError(.executableLoad)
    }
    let result: Swift.Result<Result, any Error>
    do {
        result = .success(try await body(announced, transport))
    } catch {
        result = .failure(error)
    }
    await transport.shutDown()
    task.cancel()
    _ = await task.result
    return try result.get()
}
