import Basics
import Foundation
import GzipCoding
import HTTPTypes
import Hummingbird
import NIOCore
import TodoDomain
import TodoKit
import WebService

/// The pages and acts of one store.
struct Site: Sendable {
    let store: TodoStore
    let sessions: SessionTable
    let settings: UserSettings
    let templates: Templates
    let live: LiveFeed
    private let memory: PageMemory
    private let longPages = LongPages()
    private let memoryReturn = MemoryReturn()
    private let files = StaticFiles.all
    /// The files that a browser needs to install the pages.
    let installation = Installation(of: .all)

    init(_ store: TodoStore, sessions: SessionTable, settings: UserSettings, live: LiveFeed) throws {
        self.store = store
        self.sessions = sessions
        self.settings = settings
        self.live = live
        templates = try Templates()
        memory = PageMemory { live.tell() }
    }

    /// The answer to a request for a page, a part of one, or a file.
    func get(_ address: Address, _ visit: Visit) async throws -> Response {
        switch address.path.first {
        case "a" where address.path.count == 3: return file(address.path[1], address.path[2], visit)
        case "events" where address.path.count == 1:
            return live.response { [sessions] in sessions.holds(visit.session) }
        case "share" where address.path.count == 1:
            return try await page(Address("/inbox"), visit, line: Self.sharedLine(address.query))
        case "understood" where address.path.count == 1: return try await understood(address, visit)
        default:
            // A refreshed page does not take the note, because a person may not be reading it.
            let isPart = visit.isRefresh || address.query["part"] != nil
            return try await page(address, visit, note: isPart ? nil : sessions.takeNote(for: visit.session))
        }
    }

    /// The answer to a form: what it asks for is done, and the page to go on with is named; if it cannot be done, the same
    /// page comes back with the reason and what was typed.
    func post(_ address: Address, _ form: FormFields, _ visit: Visit) async throws -> Response {
        guard address.path.count == 2, address.path[0] == "do", let act = Acts.all[address.path[1]] else {
            throw TodoError(.notFound, "There is no such form.")
        }
        // A button of a row says in its address which row it is.
        let form = form.merging(address.query)
        let back = try (try? Address(form["back"] ?? "/")) ?? Address("/")
        do {
            let before = try await store.historyToken()
            let context = ActContext(store: store, settings: try readSettings(), file: settings)
            let outcome = try await memoryReturn.after { try await act(form, context) }
            if let lasting = outcome.lasting { sessions.keep(lasting: lasting, of: visit.session) }
            let next = outcome.goTo.flatMap { try? Address($0) } ?? back
            if let text = outcome.text {
                // An act without a change has no step, so “Undo” would revert another one.
                let isChanged = try await store.historyToken() != before
                let step = outcome.isUndoable && isChanged ? try await store.undoableSteps(limit: 1).first : nil
                let href = outcome.opens.map { next.with(["open": $0.rawValue]) }
                sessions.leave(
                    Note(text: text, step: step?.token, href: href, link: outcome.link), for: visit.session)
            }
            return Response.redirect(to: next.text)
        } catch let error as TodoError {
            let problem = Problem(act: address.path[1], error: error, form: form)
            return try await page(back, visit, problem: problem)
        }
    }

    /// The text that another app shares, as a line of quick add. The person sees it before it is added.
    static func sharedLine(_ shared: FormFields) -> String {
        var parts: [String] = []
        for text in ["title", "text", "url"].compactMap({ shared.text($0) }) {
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !parts.contains(where: { $0.contains(words) }) else { continue }
            parts.removeAll { words.contains($0) }
            parts.append(words)
        }
        return parts.joined(separator: " ")
    }

    /// A page.
    /// - Parameter line: what quick add has in it; nil for what the page wants there.
    func page(
        _ address: Address, _ visit: Visit, note: Note? = nil, problem: Problem? = nil, line: String? = nil
    ) async throws -> Response {
        guard Pages.takesLong(address) else { return try await make(address, visit, note, problem, line) }
        return try await longPages.withTurn(of: visit.session) {
            try await make(address, visit, note, problem, line)
        }
    }

    private func make(
        _ address: Address, _ visit: Visit, _ note: Note?, _ problem: Problem?, _ line: String?
    ) async throws -> Response {
        let templates = templates.forOnePage()
        let context = PageContext(
            store: store, settings: try readSettings(), file: settings, address: address, session: visit.session,
            memory: memory, templates: templates, history: try await store.historyToken().rawValue,
            sync: try await store.sync.status, problem: problem)
        var content: PageContent
        do {
            content = try await Pages.content(context)
            if let line { content.preset = line }
        } catch let error as TodoError {
            content = PageContent(
                title: "Not found", template: "failure", fields: ["reason": error.message],
                status: WebResponder.status(of: error))
        }
        let status = problem.map { WebResponder.status(of: $0.error) } ?? content.status
        // Forms are in every template.
        var fields = content.fields
        fields["token"] = visit.session.formToken
        fields["back"] = address.text
        if let problem { fields["typed"] = [problem.act: problem.form.texts] }
        let body = templates.render(content.template, fields)
        var text = body
        if address.query["part"] != "rows" {
            var chrome = try await PageFrame(context).fields(content, note: note, version: files.version)
            chrome["body"] = body
            chrome["typed"] = fields["typed"]
            text = templates.render("layout", chrome)
        }
        var response = html(text, status, visit)
        // Developers' tools show it beside how long the whole answer took.
        let time = (templates.time / .microseconds(10)).rounded() / 100
        response.headers[.serverTiming] = "html;dur=\(time), rows;desc=\(templates.rows)"
        return response
    }

    func readSettings() throws -> Settings {
        let settings = try settings.read(for: store)
        live.notice(settings)
        return settings
    }

    // MARK: Files

    private func file(_ version: String, _ name: String, _ visit: Visit) -> Response {
        guard let file = files.files[name], version == files.version else { return plain("Not found.", .notFound) }
        var headers: HTTPFields = [
            .contentType: file.type, .cacheControl: "public, max-age=31536000, immutable", .vary: "Accept-Encoding",
        ]
        var bytes = file.bytes
        if visit.compresses, let compressed = file.compressed {
            headers[.contentEncoding] = "gzip"
            bytes = compressed
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    // MARK: Answers

    /// Shorter pages are not worth compressing.
    private static let worthCompressing = 1400

    func html(_ text: String, _ status: HTTPResponse.Status, _ visit: Visit?) -> Response {
        var headers: HTTPFields = [.contentType: "text/html; charset=utf-8", .vary: "Accept-Encoding"]
        if visit?.compresses == true, text.utf8.count > Self.worthCompressing,
            let compressed = Gzip.compress(Array(text.utf8), level: 1)
        {
            headers[.contentEncoding] = "gzip"
            return Response(
                status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed)))
        }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    func plain(_ text: String, _ status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: "text/plain; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text + "\n")))
    }

    func failure(_ error: TodoError, _ status: HTTPResponse.Status) -> Response { plain(error.message, status) }

    /// Goes on to `/` by itself, in its own place in the browser's history. Where the link was on a page of another site, such
    /// as a message, a redirect would still count as sent from there, and go without the cookie that is set with it.
    func signedInPage() -> Response {
        html(templates.render("signed-in", ["version": files.version, "to": "/", "isNew": true]), .ok, nil)
    }

    /// Goes on to a page by itself. A browser that comes there by a link of another site sends no cookie with its request, and
    /// does so with the next one, which is made by a page of ours.
    func onwardPage(to address: Address) -> Response {
        html(
            templates.render("signed-in", ["version": files.version, "to": address.text, "isNew": false]), .ok, nil)
    }

    /// The page for signing in. It uses no other files, because files need a session.
    func signInPage(
        takesPassword: Bool, problem: String? = nil, status: HTTPResponse.Status
    ) -> Response {
        let nonce = Secrets.make()
        var fields: Fields = ["nonce": nonce, "takesPassword": takesPassword]
        if let problem { fields["problem"] = problem }
        var response = html(templates.render("sign-in", fields), status, nil)
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'nonce-\(nonce)'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        return response
    }
}

extension HTTPField.Name {
    /// For how many milliseconds HTML was made for an answer, and how many of its rows were made.
    fileprivate static let serverTiming = HTTPField.Name("Server-Timing").unsafelyUnwrapped  // a valid name
}
