import Basics
import Foundation
import JSON
import TestSupport
import Testing

@Suite("todo sync, between two devices")
struct SyncCommandTests {
    let remote: Remote
    let here: TodoProcess
    let there: TodoProcess

    init() throws {
        remote = try .todoServer()
        here = try remote.device()
        there = try remote.device()
    }

    /// A to-do that both devices have.
    func shared(_ title: String) throws -> String {
        let id = try here.add(title)
        try here("sync")
        try there("sync")
        return id
    }

    func title(_ id: String, on device: TodoProcess) throws -> String? {
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
                "quarantine", "quarantined", "remote", "shared", "user", "waiting",
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
        // The server is never silent, so the first command waits for the end of the answer. The second one gives up after
        // thirty seconds.
        let answer = Array(("HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 2000)).utf8)
        let server = try ScriptedServer([.receive, .drip(answer, every: .milliseconds(500))])
        defer { server.stop() }
        let device = try remote.device(port: server.port)
        let first = try device.start("sync")
        // This loop keeps its thread. Otherwise the test might go on only after the first command has lost its patience.
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
