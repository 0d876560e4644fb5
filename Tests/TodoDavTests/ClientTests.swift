import Foundation
import TestSupport
import Testing
import TodoKit

@testable import TodoDav

/// Where programs of others are.
private enum Installed {
    static let vdirsyncer = "/usr/bin/vdirsyncer"
    static let python = "/usr/bin/python3"

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
    private func run(_ program: String, _ arguments: [String], input: String = "") async throws -> (
        status: Int32, output: String
    ) {
        let process = Process()
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

    @Test(
        "vdirsyncer syncs the inbox both ways, and leaves what it did not change as it was",
        .enabled(if: Installed.works(Installed.vdirsyncer, ["--version"]), "vdirsyncer is not installed"))
    func vdirsyncer() async throws {
        try await RunningDav.with { dav in
            try await dav.store.add("Buy milk", notes: "a, b; c", tags: ["home"], due: .day(2026, 12, 1))
            let config = dav.folder.file("vdirsyncer")
            let files = dav.folder.file("files")
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
            let first = try await run(Installed.vdirsyncer, ["-c", config, "sync"])
            #expect(first.status == 0, "\(first.output)")
            let folder = files + "/inbox"
            let name = try #require(
                try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".ics") })
            let text = try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
            #expect(text.contains("SUMMARY:Buy milk"))
            try text.replacing("SUMMARY:Buy milk", with: "SUMMARY:Buy oat milk").write(
                toFile: folder + "/" + name, atomically: true, encoding: .utf8)
            try RunningDav.todo("from-a-file", "Call Bob").write(
                toFile: folder + "/bob.ics", atomically: true, encoding: .utf8)
            let second = try await run(Installed.vdirsyncer, ["-c", config, "sync"])
            #expect(second.status == 0, "\(second.output)")
            let todos = try await dav.store.todos.fetch(.all).items
            #expect(todos.map(\.title).sorted() == ["Buy oat milk", "Call Bob"])
            let milk = try #require(todos.first { $0.title == "Buy oat milk" })
            #expect(milk.notes == "a, b; c" && milk.tags.map(\.title) == ["home"])
            #expect(milk.due == (try .day(2026, 12, 1)))
            let bob = try #require(todos.first { $0.title == "Call Bob" })
            try await dav.store.todos.delete(bob.id)
            let third = try await run(Installed.vdirsyncer, ["-c", config, "sync"])
            #expect(third.status == 0, "\(third.output)")
            let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".ics") }
            #expect(left.count == 1)
        }
    }

    @Test(
        "python-caldav, which Home Assistant and Errands use: lists, a new to-do, a tick, a deletion",
        .enabled(
            if: Installed.works(Installed.python, ["-c", "import caldav"]),
            "the package caldav of PyPI is not installed"))
    func pythonCaldav() async throws {
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
            let result = try await run(Installed.python, ["-c", script])
            #expect(result.status == 0, "\(result.output)")
            #expect(result.output.contains("['Inbox', 'Work']"), "\(result.output)")
            #expect(result.output.hasSuffix("['Buy milk']\n['Buy oat milk']\n"), "\(result.output)")
            let ended = try await dav.store.todos.find(milk.id)
            #expect(ended.title == "Buy oat milk" && ended.completedAt != nil)
            #expect(ended.notes == "two bottles" && ended.tags.map(\.title) == ["home"])
        }
    }
}
