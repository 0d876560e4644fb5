import Foundation
import JSON
import TestSupport
import Testing

/// How `todo remind` reaches a person: by programs that it finds in PATH, and by a server.
@Suite("The command: delivery of reminders", .serialized)
struct ReminderDeliveryTests {
    private let todo: TodoProcess
    private let calls: URL
    /// Everything that a shell, an option parser, markup or a header could take for its own.
    private static let hostile =
        "--urgency=low -t \"q\" 'a' $(id) `id` <b>&amp; <\u{301}i> C:\\new\\0 %s =?UTF-8?Q?x?= Bcc: eve@example.org; ü\u{202E}x"

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TZ"] = "Europe/Zurich"
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        todo.environment["NO_PROXY"] = "*"
        self.todo = todo
        calls = todo.folder.appending(path: "calls")
        for folder in ["bin", "calls"] {
            let url = todo.folder.appending(path: folder)
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }
        try todo("config", "set", "remind.desktop", "no")
    }

    /// A call of a program.
    private struct Call {
        var arguments: [String]
        var input: String
    }

    /// Puts a program into PATH that keeps what it is called with.
    private func install(_ name: String, status: Int = 0) throws {
        let script = """
            #!/bin/sh
            cd '\(calls.path)' || exit 70
            mkdir .\(name) && : > .\(name)/arguments || exit 71
            for argument in "$@"; do printf '%s\\000' "$argument" >> .\(name)/arguments; done
            cat > .\(name)/input
            mv .\(name) "\(name)-$(ls | grep -c '^\(name)-')"
            exit \(status)

            """
        let url = todo.folder.appending(path: "bin/\(name)")
        try Data(script.utf8).write(to: url)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    }

    private func call(_ name: String, _ number: Int) -> Call? {
        let folder = calls.appending(path: "\(name)-\(number)")
        guard let arguments = try? Data(contentsOf: folder.appending(path: "arguments")),
            let input = try? Data(contentsOf: folder.appending(path: "input"))
        else { return nil }
        let words = arguments.split(separator: 0, omittingEmptySubsequences: false).dropLast()
        return Call(
            arguments: words.map { String(decoding: $0, as: UTF8.self) }, input: String(decoding: input, as: UTF8.self))
    }

    /// Waits for a call.
    private func awaited(_ name: String, _ number: Int = 0) async throws -> Call {
        #expect(await eventually { call(name, number) != nil })
        return try #require(call(name, number))
    }

    /// What the process said so far.
    private var said: [String] {
        let text = try? String(contentsOf: todo.folder.appending(path: "said"), encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    /// Runs `todo remind` while something happens, and ends it.
    private func whileReminding(_ body: () async throws -> Void) async throws {
        let process = try todo.startShell("export PATH=\"$PWD/bin:$PATH\"; exec todo remind 2> said")
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        try await body()
    }

    /// Waits until what rang before is noted: the next one is only delivered after that.
    private func awaitNext(_ name: String, _ number: Int = 1) async throws {
        _ = try todo.add("Next", "--due", "2026-11-21 10:58", "--remind", "0m")
        _ = try await awaited(name, number)
    }

    private func ring(_ title: String = "Call", due: String = "2026-11-21 10:59") throws {
        let added = try todo("add", "--due", due, "--remind", "0m", "--", title)
        try #require(added.status == 0, "\(added.error)")
    }

    /// What cron would still get.
    private func pending() throws -> [String] { try todo.titles("remind", "--once") }

    @Test("notify-send gets a title after its options as it is, and a text without markup or escapes")
    func desktop() async throws {
        try install("notify-send")
        try todo("config", "set", "remind.desktop", "yes")
        try ring(Self.hostile)
        try await whileReminding {
            let call = try await awaited("notify-send")
            let (options, words) = (call.arguments.prefix(4), call.arguments.dropFirst(4))
            #expect(options.dropLast() == ["--app-name=todo", "--urgency=normal", "--expire-time=0"])
            let number = options.last?.split(separator: "=").last.flatMap { UInt32($0) }
            #expect(options.last?.hasPrefix("--replace-id=") == true && number ?? 0 > 0)
            let shown = Self.hostile.replacing("\u{202E}", with: "\u{FFFD}")
            #expect(words.count == 3 && words.prefix(2) == ["--", shown])
            // Two at once.
            try await awaitNext("notify-send")
        }
        try ring(Self.hostile, due: "2026-11-21 10:30")
        try ring("Other", due: "2026-11-21 10:40")
        try await whileReminding {
            let together = try await awaited("notify-send", 2)
            #expect(together.arguments.dropFirst(4).prefix(2) == ["--", "2 reminders"])
            let text = together.arguments.last ?? ""
            #expect(text.contains("&lt;b&gt;&amp;amp; &lt;\u{301}i&gt; C:\\\\new\\\\0 %s") && text.contains("\nOther"))
        }
    }

    @Test("a mail has the fields that it should have and no other, whatever is in the title")
    func mail() async throws {
        try install("mailer")
        try todo("config", "set", "remind.mail", "ada@example.org")
        try todo("config", "set", "remind.mail-program", "mailer")
        let title = Self.hostile + String(repeating: " prüfen", count: 40)
        try ring(title)
        try await whileReminding {
            let call = try await awaited("mailer")
            #expect(call.arguments == ["-i", "-t"])
            let parts = call.input.split(separator: "\n\n", maxSplits: 1).map(String.init)
            let lines = parts[0].replacing("\n ", with: "").split(separator: "\n")
            #expect(
                lines.map { $0.prefix { $0 != ":" } }
                    == ["To", "Subject", "Message-ID", "MIME-Version", "Content-Type", "Content-Transfer-Encoding"])
            #expect(lines[0] == "To: ada@example.org")
            #expect(call.input.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 + "Subject: ".utf8.count })
            let words = lines[1].dropFirst("Subject: ".count).split(separator: "=?UTF-8?B?")
            let subject = try words.map { word in
                #expect(word.hasSuffix("?=") && word.utf8.count <= 65)
                let data = try #require(Data(base64Encoded: String(word.dropLast(2))))
                return try #require(String(data: data, encoding: .utf8), "a word ends within a character")
            }
            #expect(subject.joined() == title.replacing("\u{202E}", with: "\u{FFFD}"))
            let body = try #require(Data(base64Encoded: parts[1], options: .ignoreUnknownCharacters))
            #expect(String(decoding: body, as: UTF8.self).hasPrefix("due "))
        }
    }

    @Test("ntfy gets JSON; what it refuses is said, is not noted, and comes again under the same id")
    func push() async throws {
        let server = try ScriptedServer { [.receive, .respond($0 == 0 ? "500 Internal Server Error" : "200 OK")] }
        defer { server.stop() }
        try todo("config", "set", "remind.ntfy", "http://\(server.authority)/my-topic")
        try ring(Self.hostile)
        try await whileReminding {
            #expect(await eventually { !said.isEmpty })
            #expect(said == ["A reminder could not be pushed: the push service refuses it, with the status 500."])
        }
        try await whileReminding {
            #expect(await eventually { server.requests.count == 2 })
            // It is noted before the next one is delivered.
            _ = try todo.add("Next", "--due", "2026-11-21 10:58", "--remind", "0m")
            #expect(await eventually { server.requests.count == 3 })
        }
        let requests = server.requests
        #expect(requests[0].body == requests[1].body && requests[0].requestLine == "POST / HTTP/1.1")
        #expect(requests[0].field("Content-Type") == "application/json" && requests[0].field("Authorization") == nil)
        let bodies = try requests.map { try JSONValue(parsing: String(decoding: $0.body, as: UTF8.self)) }
        #expect(bodies[0].members?.keys.sorted() == ["message", "sequence_id", "title", "topic"])
        #expect(bodies[0]["topic"] == "my-topic")
        #expect(bodies[0]["title"]?.string == Self.hostile.replacing("\u{202E}", with: "\u{FFFD}"))
        #expect(bodies[0]["sequence_id"]?.string.flatMap { UUID(uuidString: $0) } != nil)
        #expect(bodies[2]["title"] == "Next" && bodies[2]["sequence_id"] != bodies[0]["sequence_id"])
    }

    @Test("a secret that others can read is not used, and none is sent in clear text")
    func secret() async throws {
        let token = todo.folder.appending(path: "token")
        try Data("tk_secret\n".utf8).write(to: token)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: token.path)
        try todo("config", "set", "remind.ntfy-token-file", token.path)
        // Nobody listens there.
        try todo("config", "set", "remind.ntfy", "https://127.0.0.1:9/my-topic")
        try ring()
        try await whileReminding {
            #expect(await eventually { !said.isEmpty })
            #expect(said.count == 1)
            #expect(said[0].contains("must belong to you and be closed to others. Run chmod 600 on it."))
            #expect(!said[0].contains("tk_secret"))
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token.path)
        try await whileReminding {
            #expect(
                await eventually { said == ["A reminder could not be pushed: the push service cannot be reached."] })
        }
        try todo("config", "set", "remind.ntfy", "http://ntfy.example/my-topic")
        #expect(try todo("remind", "--json").failure() == ("bad-setting", 64))
    }

    @Test("while a server does not answer, everybody else has the reminder, and that is enough")
    func silence() async throws {
        let gate = Gate()
        let server = try ScriptedServer { $0 == 0 ? [.receive, .pass(gate), .reset] : [.receive, .respond()] }
        defer { server.stop() }
        for name in ["notify-send", "mailer", "own"] { try install(name) }
        for setting in [
            ["remind.desktop", "yes"], ["remind.mail", "ada@example.org"], ["remind.mail-program", "mailer"],
            ["remind.command", "own"], ["remind.ntfy", "http://\(server.authority)/my-topic"],
        ] { try todo("config", "set", setting[0], setting[1]) }
        try ring()
        try await whileReminding {
            for name in ["notify-send", "mailer", "own"] { _ = try await awaited(name) }
            #expect(await eventually { server.requests.count == 1 })
            #expect(said.isEmpty)
            gate.open()
            try await awaitNext("notify-send")
            #expect(said.first == "A reminder could not be pushed: the push service cannot be reached.")
            #expect(call("own", 1).map { !$0.input.contains("\"title\":\"Call\"") } ?? true, "it was noted")
        }
        #expect(try !pending().contains("Call"))
    }

    @Test("programs that fail or are missing are said once, and nothing is noted as long as none has worked")
    func failures() async throws {
        try install("notify-send", status: 1)
        try todo("config", "set", "remind.desktop", "yes")
        try todo("config", "set", "remind.mail", "ada@example.org")
        try todo("config", "set", "remind.mail-program", "no-such-program")
        try todo("config", "set", "remind.command", "exit 3")
        try ring()
        try await whileReminding {
            #expect(await eventually { said.count == 3 })
            #expect(
                said == [
                    "Reminders cannot be mailed: there is no program “no-such-program”, which remind.mail-program names.",
                    "A reminder could not be shown on the desktop: notify-send failed.",
                    "A reminder could not be delivered: the command of remind.command failed.",
                ])
        }
        #expect(try pending() == ["Call"])
    }

    @Test("where nothing can deliver reminders, and which way cannot work as it is set, is said at the start")
    func obstacles() async throws {
        try todo("sync", "name", "mine")
        let noWay =
            "No way to deliver reminders is set; for example, `todo config set remind.desktop yes` shows them on the desktop."
        try await whileReminding { #expect(await eventually { said == [noWay] }) }
        try todo("config", "set", "remind.mail", "ada@example.org")
        try todo("config", "set", "remind.push-device", "the-other")
        let others =
            "Nothing delivers reminders here: remind.push-device leaves them to “the-other”, and this device is “mine”."
        try await whileReminding { #expect(await eventually { said == [others] }) }
        try todo("config", "unset", "remind.push-device")
        try todo("config", "set", "remind.mail-program", "/nonexistent/mailer")
        try todo("config", "set", "remind.ntfy", "https://127.0.0.1:9/my-topic")
        try todo("config", "set", "remind.ntfy-token-file", "/nonexistent/token")
        try await whileReminding {
            #expect(await eventually { said.count == 2 })
            #expect(said[0].hasPrefix("Reminders cannot be pushed: a credential file cannot be read"))
            #expect(said[0].contains("/nonexistent/token") && said[1].contains("“/nonexistent/mailer”"))
        }
    }

    @Test("what is set while it runs counts for the next reminder; what cannot be used leaves it as it was")
    func changedSettings() async throws {
        for name in ["first", "second"] { try install(name) }
        try todo("config", "set", "remind.command", "first")
        try await whileReminding {
            try ring()
            _ = try await awaited("first")
            try todo("config", "set", "remind.command", "second")
            try ring("Then", due: "2026-11-21 10:58")
            #expect(try await awaited("second").input.contains("\"title\":\"Then\""))
            try todo("config", "set", "remind.ntfy", "https://example.org/no+topic")
            try ring("Last", due: "2026-11-21 10:57")
            #expect(try await awaited("second", 1).input.contains("\"title\":\"Last\""))
            #expect(said.contains { $0.contains("A topic of ntfy is a URL") })
        }
        #expect(call("first", 1) == nil)
    }

    @Test("only the device that is named pushes and mails")
    func pushDevice() async throws {
        for name in ["notify-send", "mailer"] { try install(name) }
        for setting in [
            ["remind.desktop", "yes"], ["remind.mail", "ada@example.org"], ["remind.mail-program", "mailer"],
            ["remind.push-device", "the-other"],
        ] { try todo("config", "set", setting[0], setting[1]) }
        try ring()
        try await whileReminding {
            _ = try await awaited("notify-send")
            try await awaitNext("notify-send")
        }
        #expect(call("mailer", 0) == nil)
        try todo("sync", "name", "the-other")
        try ring("Again", due: "2026-11-21 10:57")
        try await whileReminding { _ = try await awaited("mailer") }
    }
}
