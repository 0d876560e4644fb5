import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoNetwork

@testable import TodoDav

/// The server of a store in this process, and a client for it.
struct RunningDav: Sendable {
    let store: TodoStore
    /// `127.0.0.1:12345`.
    let authority: String
    let password: String
    let folder: TemporaryFolder
    let transport: CurlTransport

    /// Runs `body` with the server of an empty store, and stops it.
    static func with<T>(
        _ store: TodoStore? = nil, _ change: (inout DavConfiguration, TemporaryFolder) throws -> Void = { _, _ in },
        _ body: (RunningDav) async throws -> T
    ) async throws -> T {
        let folder = try TemporaryFolder()
        let store = try store ?? .testing(seed: 1)
        let passwords = DevicePasswords(path: folder.file("passwords"))
        let password = try passwords.add("phone", now: store.stack.environment.now())
        var configuration = DavConfiguration(passwordFile: passwords.path)
        configuration.port = 0
        try change(&configuration, folder)
        let server = DavServer(store, configuration, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await serving(server.serve) { url, transport in
            try await body(
                RunningDav(
                    store: store, authority: String(url.drop { $0 != "/" }.dropFirst(2)), password: password,
                    folder: folder, transport: transport))
        }
    }

    /// What a request was answered with.
    struct Reply: Sendable {
        let status: Int
        let fields: HTTPFields
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
        /// The body as XML.
        var xml: XMLElement { get throws { try XMLReader.read(body) } }
        /// The precondition that a refusal names.
        var precondition: String? { (try? xml)?.children.first { $0.name.local != "message" }?.name.local }
        /// The parts of an answer by their addresses.
        var parts: [String: XMLElement] {
            get throws {
                Dictionary(
                    try xml.children.filter { $0.name == .dav("response") }.map { ($0.dav("href")?.trimmed ?? "", $0) },
                    uniquingKeysWith: { first, _ in first })
            }
        }
    }

    /// Sends a request as the phone, or with another `Authorization`.
    func send(
        _ method: String, _ path: String, _ body: [UInt8]? = nil, depth: String? = nil, fields: HTTPFields = [:],
        authorization: String? = nil
    ) async throws -> Reply {
        var request = HTTPRequest(
            method: try #require(HTTPRequest.Method(rawValue: method)), scheme: "http", authority: authority, path: path
        )
        request.headerFields = fields
        request.headerFields[.authorization] =
            authorization ?? "Basic " + Data("me:\(password)".utf8).base64EncodedString()
        if let depth { request.headerFields[.depth] = depth }
        let (response, bytes) = try await transport.collect(
            request, body: body.map { HTTPBody(String(decoding: $0, as: UTF8.self)) })
        return Reply(status: response.status.code, fields: response.headerFields, body: bytes)
    }

    /// Sends bytes that are no text.
    func sendBytes(_ method: String, _ path: String, _ body: [UInt8], fields: HTTPFields = [:]) async throws -> Reply {
        var request = HTTPRequest(
            method: try #require(HTTPRequest.Method(rawValue: method)), scheme: "http", authority: authority, path: path
        )
        request.headerFields = fields
        request.headerFields[.authorization] = "Basic " + Data("me:\(password)".utf8).base64EncodedString()
        let (response, bytes) = try await transport.collect(request, body: HTTPBody(body))
        return Reply(status: response.status.code, fields: response.headerFields, body: bytes)
    }

    func send(_ method: String, _ path: String, text: String, depth: String? = nil, fields: HTTPFields = [:])
        async throws -> Reply
    {
        try await send(method, path, Array(text.utf8), depth: depth, fields: fields)
    }

    /// The properties of a resource.
    func properties(_ path: String, _ names: String, depth: String = "0") async throws -> Reply {
        try await send(
            "PROPFIND", path,
            text: """
                <D:propfind xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/" \
                xmlns:S="http://calendarserver.org/ns/"><D:prop>\(names)</D:prop></D:propfind>
                """, depth: depth)
    }

    /// The changes of the inbox since a token.
    func sync(_ token: String, limit: Int? = nil, list: String = "inbox") async throws -> Reply {
        try await send(
            "REPORT", "/dav/lists/\(list)/",
            text: """
                <D:sync-collection xmlns:D="DAV:"><D:sync-token>\(token)</D:sync-token><D:sync-level>1</D:sync-level>\
                \(limit.map { "<D:limit><D:nresults>\($0)</D:nresults></D:limit>" } ?? "")\
                <D:prop><D:getetag/></D:prop></D:sync-collection>
                """)
    }

    /// A to-do as a client writes it.
    static func todo(_ uid: String, _ title: String, _ more: String = "") -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VTODO\r\nUID:\(uid)\r\nDTSTAMP:20261129T080000Z\r\n"
            + "SUMMARY:\(title)\r\n\(more)END:VTODO\r\nEND:VCALENDAR\r\n"
    }
}

extension XMLElement {
    /// A property that was found.
    func property(_ name: XMLName) -> XMLElement? {
        children.filter { $0.name == .dav("propstat") && $0.dav("status")?.trimmed.contains(" 200 ") == true }
            .compactMap { $0.dav("prop")?.child(name) }.first
    }
}
