import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoWeb

@Suite("The password of the pages")
struct PasswordTests {
    private func withPassword(_ body: (RunningSite) async throws -> Void) async throws {
        try await RunningSite.with(
            nil,
            { configuration, folder in
                configuration.passwordFile = folder.file("password")
                try PasswordFile(path: folder.file("password")).set("correct horse battery")
            }, body)
    }

    @Test("the right password signs in, a wrong one does not, and only so many can be tried")
    func tries() async throws {
        try await withPassword { site in
            func attempt(_ password: String) async throws -> RunningSite.Reply {
                try await site.send(.post, "/in", "password=" + password.replacing(" ", with: "+"))
            }
            let wrong = try await attempt("correct horse batterx")
            #expect(wrong.status == 401)
            #expect(wrong.text.contains("That is not the password."))
            let right = try await attempt("correct horse battery")
            #expect(right.status == 303)
            #expect(try await site.send(.get, "/", cookie: right.cookie).status == 200)
            // All at once, since each takes its time. Those beyond the limit are refused, right or wrong.
            let replies = try await withThrowingTaskGroup(of: RunningSite.Reply.self) { group in
                for _ in 0..<12 { group.addTask { try await attempt("correct horse battery") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let late = replies.filter { $0.status == 429 }
            #expect(!late.isEmpty && replies.allSatisfy { [303, 429].contains($0.status) })
            #expect(late.allSatisfy { $0.fields[.retryAfter].flatMap { Int($0) } ?? 0 > 0 })
            // Links and sessions are not affected.
            #expect(try await site.send(.get, site.link).status == 200)
        }
    }

    @Test("who guesses from one address keeps nobody from signing in from another")
    func addresses() async throws {
        try await withPassword { site in
            let body = "password=wrong+password"
            let request = """
                POST /in HTTP/1.1\r\nHost: \(site.authority)\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)
                """
            let answers = try await blocking {
                try (0..<7).map { _ in
                    let connection = try RawConnection(site.authority, from: 2)
                    connection.send(request)
                    return connection.readToEnd() ?? ""
                }
            }
            #expect(answers.contains { $0.hasPrefix("HTTP/1.1 429") })
            #expect(try await site.send(.post, "/in", "password=correct+horse+battery").status == 303)
        }
    }

    @Test("after ten wrong tries of others, a browser that has signed in before still gets in, and has its limit")
    func known() async throws {
        try await withPassword { site in
            func attempt(_ password: String, cookie: String? = nil) async throws -> Int {
                try await site.send(.post, "/in", "password=" + password, cookie: cookie).status
            }
            let cookies = try await site.send(.get, site.link).fields[values: .setCookie]
            let known = try #require(cookies.first { $0.hasPrefix("todo-known-") }?.prefix { $0 != ";" })
            #expect(cookies.allSatisfy { $0.contains("HttpOnly") && $0.contains("SameSite=Strict") })
            for _ in 0..<10 { _ = try await attempt("wrong+password") }
            #expect(try await attempt("correct+horse+battery") == 429)
            #expect(try await attempt("correct+horse+battery", cookie: String(known)) == 303)
            // Somebody who has only this cookie cannot guess faster than others.
            var statuses: [Int] = []
            for _ in 0..<7 { statuses.append(try await attempt("wrong+password", cookie: String(known))) }
            #expect(statuses.contains(429))
            // Others get their tries back with time. A busy machine may take that for the tries above.
            var tries = 0
            while tries < 50, try await attempt("wrong+password") != 429 { tries += 1 }
            let made = String(known.prefix { $0 != "=" }) + "=" + String(repeating: "0", count: 64)
            #expect(try await attempt("correct+horse+battery", cookie: made) == 429)
            // The cookie alone opens nothing.
            #expect(try await site.send(.get, "/", cookie: String(known)).status == 401)
        }
    }

    @Test("a remote that a session has set is said when that session has ended, once")
    func lasting() async throws {
        let folder = try TemporaryFolder()
        let server = try await InProcessServer()
        let store = try TodoStore(.init(storage: .onDisk(path: folder.file())))
        try await RunningSite.with(store) { site in
            let (thief, owner) = (try await site.signIn(), try await site.signIn(by: try site.makeLink()))
            try await thief.act(
                "remote", ["url": server.url, "user": "mallory", "remote-token": "abc"])
            #expect(try await !owner.get("/").text.contains("mallory"))
            #expect(try await owner.post("/out/others").location == "/settings")
            let page = try await owner.get("/settings").text
            #expect(page.contains("no longer signed in has set this: the remote \(server.url), as “mallory”."))
            #expect(try await !owner.get("/settings").text.contains("mallory"))
        }
        await server.stop()
    }

    @Test("the page offers a password only where one is set")
    func offered() async throws {
        try await RunningSite.with(nil, { $0.passwordFile = $1.file("password") }) { site in
            let field = #"name="password""#
            #expect(try await !site.send(.get, "/").text.contains(field))
            try PasswordFile(path: site.folder.file("password")).set("correct horse battery")
            #expect(try await site.send(.get, "/").text.contains(field))
        }
    }

    @Test("with a new password all browsers are signed out, of a server that runs and of one that is started anew")
    func changed() async throws {
        let folder = try TemporaryFolder()
        let store = try TodoStore.testing()
        let file = PasswordFile(path: folder.file("password"))
        func serve(_ body: (RunningSite) async throws -> Void) async throws {
            try await RunningSite.with(
                store,
                { configuration, _ in
                    configuration.passwordFile = folder.file("password")
                    configuration.sessionFile = folder.file("sessions")
                }, body)
        }
        var secret = ""
        func status(in site: RunningSite) async throws -> Int {
            let port = try #require(site.authority.split(separator: ":").last)
            return try await site.send(.get, "/", cookie: "todo-\(port)=\(secret)").status
        }
        try await serve { site in
            for password in ["correct horse battery", "correct horse battery", "battery horse correct"] {
                let browser = try await site.signIn(by: try site.makeLink())
                #expect(try await browser.get("/").status == 200)
                try file.set(password)
                #expect(try await browser.get("/").status == 401)
            }
            secret = try #require(try await site.signIn().cookie.split(separator: "=").last.map(String.init))
        }
        try await serve { site in
            let found = try await status(in: site)
            #expect(found == 200, "the password is the same")
        }
        try file.set("correct horse battery")
        try await serve { site in
            let found = try await status(in: site)
            #expect(found == 401)
        }
    }

    @Test("it is kept as its hash, for its owner alone")
    func kept() throws {
        let folder = try TemporaryFolder()
        let file = PasswordFile(path: folder.file("password"))
        #expect(try !file.isSet)
        try file.set("correct horse battery")
        #expect(try file.isSet)
        let text = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(text.contains("$y$"))
        #expect(!text.contains("horse"))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == 0o600)
    }

    @Test("a short password is refused, and a file that others can read or that is damaged is not used")
    func refused() throws {
        let folder = try TemporaryFolder()
        let file = PasswordFile(path: folder.file("password"))
        #expect(throws: TodoError.self) { try file.set("short") }
        #expect(try !file.isSet)
        try file.set("long enough")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        #expect(throws: TodoError.self) { try file.isSet }
        // Parameters that would take all memory are not taken from a file.
        for text in [#"{"hash":"$y$jTT$abcd$efgh"}"#, #"{"hash":"$1$abcd$efgh"}"#, #"{"hash":1}"#, "{}", "x"] {
            try Data(text.utf8).write(to: URL(filePath: file.path))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            #expect(throws: TodoError.self, "\(text)") { try file.isSet }
        }
    }

    @Test("other machines are not served without a certificate and a password")
    func otherMachines() async throws {
        for hasCertificate in [false, true] {
            await #expect(throws: TodoError.self) {
                try await RunningSite.with(
                    nil,
                    { configuration, folder in
                        configuration.host = "0.0.0.0"
                        if hasCertificate {
                            let certificate = try Certificate(in: folder.path)
                            configuration.certificate = .init(chain: certificate.file, key: certificate.key)
                        } else {
                            configuration.passwordFile = folder.file("password")
                            try PasswordFile(path: folder.file("password")).set("correct horse battery")
                        }
                    }
                ) { _ in }
            }
        }
    }
}
