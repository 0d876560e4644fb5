import Basics
import Foundation
import JSON
import TestSupport
import Testing

/// `--remind`, `todo snooze` and `todo remind`.
@Suite("The command: reminders", .serialized)
struct RemindCommandTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TZ"] = "Europe/Zurich"
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        self.todo = todo
    }

    private func at(_ time: String) -> TodoProcess {
        var later = todo
        later.environment["TODO_NOW"] = time
        return later
    }

    private var log: URL { todo.folder.appending(path: "log") }

    /// Delivers by a command that appends what it gets to a file.
    private func deliver(by command: String) throws {
        try todo("config", "set", "remind.desktop", "no")
        try todo("config", "set", "remind.command", command)
    }

    private func delivered() -> [JSONValue] {
        let text = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { try? JSONValue(parsing: String($0)) }
    }

    /// Waits until so much was delivered; the process has all the time that it needs.
    private func awaitDelivery(_ count: Int) throws -> [JSONValue] {
        for _ in 0..<3000 where delivered().count < count { usleep(20_000) }
        return delivered()
    }

    private func words(_ item: JSONValue) -> [String] {
        (item["reminders"]?.elements ?? []).compactMap { $0["words"]?.string }.sorted()
    }

    @Test("reminders are given, shown, exchanged and taken off")
    func editing() throws {
        let call = try todo(
            "add", "Call", "--due", "2026-11-23 18:00", "--remind", "10m", "--remind", "18:00 1 day before", "--json"
        ).json()
        let id = try #require(call["id"]?.string)
        #expect(words(call) == ["10 minutes before", "18:00 1 day before"])
        #expect(try todo("show", id).output.contains("10 minutes before"))
        #expect(words(try todo("edit", id, "--remind", "leaving", "--json").json()).count == 3)
        let inTwoHours = try todo("edit", id, "--remind", "none", "--remind", "+2h", "--json").json()
        #expect(words(inTwoHours) == ["2026-11-21 13:00"])
        #expect(try todo.titles("list", "has:reminder") == ["Call"])
        #expect(words(try todo("edit", id, "--remind", "none", "--json").json()).isEmpty)
        #expect(try todo.titles("list", "has:reminder").isEmpty)
        #expect(try todo("history", id).output.contains("\talarms."))
        #expect(try todo("add", "Call", "--remind", "soonish", "--json").failure() == ("bad-reminder", 64))
        #expect(try todo("add", "Call", "--remind", "none", "--json").failure() == ("bad-reminder", 64))
        #expect(try todo("add", "Call", "--remind", "arriving:Nowhere", "--json").failure() == ("not-found", 1))
        let quick = try todo("quick", "Water remind:10m due:tomorrow", "--json").json()
        #expect(words(quick) == ["10 minutes before"] && quick["title"] == "Water")
    }

    @Test("what rings is printed once, is snoozed, and rings again")
    func once() throws {
        let id = try todo.add("Call", "--due", "2026-11-21 12:00", "--remind", "10m")
        _ = try todo.add("Later", "--due", "2026-11-24", "--remind", "at its time")
        try todo("config", "set", "dates.default-time", "7:30")
        let listed = try todo("remind", "--list", "--json").json()["items"]?.elements ?? []
        #expect(listed.compactMap { $0["at"]?.string } == ["2026-11-21T10:50:00.000Z", "2026-11-24T06:30:00.000Z"])
        #expect(try todo("remind", "--once", "--json").json()["items"] == [])
        let noon = at("2026-11-21T11:00:00Z")
        let rung = try noon("remind", "--once", "--json").json()["items"]?.elements ?? []
        #expect(rung.count == 1 && rung[0]["title"] == "Call" && rung[0]["todo"]?.string == id)
        #expect(try noon("remind", "--once", "--json").json()["items"] == [])
        try noon("snooze", id, "--for", "1h")
        #expect(try noon("show", id).output.contains("snoozed until"))
        let later = at("2026-11-21T12:00:00Z")
        let again = try later("remind", "--once", "--json").json()["items"]?.elements ?? []
        #expect(again.map { $0["id"] } == rung.map { $0["id"] } && again[0]["at"] == "2026-11-21T12:00:00.000Z")
        try later("snooze", id, "--dismiss")
        #expect(try later("remind", "--list").lines.count == 1)
        #expect(try later("snooze", id, "--json").failure() == ("usage", 64))
        let until = try later("snooze", try todo.add("Soon", "--remind", "+1m"), "--until", "tomorrow 9am", "--json")
            .json()
        #expect(until["reminders"]?.elements?.first?["snoozed"] == "2026-11-22T08:00:00.000Z")
    }

    @Test("a snooze is shortened, and what has not rung is not brought forward")
    func shortened() throws {
        let id = try todo.add("Call", "--due", "2026-11-21 12:00", "--remind", "10m")
        try at("2026-11-21T11:00:00Z")("snooze", id, "--for", "1h")
        let snoozed = try at("2026-11-21T11:01:00Z")("snooze", id, "--for", "5m", "--json").json()
        #expect(snoozed["reminders"]?.elements?.first?["snoozed"] == "2026-11-21T11:06:00.000Z")
        let later = try todo.add("Later", "--due", "2026-11-24 9:00", "--remind", "1h")
        #expect(try todo("snooze", later, "--for", "1h", "--json").failure() == ("usage", 64))
    }

    @Test("a reminder for a time that is past for more than a day is said not to ring")
    func past() throws {
        #expect(try todo("add", "Old", "--remind", "2026-11-19 9:00").error.contains("and will not ring"))
        // Within a day it comes at once.
        #expect(try todo("add", "Missed", "--remind", "2026-11-21 9:00").error.isEmpty)
        let listed = try todo("remind", "--list").lines
        #expect(listed.count == 1 && listed[0].contains("Missed"), "what will not ring is not listed")
        #expect(try todo("remind", "--once").output.contains("Missed"))
        let id = try todo.add("Call", "--due", "2026-11-24 9:00")
        #expect(try todo("edit", id, "--remind", "1h").error.isEmpty)
        #expect(try todo("edit", id, "--remind", "9d").error.contains("“Call” is for a past time"))
    }

    @Test("`--for` and `--until` say what they take, and not what reminders can be otherwise")
    func snoozedWrongly() throws {
        let id = try todo.add("Call", "--due", "2026-11-24 9:00", "--remind", "1h")
        for (option, value) in [("--for", "abc"), ("--for", "18:00"), ("--until", "abc"), ("--until", "10m")] {
            let result = try todo("snooze", id, option, value)
            #expect(result.status == 64 && result.error.contains("\(option) “\(value)”: It is a "), "\(result.error)")
            #expect(!result.error.contains("arriving"))
        }
    }

    @Test("what cannot be snoozed is refused with the reason, and a length that is too long as such")
    func notSnoozed() throws {
        let none = try todo.add("None")
        #expect(try todo("snooze", none).error.contains("has no reminder that rings"))
        let undated = try todo.add("Undated", "--remind", "1h")
        #expect(try todo("snooze", undated).error.contains("has a time at which it rings"))
        let call = try todo.add("Call", "--due", "2026-11-24 9:00", "--remind", "1h")
        for length in ["99999d", "9999999999 days"] {
            #expect(try todo("snooze", call, "--for", length).error.contains("It is too long"))
        }
        try todo("snooze", call, "--dismiss")
        #expect(try todo("snooze", call).error.contains("The reminders of “Call” were dismissed"))
        #expect(try todo("show", call).output.contains("1 hour before, dismissed"))
        try todo("done", call)
        #expect(try todo("snooze", call).error.contains("“Call” is done"))
    }

    @Test("a reminder that cannot ring yet is said to lack what it needs")
    func lacking() throws {
        for (remind, lack) in [
            ("10m", "no date yet"), ("1h after start", "no start yet"), ("1h before due", "no due date yet"),
            ("arriving", "no place yet"),
        ] {
            #expect(try todo("add", "Call", "--remind", remind).error.contains("“Call” has \(lack)"), "\(remind)")
        }
        let dated = try todo("add", "Call", "--due", "tomorrow", "--remind", "10m", "--remind", "1h after start")
        #expect(dated.error.contains("no start yet") && !dated.error.contains("no date yet"), "\(dated.error)")
        #expect(try todo("add", "Call", "--start", "tomorrow", "--remind", "1h after start").error.isEmpty)
    }

    @Test("a place of a reminder that is not the one of the to-do is shown by its name")
    func placeNames() throws {
        try todo("location", "add", "Home", "--latitude", "47.3769", "--longitude", "8.5417")
        let id = try todo.add("Keys", "--remind", "leaving:home/300m")
        #expect(try todo("show", id).output.contains("leaving Home within 300 m"))
    }

    @Test("a notification says a moment without seconds, and several of one to-do as one")
    func words() throws {
        try deliver(by: "cat >> '\(log.path)'")
        _ = try at("2026-11-21T10:00:17.139Z").add("Call", "--remind", "+1m")
        let mail = try todo.add("Mail", "--due", "2026-11-21 11:05", "--remind", "5m", "--remind", "4m")
        try at("2026-11-21T10:01:00Z")("snooze", mail, "--for", "1m")
        let process = try at("2026-11-21T10:02:00Z").startShell("exec todo remind --quiet")
        defer { process.terminate() }
        let rung = try awaitDelivery(2)
        #expect(rung.compactMap { $0["title"]?.string }.sorted() == ["Call", "Mail"])
        #expect(rung.compactMap { $0["text"]?.string }.sorted() == ["due today 11:05", "today 11:01"])
    }

    @Test("a snooze takes ids, and says so to who gives it a filter")
    func snoozedFilter() throws {
        _ = try todo.add("Call", "--due", "2026-11-24 9:00", "--remind", "1h")
        let refused = try todo("snooze", "is:open")
        #expect(refused.status == 1 && refused.output.isEmpty)
        #expect(
            refused.error
                == "todo: There is no to-do whose id begins with “is:open”; a filter cannot be given here.\n")
        #expect(try todo("snooze", "ffff").error == "todo: There is no to-do whose id begins with “ffff”.\n")
    }

    @Test("a running process delivers what others write, takes away what is done, and lets no second one run")
    func running() throws {
        try deliver(by: "cat >> '\(log.path)'")
        let process = try todo.startShell("exec todo remind --quiet")
        defer { process.terminate() }
        let id = try todo.add("Call", "--due", "2026-11-21 10:59", "--remind", "0m")
        let rung = try awaitDelivery(1)
        #expect(rung.first?["event"] == "ring" && rung.first?["title"] == "Call")
        let other = try todo("remind", "--once", "--json")
        #expect(try other.failure() == ("locked", 75))
        try todo("done", id)
        let withdrawn = try awaitDelivery(2)
        #expect(withdrawn.last?["event"] == "withdraw" && withdrawn.last?["id"] == rung.first?["id"])
    }

    @Test("what a command leaves running in the background keeps no other reminder waiting")
    func background() throws {
        let left = todo.folder.appending(path: "left")
        try deliver(by: "cat >> '\(log.path)'; sleep 600 & echo $! >> '\(left.path)'")
        let process = try todo.startShell("exec todo remind --quiet")
        defer {
            process.terminate()
            let text = (try? String(contentsOf: left, encoding: .utf8)) ?? ""
            for number in text.split(separator: "\n").compactMap({ Int32($0) }) { kill(number, SIGKILL) }
        }
        _ = try todo.add("Call", "--due", "2026-11-21 10:59", "--remind", "0m")
        #expect(try awaitDelivery(1).first?["title"] == "Call")
        // It is only delivered once the command for the first one has ended.
        _ = try todo.add("Next", "--due", "2026-11-21 10:58", "--remind", "0m")
        #expect(try awaitDelivery(2).last?["title"] == "Next")
    }

    @Test("killed between a delivery and the note of it, it rings once more under the same id, and then not again")
    func killed() throws {
        _ = try todo.add("Call", "--due", "2026-11-21 10:50", "--remind", "0m")
        _ = try todo.add("Mail", "--due", "2026-11-21 10:40", "--remind", "0m")
        // The shell is a child of the process.
        try deliver(by: "cat >> '\(log.path)'; kill -9 $PPID")
        let first = try todo.startShell("exec todo remind --quiet")
        first.waitUntilExit()
        #expect(first.terminationReason == .uncaughtSignal)
        #expect(delivered().count == 1 && delivered()[0]["items"]?.elements?.count == 2, "missed, and so together")
        try deliver(by: "cat >> '\(log.path)'")
        let second = try todo.startShell("exec todo remind --quiet")
        let again = try awaitDelivery(2)
        #expect(again.count == 2 && again[0]["id"] == again[1]["id"] && again[0]["items"] == again[1]["items"])
        // It is noted before anything else is delivered.
        _ = try todo.add("Next", "--due", "2026-11-21 10:59", "--remind", "0m")
        #expect(try awaitDelivery(3).last?["title"] == "Next")
        second.terminate()
        second.waitUntilExit()
        #expect(delivered().count == 3)
    }

    @Test("settings of the delivery are checked before anything is delivered")
    func settings() throws {
        #expect(try todo("config", "set", "remind.desktop", "maybe", "--json").failure() == ("bad-setting", 64))
        for text in ["no-url", "ftp://example.org/x"] {
            let refused = try todo.run(["config", "set", "remind.ntfy", text])
            #expect(refused.status == 64 && refused.error.contains("“\(text)” is not the URL of a topic"))
        }
        try todo("config", "set", "remind.ntfy", "https://example.org/no+topic")
        #expect(try todo("remind", "--json").failure() == ("bad-setting", 64))
    }
}
