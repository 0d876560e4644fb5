import Basics
import Foundation
import GzipCoding
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import TodoDomain
import TodoKit
import WebService

/// Answers all requests: who sends it, then what is asked for.
struct WebResponder: HTTPResponder {
    typealias Context = WebContext

    let site: Site
    private let addresses: AddressGuard
    private let limit = SignInLimit()
    private let password: PasswordFile?
    private let cookies: SessionCookie
    private let isEncrypted: Bool

    /// The largest form that is read: the notes of a to-do as they are and as they were, encoded, and its other fields.
    static let largestForm = 2 * 3 * Limits.notes + (256 << 10)

    init(_ site: Site, _ configuration: WebConfiguration) {
        self.site = site
        addresses = AddressGuard(
            host: configuration.host, names: configuration.names, isEncrypted: configuration.certificate != nil)
        password = configuration.passwordFile.map { PasswordFile(path: $0) }
        cookies = SessionCookie(configuration)
        isEncrypted = configuration.certificate != nil
    }

    func respond(to request: Request, context: Context) async throws -> Response {
        var response: Response
        do {
            // A change is finished even if the browser no longer waits for the answer.
            response =
                request.method == .get
                ? try await context.whileConnected { try await answer(request, from: context.client) }
                : try await answer(request, from: context.client)
        } catch let error as TodoError {
            response = site.failure(error, Self.status(of: error))
        } catch is CancellationError {
            response = Response(status: .serviceUnavailable)
        } catch let error as any HTTPResponseError {
            response = site.plain("The request cannot be read.", error.status)
        } catch {
            // Only the type: a description may contain what a person typed.
            context.logger.error("A request failed.", metadata: ["error": "\(type(of: error))"])
            response = site.plain("The page cannot be made just now.", .internalServerError)
        }
        SecurityHeaders.add(to: &response, isEncrypted: isEncrypted)
        return request.method == .head ? response.withoutBody : response
    }

    private func answer(_ request: Request, from client: String) async throws -> Response {
        switch addresses.refusal(of: request) {
        case .otherHost: return site.plain("This server does not answer to that name.", .misdirectedRequest)
        case .otherPage: return site.plain("Another web page may not do that.", .forbidden)
        case nil: break
        }
        let address = try Address(request.uri.string)
        let session = cookies.read(request).flatMap(site.sessions.session)
        var response = try await answer(request, address, session, from: client)
        // A browser forgets a cookie thirty days after it was set. An answer that is cached for ever does not renew it.
        if let session, session.isRenewed, response.headers[.cacheControl] == nil,
            response.headers[.setCookie] == nil
        {
            response = response.setting(cookies.write(session, for: request))
        }
        return response
    }

    private func answer(
        _ request: Request, _ address: Address, _ session: Session?, from client: String
    ) async throws -> Response {
        switch (request.method, address.path.first) {
        case (.get, "in"?) where address.path.count == 2: return signIn(request, withLink: address.path[1], session)
        case (.post, "in"?) where address.path.count == 1 && password != nil:
            return try await signIn(request, from: client)
        default: break
        }
        if request.method == .get || request.method == .head, let file = site.installation.response(to: address) {
            return file
        }
        guard let session else {
            // Browsers do not send the cookie when a link of another site is followed.
            if request.method == .get, request.headers[.fetchSite] == "cross-site",
                request.headers[.fetchMode] == "navigate"
            {
                return site.onwardPage(to: address)
            }
            return site.signInPage(takesPassword: takesPassword, status: .unauthorized)
        }
        switch request.method {
        // A stream without a reader would take the place of another stream.
        case .head where address.path == ["events"]: return Response(status: .ok, headers: [.cacheControl: "no-store"])
        case .get, .head:
            let visit = Visit(
                session: session, compresses: Gzip.isAccepted(by: request.headers[.acceptEncoding]),
                isRefresh: request.headers[.refresh] != nil)
            return try await site.get(address, visit)
        case .post:
            let form = try await self.form(of: request)
            guard let token = form["token"], Secrets.areEqual(token, session.formToken) else {
                return site.plain("The form is out of date; load the page again.", .forbidden)
            }
            if address.path == ["out"] { return signOut(session, request) }
            if address.path == ["out", "others"] { return signOthersOut(session) }
            return try await site.post(
                address, form,
                Visit(session: session, compresses: Gzip.isAccepted(by: request.headers[.acceptEncoding])))
        default:
            var response = site.plain("Pages are read with GET and changed with POST.", .methodNotAllowed)
            response.headers[.allow] = "GET, HEAD, POST"
            return response
        }
    }

    /// The link is used up, the address bar shows nothing secret, and what was open already stays open: with a new session no
    /// form of the pages that are shown would be taken any more.
    private func signIn(_ request: Request, withLink secret: String, _ session: Session?) -> Response {
        let isTaken = site.sessions.useLink(secret)
        if session != nil { return Response.redirect(to: "/") }
        guard isTaken else {
            return site.signInPage(
                takesPassword: takesPassword, problem: "This link has been used, or is too old.",
                status: .unauthorized)
        }
        return begin(site.signedInPage(), request)
    }

    /// An answer that begins a session, and lets the browser say later that it has signed in before.
    private func begin(_ response: Response, _ request: Request) -> Response {
        response.setting(cookies.write(site.sessions.begin(), for: request))
            .setting(cookies.writeKnown(site.sessions.know(cookies.readKnown(request)), for: request))
    }

    /// Whether there is a password to type.
    private var takesPassword: Bool { (try? password?.isSet) == true }

    private func signIn(_ request: Request, from client: String) async throws -> Response {
        guard let password else { return Response(status: .notFound) }
        let known = cookies.readKnown(request).flatMap(site.sessions.knows)
        if let wait = limit.take(for: known.map { .known($0) } ?? .address(client)) {
            var response = site.signInPage(
                takesPassword: true, problem: "Too many tries. Wait a little.", status: .tooManyRequests)
            response.headers[.retryAfter] = String(wait.components.seconds + 1)
            return response
        }
        let typed = try await form(of: request)["password"] ?? ""
        // It takes a sixth of a second and 128 MiB, on a thread of its own.
        let isRight = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try password.matches(typed) }) }
        }
        guard isRight else {
            return site.signInPage(takesPassword: true, problem: "That is not the password.", status: .unauthorized)
        }
        return begin(Response.redirect(to: "/"), request)
    }

    private func signOut(_ session: Session, _ request: Request) -> Response {
        site.sessions.end(session)
        return Response.redirect(to: "/").setting(cookies.removal(for: request))
    }

    private func signOthersOut(_ session: Session) -> Response {
        site.sessions.endOthers(than: session)
        site.sessions.leave(Note(text: "All other browsers are signed out."), for: session)
        return Response.redirect(to: "/settings")
    }

    private func form(of request: Request) async throws -> FormFields {
        guard request.headers[.contentType]?.hasPrefix("application/x-www-form-urlencoded") == true else {
            throw TodoError(.badInput, "A form is sent as application/x-www-form-urlencoded.")
        }
        let body = try await request.body.collect(upTo: Self.largestForm)
        // Reading a string from a buffer would replace invalid bytes.
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw TodoError(.badInput, "The form is not text in UTF-8.")
        }
        return try FormFields(text)
    }

    static func status(of error: TodoError) -> HTTPResponse.Status {
        switch error.code {
        case .notFound: .notFound
        case .badInput: .badRequest
        case .storage, .diskFull, .readOnly, .locked, .corrupt, .cannotOpen: .serviceUnavailable
        default: .unprocessableContent
        }
    }
}

/// The parts of a request besides its address.
struct Visit: Sendable {
    let session: Session
    /// Whether the browser takes compressed answers.
    var compresses = false
    /// Whether a page that is shown already is made again.
    var isRefresh = false
}

extension Response {
    fileprivate func setting(_ cookie: Cookie) -> Response {
        var response = self
        response.headers.append(HTTPField(name: .setCookie, value: cookie.description))
        return response
    }

    fileprivate var withoutBody: Response {
        Response(status: status, headers: headers, body: ResponseBody())
    }
}

extension HTTPField.Name {
    fileprivate static let refresh = HTTPField.Name("X-Refresh").unsafelyUnwrapped  // a valid name
}
