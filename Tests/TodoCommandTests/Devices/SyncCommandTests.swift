import Basics
import Foundation
import JSON
import TestSupport
import Testing

@Suite("todo sync, between two devices")
struct SyncCommandTests {
    private let remote: Remote
    private let here: TodoProcess
    private let there: TodoProcess

    init() throws {
        remote = try .todoServer()
        here = try remote.device()
        there = try remote.device()
    }

    /// A to-do that both devices have.
    private func shared(_ title: String) throws -> String {
        let id = try here.add(title)
        try here("sync")
        try there("sync")
        return id
    }

    private func title(_ id: String, on device: TodoProcess) throws -> String? {
        try device("show", id, "--json").json()["title"]?.string
    }

    @Test("an undo that would put a to-do below its own subtask is refused with the path; --force leaves it ignored")
    func undoneCircle() throws {
        let (cake, party) = (try shared("Cake"), try shared("Party"))
        try here("edit", cake, "--parent", party)
        try here("edit", cake, "--parent", "none")
        try here("sync")
        try there("sync")
        try there("edit", party, "--parent", cake)
        try there("sync")
        try here("sync")
        #expect(try here("undo", "--json").failure() == ("would-circle", 64))
        #expect(try here.run(["undo"]).error.contains("“Cake” is above “Party”"))
        #expect(try here("show", party, "--json").json()["parent"] == .string(cake))
        try here("undo", "--force")
        #expect(try here("show", cake, "--json").json()["parent"] == .null)
        #expect(try here("show", party, "--json").json()["parent"] == .string(cake))
    }

    @Test("of two edits of one field the later stands; the other is listed, and one command takes it back everywhere")
    func conflict() throws {
        let id = try shared("Buy milk")
        #expect(try there("sync", "name", "phone").output == "phone\n")
        try here("edit", id, "--title", "Buy oat milk", "--priority", "high")
        try there("edit", id, "--title", "Buy soy milk")
        #expect(try there("sync", "--json").json()["conflicts"] == 0)
        let synced = try here("sync")
        #expect(synced.error.contains("1 edited on several devices: see `todo sync conflicts`"))
        #expect(try title(id, on: here) == "Buy soy milk")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        let conflict = try #require(conflicts.first)
        #expect(conflicts.count == 1)
        #expect(
            conflict.members?.keys.sorted() == [
                "conflict", "field", "id", "kept", "kind", "lost", "now", "number", "title", "todo",
            ])
        #expect(conflict["field"] == "title" && conflict["id"]?.string == id && conflict["kind"] == "todo")
        #expect(conflict["lost"]?["value"] == "Buy oat milk" && conflict["kept"]?["value"] == "Buy soy milk")
        #expect(conflict["lost"]?["device"] != conflict["kept"]?["device"])
        #expect(conflict["kept"]?["deviceName"] == "phone" && conflict["now"]?["value"] == "Buy soy milk")
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("(this device, today ") && shown.contains("“Buy soy milk”  (phone, "), "\(shown)")
        }
        try here("sync")
        #expect(try there("sync").error.contains("1 edited on several devices: see `todo sync conflicts`"))
        #expect(try !there("sync").error.contains("several devices"), "said once")
        if Pty.isPossible {
            let agenda = try Pty.run(there, "", columns: 80)
            #expect(
                agenda.contains("1 edit gave way to a later one on another device: todo sync conflicts"), "\(agenda)")
        }
        // The other device knows it too, by the same id, and may be the one to undo it.
        let number = try #require(conflict["conflict"]?.string)
        let elsewhere = try there("sync", "conflicts", "--json").json()["items"]?.elements
        #expect(elsewhere?.map { $0["conflict"]?.string } == [number])
        let left = try there("sync", "conflicts", "--take-back", number, "--json").json()
        #expect(left["items"]?.elements == [])
        try there("sync")
        try here("sync")
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements == [])
        #expect(try title(id, on: there) == "Buy oat milk")
        #expect(try there("show", id, "--json").json()["priority"] == "high")
        #expect(try here("sync", "conflicts", "--take-back", "99", "--json").failure() == ("not-found", 1))
    }

    @Test("a new conflict is told of where the same sync closes another one, to programs too")
    func closedByTheSameSync() throws {
        let third = try remote.device()
        let (milk, bread) = (try shared("Buy milk"), try shared("Buy bread"))
        try here("edit", milk, "--title", "Buy oat milk")
        try there("edit", milk, "--title", "Buy soy milk")
        for device in [here, there, here, third] { try device("sync") }
        let number = try #require(
            try there("sync", "conflicts", "--json").json()["items"]?.elements?.first?["conflict"]?.string)
        try here("edit", bread, "--title", "Buy rye bread")
        try here("sync")
        try there("sync", "conflicts", "--dismiss", number)
        try there("edit", bread, "--title", "Buy white bread")
        #expect(try there("sync").error.contains("1 edited on several devices"))
        #expect(try here("sync").error.contains("1 edited on several devices"))
        #expect(try third("sync", "--json").json()["conflicts"] == 1)
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 1)
    }

    @Test("a conflict of a to-do that was deleted since says so, and brings it back only by force")
    func deletedSince() throws {
        let id = try shared("Buy milk")
        try here("edit", id, "--title", "Buy oat milk")
        try there("edit", id, "--title", "Buy soy milk")
        for device in [here, there, here] { try device("sync") }
        try there("delete", id)
        for device in [there, here] { try device("sync") }
        let conflict = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements?.first)
        #expect(conflict["now"] == .null && conflict["title"] == "Buy soy milk")
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("deleted since"), "\(shown)")
        }
        let number = try #require(conflict["conflict"]?.string)
        let refused = try here("sync", "conflicts", "--take-back", number)
        #expect(refused.status == 1 && refused.error.contains("deleted since") && refused.error.contains("--force"))
        #expect(try here("sync", "conflicts", "--take-back", number, "--json").failure() == ("ambiguous", 1))
        #expect(try here("show", id).status == 1)
        #expect(try here("sync", "conflicts", "--take-back", number, "--force").status == 0)
        #expect(try title(id, on: here) == "Buy oat milk")
    }

    @Test("a conflict of a comment says which to-do it is on")
    func commentConflict() throws {
        let id = try shared("Buy milk")
        let comment = try #require(try here("comment", id, "Call first", "--json").json()["id"]?.string)
        for device in [here, there] { try device("sync") }
        try here("comment", "edit", comment, "Called")
        try there("comment", "edit", comment, "Nobody answers")
        for device in [there, here] { try device("sync") }
        let conflict = try here("sync", "conflicts", "--json").json()["items"]?.elements?.first
        #expect(conflict?["kind"] == "comment" && conflict?["todo"] == .string(id))
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("(comment on “Buy milk”)"), "\(shown)")
        }
    }

    @Test("a conflict of a comment whose to-do was deleted since says so, and force brings back both")
    func commentOfDeleted() throws {
        let id = try shared("Buy milk")
        let comment = try #require(try here("comment", id, "Call first", "--json").json()["id"]?.string)
        for device in [here, there] { try device("sync") }
        try here("comment", "edit", comment, "Called")
        try there("comment", "edit", comment, "Nobody answers")
        for device in [there, here, there] { try device("sync") }
        try there("delete", id)
        for device in [there, here] { try device("sync") }
        let conflict = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements?.first)
        #expect(conflict["now"] == .null && conflict["todo"] == .string(id))
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("the to-do was deleted since"), "\(shown)")
        }
        let number = try #require(conflict["conflict"]?.string)
        #expect(try here("sync", "conflicts", "--take-back", number, "--json").failure() == ("ambiguous", 1))
        #expect(try here("sync", "conflicts", "--take-back", number, "--force").status == 0)
        let comments = try here("show", id, "--json").json()["comments"]?.elements
        #expect(comments?.map { $0["text"] } == [conflict["lost"]?["value"]])
    }

    @Test("what an undo has passed over is not redone, and what two steps leave is said once")
    func passedOver() throws {
        let id = try shared("Buy milk")
        for title in ["Buy oat milk", "Buy rice milk"] { try here("edit", id, "--title", title) }
        for device in [here, there] { try device("sync") }
        try there("edit", id, "--title", "Buy soy milk")
        for device in [there, here] { try device("sync") }
        let undone = try here("undo", "2", "--force").error
        #expect(undone.components(separatedBy: "Left as it is").count == 2, "\(undone)")
        #expect(undone.components(separatedBy: "Not undone").count == 3, "\(undone)")
        #expect(try here("redo", "--json").failure() == ("nothing-to-undo", 1))
        #expect(try title(id, on: here) == "Buy soy milk")
    }

    @Test("a list of conflicts that is cut says so")
    func manyConflicts() throws {
        let ids = try ["One", "Two"].map(shared)
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let (one, all) = (try here("sync", "conflicts", "--limit", "1"), try here("sync", "conflicts", "--limit", "2"))
        #expect(one.output.split(separator: "\n").count == 1 && one.error.contains("There are more"))
        #expect(all.output.split(separator: "\n").count == 2 && all.error.isEmpty)
    }

    @Test("a conflict that is named twice counts once, and is refused if it is to be taken back and dismissed")
    func namedTwice() throws {
        let ids = try ["One", "Two"].map(shared)
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        try #require(conflicts.count == 2)
        let (one, two) = (try #require(conflicts[0]["number"]?.integer), try #require(conflicts[1]["number"]?.integer))
        #expect(
            try here("sync", "conflicts", "--take-back", "\(one)", "--dismiss", "\(one)", "--json").failure()
                == ("usage", 64))
        #expect(try ids.map { try title($0, on: here) } == ["There", "There"])
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 2)
        #expect(try here("sync", "conflicts", "--take-back", "\(one)", "--take-back", "\(one)").status == 0)
        #expect(try here("sync", "conflicts", "--dismiss", "\(two)", "--dismiss", "\(two)").status == 0)
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements == [])
    }

    @Test("digits are a conflict's number, and never the beginning of another one's id")
    func numbers() throws {
        let ids = try (1...12).map { try shared("Number \($0)") }
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        let beginnings = conflicts.compactMap { $0["conflict"]?.string?.prefix { $0.isNumber }.prefix(3) }
            .filter { Int($0).map { $0 > 12 } ?? false }
        // Of twelve ids some begin with digits.
        try #require(!beginnings.isEmpty)
        for digits in beginnings {
            #expect(
                try here("sync", "conflicts", "--dismiss", String(digits), "--json").failure() == ("not-found", 1))
        }
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 12)
        try here("sync", "conflicts", "--dismiss", "1")
        #expect(try here("sync", "conflicts", "--dismiss", "1", "--json").failure() == ("not-found", 1))
        let steps = try here("history", "--page-size", "2").output
        #expect(steps.contains("a conflict") && !steps.contains("“”"), "\(steps)")
    }

    @Test("what waits for newer rules of the server is counted")
    func waiting() throws {
        try here("sync")
        try here("lists", "add", "Work")
        #expect(try here("sync", "status", "--json").json()["waiting"] == 0)
        try here.shell("sqlite3 todo.db \"INSERT INTO refusedKind (kind, at) VALUES ('list', unixepoch() * 1000)\"")
        #expect(try here("sync", "status", "--json").json()["waiting"] == 1)
        #expect(try here("sync", "status").output.contains("waiting\t1 for newer rules on the server\n"))
    }

    @Test("a deletion that lost to an edit is not taken back once the to-do was edited again")
    func deletionConflict() throws {
        let id = try shared("Buy milk")
        try here("delete", id)
        try there("edit", id, "--title", "Buy oat milk")
        try there("sync")
        try here("sync")
        #expect(try title(id, on: here) == "Buy oat milk")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        let number = try #require(conflicts.first?["number"]?.integer)
        #expect(conflicts.count == 1 && conflicts[0]["field"] == "deleted")
        try here("edit", id, "--title", "Buy soy milk")
        #expect(try here("sync", "conflicts", "--take-back", "\(number)", "--json").failure() == ("ambiguous", 1))
        #expect(try title(id, on: here) == "Buy soy milk")
        try here("undo")
        let refused = try here("sync", "conflicts", "--take-back", "\(number)")
        #expect(refused.status == 1 && refused.error.contains("--force"), "an undo is an edit too")
        let fields = refused.error.split(separator: "\n").first { $0.contains(id) }?
            .split(separator: "\t", omittingEmptySubsequences: false)
        #expect(fields?.count == 17, "lost, kept and the present value are shown")
        #expect(fields.map { [$0[4], $0[7], $0[13]].allSatisfy { !$0.isEmpty } } == true, "\(refused.error)")
        let conflictID = try #require(conflicts[0]["conflict"]?.string)
        #expect(
            try here("sync", "conflicts", "--take-back", String(conflictID.prefix(8)), "--json").failure()
                == ("ambiguous", 1), "the beginning of an id is enough")
        #expect(try here("sync", "conflicts", "--take-back", "\(number)", "--force").status == 0)
        #expect(try here("show", id).status == 1)
    }

    @Test("what was added while the clock was a day ahead goes out from a restored backup")
    func restoredAhead() throws {
        var ahead = try remote.device()
        ahead.environment["TODO_NOW"] = Date(timeIntervalSinceNow: 86_400).formatted(.iso8601)
        let id = try ahead.add("Early")
        try ahead("backup", "bk.db")
        try ahead("restore", "bk.db")
        ahead.environment["TODO_NOW"] = nil
        let report = try ahead("sync", "--json")
        #expect(report.status == 0, "\(report.error)")
        #expect(try ahead("sync", "status", "--json").json()["pending"] == 0)
        let other = try remote.device()
        try other("sync")
        #expect(try title(id, on: other) == "Early")
    }

    @Test("what the server refuses is set aside, the rest goes on; it can be tried again, or given up")
    func quarantine() throws {
        let isStrict = Locked(true)
        let relay = Relay(toPort: remote.port) { request in
            guard isStrict.withLock({ $0 }), String(decoding: request.body, as: UTF8.self).contains("poison") else {
                return .pass
            }
            let text = #"{"error":{"code":400,"message":"m","status":"INVALID_ARGUMENT"}}"#
            return .reply(Array("HTTP/1.1 400 -\r\nContent-Length: \(text.count)\r\n\r\n\(text)".utf8))
        }
        let server = try ScriptedServer { _ in [.relay(relay)] }
        defer { server.stop() }
        let device = try remote.device(port: server.port)
        for number in 1...30 { _ = try device.add("good \(number)") }
        let id = try device.add("poison")
        let report = try device("sync", "--json").json()
        #expect(report["refused"] == 1 && report["pushed"] == 30)
        let status = try device("sync", "status", "--json").json()
        #expect(
            status.members?.keys.sorted() == [
                "conflicts", "documentsRead", "documentsWritten", "failure", "lastSynced", "nextTry", "pending",
                "quarantine", "quarantined", "remote", "user", "waiting",
            ])
        let aside = try #require(status["quarantine"]?.elements)
        #expect(aside.map { $0["id"]?.string } == [id] && aside[0]["status"] == "INVALID_ARGUMENT")
        #expect(try device("sync", "retry", id, "--json").json()["refused"] == 1)
        #expect(try device("sync", "retry", "zzzz", "--json").failure() == ("not-found", 1))
        isStrict.withLock { $0 = false }
        #expect(try device("sync", "retry", "--json").json()["pushed"] == 1)
        isStrict.withLock { $0 = true }
        try device("edit", id, "--title", "more poison")
        #expect(try device("sync", "--json").json()["refused"] == 1)
        #expect(try device("sync", "discard", id).status == 0)
        #expect(try title(id, on: device) == "poison")
        #expect(try device("sync", "status", "--json").json()["quarantined"] == 0)
        try here("sync")
        #expect(try title(id, on: here) == "poison")
    }

    @Test("of two syncs at once the second is told to try again, and edits go on")
    func twoAtOnce() throws {
        // Never silent, so that the first one waits for its end: the second gives up after thirty seconds.
        let answer = Array(("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 2000)).utf8)
        let server = try ScriptedServer([.receive, .drip(answer, every: .milliseconds(500))])
        defer { server.stop() }
        let device = try remote.device(port: server.port)
        let first = try device.start("sync")
        // Keeps the thread, as whoever gives it up may get it back when the first one has lost its patience.
        while server.requests.isEmpty, first.isRunning { Thread.sleep(forTimeInterval: 0.01) }
        let second = try device("sync", "--json")
        #expect(try second.failure() == ("syncing", 75), "\(second.output)")
        #expect(try device("add", "Meanwhile").status == 0)
        kill(first.processIdentifier, SIGKILL)
        first.waitUntilExit()
        #expect(try device("sync", "status", "--json").json()["pending"] == 1)
    }

    @Test("a person at a terminal is told whom it waits for; nobody else is", .enabled(if: Pty.isPossible))
    func silence() throws {
        let text = #"{"error":{"code":403,"message":"m","status":"PERMISSION_DENIED"}}"#
        let refusal = "HTTP/1.1 403 -\r\nConnection: close\r\nContent-Length: \(text.count)\r\n\r\n\(text)"
        let server = try ScriptedServer([.receive, .wait(.seconds(5)), .send(refusal)])
        defer { server.stop() }
        let device = try remote.device(port: server.port)
        let shown = try Pty.run(device, "sync", columns: 80)
        #expect(shown.contains("syncing  waiting for 127.0.0.1"), "\(shown)")
        let piped = try device("sync")
        #expect(piped.status != 0 && !piped.error.contains("waiting"), "\(piped.error)")
    }

    @Test("--watch brings what others edit within moments, sends what is edited here, and ends with an interrupt")
    func watch() async throws {
        let watching = try here.start("sync", "--watch")
        defer { kill(watching.processIdentifier, SIGKILL) }
        _ = try there.add("From there")
        try there("sync")
        let (here, there) = (here, there)
        #expect(await eventually { (try? here.titles("list")) == ["From there"] })
        _ = try here.add("From here")
        #expect(
            await eventually {
                _ = try? there("sync")
                return (try? there.titles("list")) == ["From here", "From there"]
            })
        kill(watching.processIdentifier, SIGINT)
        watching.waitUntilExit()
        #expect(watching.terminationReason == .uncaughtSignal && watching.terminationStatus == SIGINT)
        #expect(try here("doctor").status == 0)
    }

    @Test("--watch has no document to print, and says so to a program")
    func watchAsJSON() throws {
        #expect(try here("sync", "--watch", "--json").failure() == ("usage", 64))
    }

    @Test("--watch says when the server is away, once, and when it is back")
    func watchAway() async throws {
        let isAway = Locked(false)
        let relay = Relay(toPort: remote.port) { _ in isAway.withLock { $0 } ? .lostRequest : .pass }
        let server = try ScriptedServer(keepsRequests: false) { _ in [.relay(relay)] }
        defer { server.stop() }
        let device = try remote.device(port: server.port)
        let watching = try device.startShell("exec todo sync --watch 2> said")
        defer { kill(watching.processIdentifier, SIGKILL) }
        let file = device.folder.appending(path: "said")
        @Sendable func said() -> [Substring] {
            ((try? String(contentsOf: file, encoding: .utf8)) ?? "").split(separator: "\n")
        }
        #expect(await eventually { !said().isEmpty })
        #expect(said().first?.hasPrefix("Synced at ") == true)
        isAway.withLock { $0 = true }
        _ = try device.add("While it is away")
        #expect(await eventually { said().contains { $0.hasPrefix("The server is away: ") } })
        isAway.withLock { $0 = false }
        #expect(await eventually { said().contains("The server is back.") })
        #expect(said().count { $0.hasPrefix("The server is away: ") } == 1)
        #expect(await eventually { said().last?.hasPrefix("Synced at ") == true })
    }

    @Test("with --auto a command that changes something is synced behind its back")
    func automatic() async throws {
        let device = try remote.device(port: nil, "--auto")
        _ = try device.add("By itself")
        let there = there
        #expect(
            await eventually {
                _ = try? there("sync")
                return (try? there.titles("list")) == ["By itself"]
            })
    }

    @Test(
        "with --auto `todo remind` syncs by itself: what another device adds rings here, and is taken away when it is done there"
    )
    func reminding() async throws {
        let device = try remote.device(port: nil, "--auto")
        let log = device.folder.appending(path: "log")
        let config = device.folder.appending(path: "config").path
        var reminding = device
        reminding.environment["TODO_CONFIG"] = config
        try reminding("config", "set", "remind.desktop", "no")
        try reminding("config", "set", "remind.command", "cat >> '\(log.path)'")
        let process = try reminding.start("remind")
        defer { process.terminate() }
        @Sendable func delivered(_ event: String) -> [JSONValue] {
            let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
                .filter { $0["event"]?.string == event }
        }
        let due = Date(timeIntervalSinceNow: -60).formatted(.iso8601)
        let id = try there.add("Call", "--due", due, "--remind", "0m")
        try there("sync")
        #expect(await eventually { delivered("ring").first?["title"] == "Call" })
        try there("done", id)
        try there("sync")
        #expect(await eventually { !delivered("withdraw").isEmpty })
    }

    @Test("to-dos that belong to one server are brought to another one only on request")
    func merge() throws {
        let id = try shared("Mine")
        let other = try Remote.todoServer()
        let set = ["remote", "set", "http://127.0.0.1:\(other.port)"] + other.options
        var device = here
        device.environment.merge(other.environment) { _, new in new }
        #expect(try device.run(set + ["--json"]).failure() == ("other-remote", 78))
        let refused = try device.run(set).error
        #expect(refused.contains("http://127.0.0.1:\(remote.port), user ada."), "\(refused)")
        #expect(refused.contains("--moved") && refused.contains("--merge"), "\(refused)")
        #expect(try device("remote", "--json").failure().status == 77, "it asks the former server, with the new token")
        #expect(try device.run(set + ["--merge"]).status == 0)
        try device("sync")
        let stranger = try other.device()
        try stranger("sync")
        #expect(try title(id, on: stranger) == "Mine")
    }

    @Test("a to-do made by one device with its tag and place is whole on the other", arguments: [false, true])
    func relations(emulator: Bool) async throws {
        guard !emulator || FirestoreEmulator.isInstalled else { return }
        let remote = emulator ? try await Remote.emulator() : remote
        let (here, there) = (try remote.device(), try remote.device())
        try here("location", "add", "Migros", "--latitude", "47.4", "--longitude", "8.5")
        let id = try here.add("Buy milk", "--tag", "shop", "--tag", "home", "--location", "Migros")
        try here("sync")
        // The same tag, created on both.
        try there("add", "Sweep", "--tag", "Home")
        try there("sync")
        let todo = try there("show", id, "--json").json()
        #expect(todo["location"]?["placeName"] == "Migros")
        #expect(todo["tags"]?.elements?.count == 2)
        #expect(try there("tag", "list", "--json").json()["items"]?.elements?.count == 2)
        try there("edit", id, "--untag", "shop", "--tag", "new")
        try here("edit", id, "--tag", "more")
        try there("sync")
        try here("sync")
        let tags = try here("show", id, "--json").json()["tags"]?.elements?.compactMap { $0["title"]?.string }
        #expect(tags.map(Set.init)?.isSuperset(of: ["new", "more"]) == true && tags?.contains("shop") == false)
        #expect(tags?.count == 3)
        #expect(try here("sync", "--verify").status == 0)
    }
}
