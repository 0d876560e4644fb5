import Foundation
import JSON
import TestSupport
import Testing

@Suite("todo remote and todo sync, and servers that fail")
struct RemoteCommandTests {
    private static let secret = "sEcReT-of-the-test"

    /// The program with a remote at `port`, and a token for it in an environment variable.
    private func remote(port: Int) throws -> TodoProcess {
        var todo = try TodoProcess()
        todo.environment["TEST_TOKEN"] = Self.secret
        todo.environment["NO_PROXY"] = "*"
        try #require(
            try todo("remote", "set", "http://127.0.0.1:\(port)", "--user", "ada", "--token-variable", "TEST_TOKEN")
                .status == 0)
        return todo
    }

    /// The error of `todo remote status` when the server gives this answer to every request.
    private func failure(_ steps: ScriptedStep...) throws -> (code: String, status: Int32) {
        let server = try ScriptedServer { _ in [.forever([.receive] + steps)] }
        defer { server.stop() }
        let result = try remote(port: server.port)("remote", "status", "--json")
        #expect(!result.error.contains(Self.secret))
        return try result.failure()
    }

    private static func body(_ status: String, code: Int) -> String {
        #"{"error":{"code":\#(code),"message":"m","status":"\#(status)"}}"#
    }

    @Test("a server that is not there is said to be unreachable")
    func unreachable() throws {
        let server = try ScriptedServer()
        let port = server.port
        server.stop()
        #expect(try remote(port: port)("remote", "status", "--json").failure() == ("unreachable", 69))
    }

    @Test("a server that says nothing is given up, and not asked again")
    func hang() throws {
        let server = try ScriptedServer([.forever([.receive, .hold])])
        defer { server.stop() }
        #expect(try remote(port: server.port)("remote", "status", "--json").failure() == ("unreachable", 69))
        #expect(server.connectionCount == 1)
    }

    @Test("a page instead of a reply is no server")
    func captivePortal() throws {
        let portal = ScriptedStep.respond(fields: ["Content-Type: text/html"], text: "<html>Sign in</html>")
        #expect(try failure(portal) == ("unreachable", 69))
    }

    @Test("a redirect is named with where it leads")
    func redirected() throws {
        let server = try ScriptedServer { _ in
            [.forever([.receive, .respond("301 X", fields: ["Location: https://todo.example.org/v1"], text: "")])]
        }
        defer { server.stop() }
        let result = try remote(port: server.port)("remote", "status")
        #expect(result.error.contains("http://127.0.0.1:\(server.port) redirects"), "\(result.error)")
        #expect(result.error.contains("to https://todo.example.org:443"), "\(result.error)")
    }

    @Test("an address without its scheme is refused with the address that was meant")
    func withoutScheme() throws {
        let todo = try TodoProcess()
        for (typed, meant) in [
            ("localhost:8080", "http://localhost:8080"), ("todo.example.org", "https://todo.example.org"),
        ] {
            let result = try todo("remote", "set", typed, "--user", "ada", "--emulator")
            #expect(result.status == 64 && result.error.contains("Did you mean \(meant)?"), "\(result.error)")
        }
    }

    @Test("a token that the server refuses wants a sign-in")
    func refusedToken() throws {
        let answer = ScriptedStep.respond(
            "401 Unauthorized", text: Self.body("UNAUTHENTICATED", code: 401))
        #expect(try failure(answer) == ("not-authorised", 77))
    }

    @Test("a server that asks for patience is not asked again by a look at its status")
    func tooMany() throws {
        let answer = ScriptedStep.respond(
            "429 Too Many Requests", fields: ["Retry-After: 60"], text: Self.body("RESOURCE_EXHAUSTED", code: 429))
        let server = try ScriptedServer([.forever([.receive, answer])])
        defer { server.stop() }
        #expect(try remote(port: server.port)("remote", "status", "--json").failure() == ("unreachable", 69))
        #expect(server.requests.count == 1)
    }

    @Test("a project or an address that the server does not have is said so")
    func wrongProject() throws {
        let answer = ScriptedStep.respond("404 Not Found", text: Self.body("NOT_FOUND", code: 404))
        #expect(try failure(answer) == ("remote-refused", 69))
        let server = try ScriptedServer { _ in [.forever([.receive, answer])] }
        defer { server.stop() }
        let said = try remote(port: server.port)("remote", "status").error
        #expect(said.contains("Check the address of the remote"), "\(said)")
    }

    @Test("who is known, but not the user of the remote, is told that --user may be wrong")
    func wrongUser() throws {
        let answer = ScriptedStep.respond("403 Forbidden", text: Self.body("PERMISSION_DENIED", code: 403))
        let server = try ScriptedServer { _ in [.forever([.receive, answer])] }
        defer { server.stop() }
        let todo = try remote(port: server.port)
        let refused = try todo("sync")
        #expect(refused.status == 77 && refused.error.contains("--user ID"), "\(refused.error)")
        #expect(try todo("add", "One").error.contains("for a different user than the one who signs in"))
    }

    @Test("who has not signed in is told to")
    func notSignedIn() throws {
        let todo = try TodoProcess()
        try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada")
        #expect(try todo("remote", "status", "--json").failure() == ("not-authorised", 77))
        #expect(try todo("sync", "--json").failure() == ("not-authorised", 77))
        let error = try todo("sync").error
        #expect(error.hasSuffix(" Sign in with: todo remote login < FILE\n"))
        #expect(error.ranges(of: "Sign in").count == 1, "\(error)")
        let set = ["remote", "set", "http://127.0.0.1:1", "--merge", "--firebase-key", "key"]
        #expect(try todo.run(set).status == 0)
        #expect(try todo("sync").error.hasSuffix(" Sign in with: todo remote login --email ADDRESS < FILE\n"))
    }

    @Test("who is not let in any more is told what to type, each by how the token is had")
    func signInAgain() throws {
        let answer = ScriptedStep.respond("401 Unauthorized", text: Self.body("UNAUTHENTICATED", code: 401))
        let server = try ScriptedServer([.forever([.receive, answer])])
        defer { server.stop() }
        let todo = try remote(port: server.port)
        #expect(try todo("sync").error.hasSuffix("Put a valid token into the variable TEST_TOKEN.\n"))
        if Pty.isPossible { #expect(try !Pty.run(todo, "", columns: 200).contains("Not synced"), "nothing waits") }
        #expect(try todo("add", "One").error.hasSuffix("Put a valid token into the variable TEST_TOKEN.\n"))
        if Pty.isPossible {
            let agenda = try Pty.run(todo, "", columns: 200)
            #expect(agenda.contains("Not synced yet: ") && agenda.contains("variable TEST_TOKEN."), "\(agenda)")
        }
        let file = todo.folder.appending(path: "token").path
        try todo.shell("echo \(Self.secret) > token; chmod 600 token")
        try todo("remote", "set", "http://127.0.0.1:\(server.port)", "--user", "ada", "--token-file", "token")
        let refused = try todo("remote", "status")
        #expect(
            refused.status == 77 && refused.error.hasSuffix("Put a valid token into \(file).\n"),
            "\(refused.error)")
    }

    @Test("a token is kept for its owner's eyes, and refused where others can read it")
    func keptToken() throws {
        let todo = try TodoProcess()
        try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada")
        let file = todo.database.path + ".credentials"
        let failed = try todo("remote", "login", input: Self.secret + "\n")
        #expect(failed.status == 69 && !FileManager.default.fileExists(atPath: file))
        let server = try ServerProcess(database: todo.folder.appending(path: "server.db").path)
        try todo("remote", "set", server.url, "--user", "ada")
        let login = try todo("remote", "login", input: Self.secret + "\n")
        #expect(login.status == 0)
        for result in [failed, login] { #expect(!(result.output + result.error).contains(Self.secret)) }
        #expect(try permissions(of: file) == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        #expect(try todo("remote", "status", "--json").failure().status == 78)
    }

    @Test("a sign-in ends the failure for want of one")
    func signedIn() throws {
        let todo = try TodoProcess()
        let server = try ServerProcess(database: todo.folder.appending(path: "server.db").path)
        try todo("remote", "set", server.url, "--user", "ada")
        #expect(try todo("sync", "--json").failure() == ("not-authorised", 77))
        #expect(
            try todo("add", "One").error.contains("It waits to be synced: You have not signed in on this device yet."))
        #expect(try todo("remote", "login", input: Self.secret + "\n").status == 0)
        let status = try todo("sync", "status", "--json").json()
        #expect(status["failure"] == .null && status["nextTry"] == .null)
        #expect(try todo("add", "Two").error.isEmpty)
    }

    @Test("a token that cannot be had is a fault of the configuration")
    func noToken() throws {
        let todo = try TodoProcess()
        let missing = try todo(
            "remote", "set", "http://127.0.0.1:1", "--user", "ada", "--token-variable", "TEST_NONE", "--json")
        #expect(try missing.failure().status == 78)
        try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada", "--token-command", "false")
        #expect(try todo("remote", "status", "--json").failure().status == 78)
        let command = "echo 'no key' >&2; exit 1"
        try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada", "--token-command", command)
        #expect(try todo("remote", "status").error.contains("(no key)"))
        for option in ["--token-command", "--token-file", "--token-variable"] {
            let refused = try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada", option, " ", "--json")
            #expect(try refused.failure() == ("usage", 64), "\(option)")
        }
    }

    @Test("what is wrong with a remote is said before it is kept")
    func refusedSettings() throws {
        let todo = try TodoProcess()
        for arguments in [
            ["http://todo.example.org", "--user", "ada"], ["nonsense", "--user", "ada"], ["https://todo.example.org"],
            ["http://localhost:99999", "--user", "ada"],
            ["https://todo.example.org", "--user", "ada", "--emulator", "--token-file", "x"],
        ] {
            #expect(try todo.run(["remote", "set", "--json"] + arguments).failure() == ("usage", 64))
        }
        #expect(try todo("remote", "set", "http://todo.example.org", "--user", "ada").error.contains("--allow-http"))
        #expect(try todo("remote", "status", "--json").failure() == ("no-remote", 78))
    }
}
