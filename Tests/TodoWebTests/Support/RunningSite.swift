import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoNetwork
import TodoWeb

/// The pages of a store in this process, and a client for them.
struct RunningSite: Sendable {
    let store: TodoStore
    /// `127.0.0.1:12345`.
    let authority: String
    /// The path that signs in: `/in/…`.
    let link: String
    let folder: TemporaryFolder
    let transport: CurlTransport

    /// Runs `body` with the pages of an empty store, and stops them.
    static func with<T>(
        _ store: TodoStore? = nil, _ change: (inout WebConfiguration, TemporaryFolder) throws -> Void = { _, _ in },
        _ body: (RunningSite) async throws -> T
    ) async throws -> T {
        let folder = try TemporaryFolder()
        let store = try store ?? .testing(seed: 1)
        var configuration = WebConfiguration()
        configuration.port = 0
        configuration.settings = UserSettings(path: folder.file("config"))
        configuration.sessionFile = folder.file("sessions")
        configuration.linkFile = folder.file("link")
        try change(&configuration, folder)
        let server = WebServer(store, configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await serving(server.serve) { (listening: WebServer.Listening, transport) in
            let authority = String(listening.url.drop { $0 != "/" }.dropFirst(2))
            return try await body(
                RunningSite(
                    store: store, authority: authority, link: String(listening.link.dropFirst(listening.url.count)),
                    folder: folder, transport: transport))
        }
    }

    /// What a request was answered with.
    struct Reply: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The page that it leads to.
        var location: String? { fields[.location] }
        /// The cookie that it sets, as a request has it.
        var cookie: String? { fields[.setCookie].map { String($0.prefix { $0 != ";" }) } }
    }

    /// Sends a request; redirects are not followed.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, cookie: String? = nil,
        fields: HTTPFields = [:]
    ) async throws -> Reply {
        var request = HTTPRequest(method: method, scheme: "http", authority: authority, path: path)
        request.headerFields = fields
        if let cookie { request.headerFields[.cookie] = cookie }
        if body != nil, request.headerFields[.contentType] == nil {
            request.headerFields[.contentType] = "application/x-www-form-urlencoded"
        }
        let (response, bytes) = try await transport.collect(request, body: body.map { HTTPBody($0) })
        return Reply(status: response.status.code, fields: response.headerFields, body: bytes)
    }

    /// A link as another process makes it.
    func makeLink() throws -> String {
        try LinkFile(path: folder.file("link")).makeLink(at: "", now: store.stack.environment.now())
    }

    /// A browser that has used the link.
    func signIn(by link: String? = nil) async throws -> SignedIn {
        let reply = try await send(.get, link ?? self.link)
        let cookie = try #require(reply.cookie, "the link does not sign in")
        let page = try await send(.get, "/", cookie: cookie)
        let token = try #require(page.text.firstMatch(of: #/data-token="([0-9a-f]+)"/#)?.1)
        return SignedIn(site: self, cookie: cookie, token: String(token))
    }
}

/// A browser that is signed in, without JavaScript.
struct SignedIn: Sendable {
    let site: RunningSite
    let cookie: String
    let token: String
    var store: TodoStore { site.store }

    /// A page.
    func get(_ path: String, fields: HTTPFields = [:]) async throws -> RunningSite.Reply {
        try await site.send(.get, path, cookie: cookie, fields: fields)
    }

    /// Sends a form, as a browser does.
    func post(
        _ act: String, _ values: [String: String] = [:], token: String? = nil, fields: HTTPFields = [:]
    ) async throws -> RunningSite.Reply {
        var values = values
        values["token"] = token ?? self.token
        let body = values.sorted { $0.key < $1.key }.map { "\(Self.encoded($0))=\(Self.encoded($1))" }.joined(
            separator: "&")
        return try await site.send(.post, act, body, cookie: cookie, fields: fields)
    }

    /// Does something that works, and reads the page that it leads to.
    @discardableResult
    func act(
        _ name: String, _ values: [String: String] = [:], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> RunningSite.Reply {
        let reply = try await post("/do/" + name, values)
        #expect(reply.status == 303, "\(name): \(reply.text.problem)", sourceLocation: sourceLocation)
        return try await get(reply.location ?? "/")
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}

extension String {
    /// The problem that a page names.
    var problem: String {
        firstMatch(of: #/class="(?:failure|problem)"[^>]*>(?:<p>)?([^<]*)/#).map { String($0.1) } ?? String(prefix(300))
    }
}
