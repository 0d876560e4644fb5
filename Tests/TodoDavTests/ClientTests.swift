import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoKit

@testable import TodoDav

/// Where programs of others are.
private enum Installed {
    static let vdirsyncer = "/usr/bin/vdirsyncer"
    static let todoman = "/usr/bin/todoman"

    /// A Python that has the clients of PyPI: that of the system, or the one in `.build/python-venv-caldav`, which is created if
    /// `pip` can get the packages (`Benchmarks/Parts/dav.py` uses it too); nil if there is none.
    static let python: String? = {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let folder = root.appending(path: ".build/python-venv-caldav").path
        let candidates = ["\(folder)/bin/python", "/usr/bin/python3"]
        func hasClients(_ python: String) -> Bool { works(python, ["-c", "import caldav, caldav_server_tester"]) }
        if let python = candidates.first(where: hasClients) { return python }
        let packages = "caldav==3.6.0 caldav-server-tester==1.7.0 radicale==3.9.0 xandikos==0.4.10"
        let isMade = works(
            "/bin/sh",
            [
                "-c",
                "python3 -m venv '\(folder)' && timeout 120 '\(folder)/bin/pip' install -q --retries 0 \(packages)",
            ])
        return isMade && hasClients(candidates[0]) ? candidates[0] : nil
    }()

    /// Whether a program runs with some arguments.
    static func works(_ program: String, _ arguments: [String]) -> Bool {
        guard FileManager.default.isExecutableFile(atPath: program) else { return false }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

/// Programs of others, where they are installed.
@Suite("Clients of others")
struct ClientTests {
    /// Runs a program to its end.
    private func run(
        _ program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) async throws -> (status: Int32, output: String) {
        let process = Process()
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let (output, stdin) = (Pipe(), Pipe())
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        process.standardInput = stdin
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        return try await blocking { [process] in
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus, text)
        }
    }

    /// Writes the configuration of vdirsyncer for the inbox, and lets it find the list.
    /// - Returns: the path of the configuration, and the folder of the files.
    private func discovered(by dav: RunningDav) async throws -> (config: String, folder: String) {
        let (config, files) = (dav.folder.file("vdirsyncer"), dav.folder.file("files"))
        try """
        [general]
        status_path = "\(dav.folder.file("status"))"
        [pair todos]
        a = "here"
        b = "there"
        collections = ["inbox"]
        conflict_resolution = "b wins"
        [storage here]
        type = "filesystem"
        path = "\(files)"
        fileext = ".ics"
        [storage there]
        type = "caldav"
        url = "http://\(dav.authority)/"
        username = "me"
        password = "\(dav.password)"
        item_types = ["VTODO"]
        """.write(toFile: config, atomically: true, encoding: .utf8)
        let found = try await run(Installed.vdirsyncer, ["-c", config, "discover"], input: "y\ny\ny\n")
        #expect(found.status == 0, "\(found.output)")
        return (config, files + "/inbox")
    }

    private func sync(_ config: String) async throws {
        let result = try await run(Installed.vdirsyncer, ["-c", config, "sync"])
        #expect(result.status == 0, "\(result.output)")
    }

    @Test(
        "todoman behind vdirsyncer: a new to-do, an edit, a tick of a series and one of a to-do, and nothing else changes",
        .enabled(
            if: Installed.works(Installed.vdirsyncer, ["--version"])
                && Installed.works(Installed.todoman, ["--version"]),
            "vdirsyncer or todoman is not installed"))
    func todoman() async throws {
        try await RunningDav.with { dav in
            let day = Day(containing: dav.store.stack.environment.now(), in: .zurich)
            let milk = try await dav.store.add("Buy milk", notes: "two bottles", due: .day(day))
            let call = try await dav.store.add("Call Bob", tags: ["work"])
            let water = try await dav.store.add(
                "Water plants",
                recurrence: Recurrence(
                    rule: "FREQ=DAILY", mode: .each, zone: "Europe/Zurich", base: day, key: day, due: .day(day)))
            let (config, folder) = try await discovered(by: dav)
            try await sync(config)
            let own = dav.folder.file("todoman.py")
            try """
            path = "\(folder)"
            date_format = "%Y-%m-%d"
            time_format = "%H:%M"
            default_list = "inbox"
            cache_path = "\(dav.folder.file("cache"))"
            """.write(toFile: own, atomically: true, encoding: .utf8)
            func todoman(_ arguments: String...) async throws -> String {
                let result = try await run(
                    Installed.todoman, ["--config", own] + arguments, environment: ["HOME": dav.folder.path])
                #expect(result.status == 0, "\(result.output)")
                return result.output
            }
            func number(_ title: String) async throws -> String {
                let listed = try JSONValue(parsing: Array(try await todoman("--porcelain", "list").utf8))
                guard case .array(let todos) = listed else { return "" }
                let found = todos.first { $0["summary"]?.string == title }
                return try #require(found?["id"]?.canonicalJSON)
            }
            _ = try await todoman("new", "-l", "inbox", "Read a book")
            _ = try await todoman("edit", try await number("Buy milk"), "--priority", "high")
            _ = try await todoman("done", try await number("Call Bob"))
            _ = try await todoman("done", try await number("Water plants"))
            try await sync(config)
            let todos = try await dav.store.todos.fetch(.all).items
            #expect(todos.contains { $0.title == "Read a book" && !$0.isDone })
            let bought = try await dav.store.todos.find(milk.id)
            #expect(bought.priority == .high && bought.notes == "two bottles" && bought.due == .day(day))
            let called = try await dav.store.todos.find(call.id)
            #expect(called.isDone && called.tags.map(\.title) == ["work"])
            let watered = try await dav.store.todos.find(water.id)
            #expect(watered.isRepeating && !watered.isDone && watered.current?.key == day.adding(days: 1))
            // The other way: the series is open again in its file, for its next day.
            try await sync(config)
            #expect(try await todoman("list").contains("Water plants"))
        }
    }

    @Test(
        "caldav-server-tester finds nothing ungraceful, fragile or broken in what is for to-dos",
        .enabled(if: Installed.python != nil, "caldav-server-tester of PyPI cannot be imported or installed"),
        .timeLimit(.minutes(15)))
    func serverTester() async throws {
        let python = try #require(Installed.python)
        try await RunningDav.with(nil, { configuration, _ in configuration.settings.deletesLists = true }) { dav in
            let result = try await run(
                python,
                ["-c", Self.tester, "http://\(dav.authority)/dav/", dav.password]
                    + (Dose.isWhole ? [] : Self.quickChecks))
            let line = result.output.split(separator: "\n").last { $0.hasPrefix("{") } ?? ""
            let found = try JSONValue(parsing: Array(line.utf8))
            guard case .object(let features) = found else {
                Issue.record("\(result.output)")
                return
            }
            #expect(features.count > (Dose.isWhole ? 40 : 3), "\(result.output)")
            let bad = features.filter { ["ungraceful", "fragile", "broken"].contains($0.value.string) }.map(\.key)
            #expect(Set(bad).subtracting(Self.notForTodos).sorted() == [])
        }
    }

    /// Runs each check by itself, because one that needs events ends all others, and prints the worst that was found of each
    /// feature.
    private static let tester = """
        import json, logging, subprocess, sys
        tester = [sys.executable, "-c", "from caldav_server_tester import check_server_compatibility as check; check()"]
        url = ["--caldav-url", sys.argv[1], "--caldav-username", "me", "--caldav-password", sys.argv[2]]
        names = sys.argv[3:] or subprocess.run(tester + ["--list-checks"], capture_output=True, text=True).stdout.split()
        order, found = ["ungraceful", "fragile", "broken"], {}
        for name in names:
            run = subprocess.run(tester + url + ["--run-checks", name, "--format", "json"], capture_output=True, text=True)
            try: features = json.loads(run.stdout)["features"]
            except ValueError: continue
            for key, value in features.items():
                level = value.get("support", "") if isinstance(value, dict) else str(value)
                if found.get(key) not in order: found[key] = level
        print(json.dumps(found))
        """

    /// The checks of each run; all of them take a minute.
    private static let quickChecks = ["CheckSyncToken", "CheckCalendarProperties", "CheckWellKnown"]

    /// What is refused by name here, as RFC 4791 has it: events, which some checks of other things use too, free-busy times, and
    /// the search for other people.
    private static let notForTodos: Set<String> = [
        "freebusy-query", "principal-search", "save-load.event.no-dtend", "save-load.event.no-summary",
        "save-load.icalendar.related-to", "search.time-range.event",
    ]

    @Test(
        "vdirsyncer syncs the inbox both ways, and leaves what it did not change as it was",
        .enabled(if: Installed.works(Installed.vdirsyncer, ["--version"]), "vdirsyncer is not installed"))
    func vdirsyncer() async throws {
        try await RunningDav.with { dav in
            try await dav.store.add("Buy milk", notes: "a, b; c", tags: ["home"], due: .day(2026, 12, 1))
            let (config, folder) = try await discovered(by: dav)
            try await sync(config)
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".ics") })
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            #expect(text.contains("SUMMARY:Buy milk"))
            try text.replacing("SUMMARY:Buy milk", with: "SUMMARY:Buy oat milk").write(
                toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            try RunningDav.todo("from-a-file", "Call Bob").write(
                toFile: folder + "/bob.ics", atomically: true, encoding: .utf8)
            try await sync(config)
            let todos = try await dav.store.todos.fetch(.all).items
            #expect(todos.map(\.title).sorted() == ["Buy oat milk", "Call Bob"])
            let milk = try #require(todos.first { $0.title == "Buy oat milk" })
            #expect(milk.notes == "a, b; c" && milk.tags.map(\.title) == ["home"])
            #expect(milk.due == (try .day(2026, 12, 1)))
            let bob = try #require(todos.first { $0.title == "Call Bob" })
            try await dav.store.todos.delete(bob.id)
            try await sync(config)
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ics") }
            #expect(left.count == 1)
        }
    }

    @Test(
        "python-caldav, which Home Assistant and Errands use: lists, a new to-do, a tick, a deletion",
        .enabled(
            if: Installed.python != nil, "the package caldav of PyPI can neither be imported nor installed"))
    func pythonCaldav() async throws {
        let python = try #require(Installed.python)
        try await RunningDav.with { dav in
            try await dav.store.addList("Work")
            let milk = try await dav.store.add("Buy milk", notes: "two bottles", tags: ["home"])
            let script = """
                import caldav
                client = caldav.DAVClient(url="http://\(dav.authority)/", username="me", password="\(dav.password)")
                calendars = client.principal().calendars()
                print(sorted(str(c.get_display_name()) for c in calendars))
                inbox = [c for c in calendars if str(c.url).endswith("/inbox/")][0]
                print([str(t.icalendar_component["summary"]) for t in inbox.todos()])
                inbox.save_todo(summary="Call Bob")
                todo = [t for t in inbox.todos() if t.icalendar_component["summary"] == "Buy milk"][0]
                todo.icalendar_component["summary"] = "Buy oat milk"
                todo.save()
                todo = inbox.todo_by_uid(str(todo.icalendar_component["uid"]))
                todo.complete()
                bob = [t for t in inbox.todos() if t.icalendar_component["summary"] == "Call Bob"][0]
                bob.delete()
                print([str(t.icalendar_component["summary"]) for t in inbox.todos(include_completed=True)])
                """
            let result = try await run(python, ["-c", script])
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.contains("['Inbox', 'Work']"), "\(result.output)")
            #expect(result.output.hasSuffix("['Buy milk']\n['Buy oat milk']\n"), "\(result.output)")
            let ended = try await dav.store.todos.find(milk.id)
            #expect(ended.title == "Buy oat milk" && ended.completedAt != nil)
            #expect(ended.notes == "two bottles" && ended.tags.map(\.title) == ["home"])
        }
    }
}
