import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import Logging
import TestSupport
import Testing
import TodoNetwork
import TodoServer

/// All suites that use sockets are in this one, one after the other.
@Suite("todo-server over HTTP", .serialized)
enum HTTPTests {}

/// A server in this process, on its own database, and a client for it.
struct RunningServer: Sendable {
    let endpoint: Endpoint
    let database: FirestoreDatabase
    let service: FirestoreService
    let store: DocumentStore

    /// Runs `body` with a server, and stops it.
    static func with<T>(
        access: (any Access)? = OpenAccess(), limits: Limits = .development, allowedOrigins: [String] = [],
        _ body: (RunningServer) async throws -> T
    ) async throws -> T {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let store = try DocumentStore(path: folder.file("server.db"))
        let (urls, announce) = AsyncStream.makeStream(of: String.self)
        var configuration = TodoServer.Configuration(port: 0, database: "", limits: limits)
        for origin in allowedOrigins {
            let isOrigin = configuration.allowedOrigins.allow(origin)
            try #require(isOrigin)
        }
        let server = TodoServer(
            configuration, access: access,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let task = Task {
            defer { announce.finish() }
            try await server.serve(store) { announce.yield($0) }
        }
        let transport = CurlTransport(configuration: .init(maximumConnectionsPerHost: 32, proxy: .none))
        var iterator = urls.makeAsyncIterator()
        let url = try #require(await iterator.next(), "the server did not start")
        let database = try FirestoreDatabase(projectID: "p", url: url)
        let running = RunningServer(
            endpoint: Endpoint(authority: String(url.dropFirst("http://".count)), transport: transport),
            database: database,
            service: FirestoreService(
                database, transport: transport, credentials: try EmulatorCredentials.admin(), retry: .never),
            store: store)
        let result: Result<T, any Error>
        do {
            result = .success(try await body(running))
        } catch {
            result = .failure(error)
        }
        await transport.shutDown()
        task.cancel()
        _ = await task.result
        try store.close()
        return try result.get()
    }
}

/// A server for raw requests.
struct Endpoint: Sendable {
    let authority: String
    let transport: CurlTransport

    /// The answer.
    struct Reply {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        var json: JSONValue { (try? JSONValue(parsing: body)) ?? .null }
        /// The name of the error; nil for a success.
        var error: String? { json["error"]?["status"]?.string }
    }

    /// Where the documents of these tests' database are.
    static let documents = "/v1/projects/p/databases/(default)/documents"

    /// Sends a request to an absolute path.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, contentType: String = "application/json",
        authorization: String? = "Bearer owner", fields: HTTPFields = [:]
    ) async throws -> Reply {
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        request.headerFields = fields
        request.headerFields[.authorization] = authorization
        if body != nil { request.headerFields[.contentType] = contentType }
        let (response, bytes) = try await transport.collect(request, body: body.map { HTTPBody($0) })
        return Reply(status: response.status.code, fields: response.headerFields, body: bytes)
    }

    /// Sends `body` to a method of the database.
    func call(_ method: String, _ body: JSONValue) async throws -> Reply {
        try await send(.post, "\(Self.documents):\(method)", body.canonicalJSON)
    }
}
