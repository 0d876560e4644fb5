import Basics
import DavMerge
import Foundation
import GRDB
import GzipCoding
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TodoKit
import WebService

/// Answers all requests: who sends it, then what is asked for.
struct DavResponder: HTTPResponder {
    typealias Context = WebContext

    let calendars: Calendars
    private let addresses: AddressGuard
    private let limit = SignInLimit()
    private let passwords: DevicePasswords
    private let logger: Logger
    private let running = RunningRequests(most: 8)
    private let used = Locked<[DavClient: Date]>([:])

    init(_ calendars: Calendars, _ configuration: DavConfiguration, logger: Logger) {
        self.calendars = calendars
        addresses = AddressGuard(
            host: configuration.host, names: configuration.names, isEncrypted: configuration.certificate != nil)
        passwords = DevicePasswords(path: configuration.passwordFile)
        self.logger = logger
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        let start = ContinuousClock.now
        var response: Response
        do {
            response = try await answer(request, context)
        } catch let error as DavError {
            response = Self.response(error)
        } catch let error as TodoError {
            response = Self.response(DavError(error))
        } catch is CancellationError {
            response = Response(status: .serviceUnavailable)
        } catch let error as any HTTPResponseError {
            response = Self.response(
                DavError(error.status, XMLName(XMLName.todo, "request"), "The request cannot be read."))
        } catch {
            // Only the type: a description may contain what a person typed.
            context.logger.error("A request failed.", metadata: ["error": "\(type(of: error))"])
            response = Self.response(
                DavError(
                    .serviceUnavailable, XMLName(XMLName.todo, "storage"), "This cannot be done just now.",
                    fields: [.retryAfter: "5"]))
        }
        response.headers[.dav] = "1, 3, access-control, calendar-access, extended-mkcol"
        logger.info(
            "\(request.method.rawValue) \(request.uri.path.prefix(200)) \(response.status.code) \((ContinuousClock.now - start).milliseconds) ms"
        )
        return request.method == .head ? Response(status: response.status, headers: response.headers) : response
    }

    private static func response(_ error: DavError) -> Response {
        var headers = error.fields
        headers[.contentType] = "application/xml; charset=utf-8"
        return Response(
            status: error.status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: error.body)))
    }

    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        guard addresses.isMeant(request) else {
            throw DavError(
                .misdirectedRequest, XMLName(XMLName.todo, "host"), "This server does not answer to that name.")
        }
        guard request.headers[.fetchSite] != "cross-site" else {
            throw DavError(.forbidden, XMLName(XMLName.todo, "same-site"), "Another web page may not do that.")
        }
        let path = DavPath(request.uri.path)
        if path == .wellKnown {
            return Response(status: .movedPermanently, headers: [.location: DavPath.rootPath])
        }
        if request.method == .options {
            return Response(status: .ok, headers: [.allow: Calendars.methods(of: path)])
        }
        let entry = try signedIn(request, from: context.client)
        let client = DavClient(password: entry.id, agent: Self.agent(request.headers[.userAgent] ?? ""))
        guard let turn = running.turn(of: entry.id) else {
            throw DavError(
                .serviceUnavailable, XMLName(XMLName.todo, "too-many-requests"), "Too many requests at once.",
                fields: [.retryAfter: "5"])
        }
        try await noteUse(client)
        var response = try await calendars.answer(
            Visit(
                request: request, path: path, client: client,
                compresses: Gzip.isAccepted(by: request.headers[.acceptEncoding])))
        let body = response.body
        response.body = ResponseBody(contentLength: body.contentLength) { writer in
            // The turn ends with the body, however that ends.
            defer { withExtendedLifetime(turn) {} }
            try await body.write(writer)
        }
        return response
    }

    /// The name of an app, without its version.
    static func agent(_ field: String) -> String {
        String(field.prefix(100).prefix { !$0.isNumber && $0 != "/" }).trimmingCharacters(in: .whitespaces)
    }

    /// The password of the request. The user's name is any: some apps insist on an address.
    private func signedIn(_ request: Request, from client: String) throws -> DevicePasswords.Entry {
        let refusal = DavError(
            .unauthorized, XMLName(XMLName.dav, "need-privileges"),
            "Sign in with a password that `todo dav password add` made.",
            fields: [.wwwAuthenticate: "Basic realm=\"todo\", charset=\"UTF-8\""])
        guard let field = request.headers[.authorization], field.lowercased().hasPrefix("basic "),
            let data = Data(base64Encoded: field.dropFirst(6).trimmingCharacters(in: .whitespaces)),
            let text = String(validating: data, as: UTF8.self), let colon = text.firstIndex(of: ":")
        else { throw refusal }
        if let entry = try passwords.entry(for: String(text[text.index(after: colon)...])) { return entry }
        if let wait = limit.take(for: .address(client)) {
            throw DavError(
                .tooManyRequests, XMLName(XMLName.todo, "too-many-tries"), "Too many wrong passwords. Wait a little.",
                fields: [.retryAfter: String(wait.components.seconds + 1)])
        }
        throw refusal
    }

    /// Keeps when a device was last seen, and with which app, at most once a minute.
    private func noteUse(_ client: DavClient) async throws {
        let now = calendars.store.stack.environment.now()
        let isKnown = used.withLock { used in
            if let last = used[client], abs(now.timeIntervalSince(last)) < 60 { return true }
            if used.count > 1000 { used = [:] }
            used[client] = now
            return false
        }
        guard !isKnown else { return }
        try await calendars.journal.database.queue.write { db in
            try db.execute(
                sql: """
                    INSERT INTO device (password, usedAt, agent) VALUES (?, ?, ?)
                    ON CONFLICT (password) DO UPDATE SET usedAt = excluded.usedAt, agent = excluded.agent
                    """, arguments: [client.password, now.timeIntervalSince1970, client.agent])
        }
    }
}

extension Duration {
    fileprivate var milliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
