import Foundation
import JSON
import TestSupport
import Testing

@Suite("Devices whose space was moved")
struct MovedSpaceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "from todo-server to Google's emulator and to another todo-server they go on where they stood",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    func bothWays() async throws {
        try await follow([.todoServer(), await .emulator(), .todoServer()])
    }

    @Test("from one todo-server to another one they do so too")
    func betweenServers() async throws { try await follow([.todoServer(), .todoServer()]) }

    /// Three devices make edits all the time while their space moves from each remote to the next.
    private func follow(_ remotes: [Remote]) async throws {
        var devices = try (0..<3).map { _ in try remotes[0].device() }
        var edits = Edits(seed: 20)
        var random = SeededGenerator(seed: 20)
        for _ in 0..<20 { try edits.make(on: random.pick(devices)) }
        try settle(devices)
        for (index, remote) in remotes.enumerated().dropFirst() {
            // The first device is ahead, and the others have not seen that. Each has edits that nobody else has seen.
            for _ in 0..<6 { try edits.make(on: devices[0]) }
            try devices[0]("sync", "--quiet")
            for device in devices { for _ in 0..<4 { try edits.make(on: device) } }
            let file = folder.file("\(index).ndjson")
            try remotes[index - 1].export(to: file)
            try remote.import(file)
            let copy = folder.file("\(index)-copy.ndjson")
            try remote.export(to: copy)
            #expect(try records(of: copy) == records(of: file))
            for number in devices.indices {
                let set = try remote.set(for: &devices[number], ["--moved"])
                #expect(set.status == 0, "\(set.error)")
                let report = try devices[number]("sync", "--json").json()
                #expect(report["resync"] == .null, "everything was read again")
                #expect(try #require(report["documentsRead"]?.integer) < 30)
            }
            try settle(devices)
            let fresh = try remote.device()
            try fresh("sync", "--quiet")
            for device in devices + [fresh] + devices { try device("sync", "--quiet") }
            let whole = try devices[0]("export", "--format", "json").json()
            for device in devices + [fresh] {
                #expect(try edits.differences(from: device) == [])
                #expect(try device("export", "--format", "json").json() == whole)
                #expect(try device("sync", "--verify", "--json").status == 0)
                #expect(try device("sync", "status", "--json").json()["pending"] == 0)
            }
        }
    }

    @Test("a place where the space was not moved is left alone, and what is here too, until it is to be merged")
    func elsewhere() async throws {
        let (former, other) = (try Remote.todoServer(), try Remote.todoServer())
        var device = try former.device()
        let milk = try device.add("Buy milk")
        try device("sync")
        let foreign = try other.device()
        try foreign("add", "Buy bread")
        try foreign("sync")
        #expect(try other.set(for: &device).status == 78)
        #expect(try other.set(for: &device, ["--moved", "--merge"]).status == 64)
        #expect(try other.set(for: &device, ["--moved"]).status == 0)
        // The second time, the space is still not there.
        for more in [[], ["--auto"], ["--moved"]] {
            let refused = try device("sync", "--json")
            #expect(try refused.failure() == ("other-remote", 78))
            #expect(refused.error.contains("not moved there"))
            #expect(try other.set(for: &device, more).status == 0)
        }
        #expect(try device("list", "--json").json()["items"]?.elements?.count == 1)
        #expect(try other.set(for: &device, ["--merge"]).status == 0)
        try device("sync")
        try foreign("sync")
        #expect(try device("list", "--json").json()["items"]?.elements?.count == 2)
        #expect(try foreign("show", milk, "--json").json()["title"] == "Buy milk")
    }

    @Test("a device that syncs while the space is not all there waits, and has lost nothing")
    func half() async throws {
        let (former, next) = (try Remote.todoServer(), try Remote.todoServer())
        var device = try former.device()
        for number in 1...5 { try device("add", "To-do \(number)") }
        try device("sync")
        let (file, half) = (folder.file("whole.ndjson"), folder.file("half.ndjson"))
        try former.export(to: file)
        let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
        try lines.prefix(4).joined(separator: "\n").write(toFile: half, atomically: true, encoding: .utf8)
        let broken = try ServerProcess.run(["import", half] + next.place.options)
        #expect(broken.status == 65 && broken.error.contains("incomplete"), "\(broken.error)")
        #expect(try next.set(for: &device, ["--moved"]).status == 0)
        try device("add", "To-do 6")
        #expect(try device("sync", "--json").failure().code == "remote-refused")
        try next.import(file)
        // The server looks four times a second whether another program has changed its file.
        let waiting = device
        #expect(await eventually { (try? waiting("sync", "--json").status) == 0 })
        let fresh = try next.device()
        try fresh("sync")
        #expect(try fresh("list", "--json").json()["items"]?.elements?.count == 6)
    }

    /// The documents in a file by the part of the name below the user, of each the one that stands.
    private func records(of file: String) throws -> [String: JSONValue] {
        var records: [String: JSONValue] = [:]
        for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
            let json = try JSONValue(parsing: Array(line.utf8))
            guard let name = json["name"]?.string, let start = name.range(of: "/users/ada/") else { continue }
            records[String(name[start.upperBound...])] = json["fields"]
        }
        return records
    }

    /// Syncs until nothing moves any more.
    private func settle(_ devices: [TodoProcess]) throws {
        for _ in 0..<6 {
            let reports = try devices.map { try $0("sync", "--json").json() }
            if reports.allSatisfy({ $0["pulled"] == 0 && $0["pushed"] == 0 }) { return }
        }
        Issue.record("The devices do not come to rest.")
    }
}
