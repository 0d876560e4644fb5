import Foundation
import JSON
import TestSupport
import Testing

@Suite("A device whose clock is far from the server's")
struct ClockCommandTests {
    private let remote: Remote
    private let device: TodoProcess

    init() throws {
        remote = try .todoServer()
        // In the year 2099, as `TODO_NOW` says.
        var device = try remote.device()
        device.environment["TODO_NOW"] = "2099-11-21T10:00:00Z"
        self.device = device
    }

    private func word(_ result: TodoProcess.Result) -> Bool { result.error.contains("The clock of this device is ") }

    @Test("a sync says once how far the clocks are apart; the device stays the same one, and its dates are its own")
    func ahead() throws {
        let first = try device.add("Bread")
        let said = try device("sync")
        #expect(said.status == 0 && said.error.contains("The clock of this device is 7"), "\(said.error)")
        #expect(said.error.contains(" years ahead of the server's. Set the one that is wrong: "))
        #expect(!word(try device("sync")))
        #expect(try device("sync", "--json").json()["clockDifference"]?.integer ?? 0 > 70 * 365 * 86_400_000)
        for title in ["Milk", "Eggs"] {
            _ = try device.add(title)
            #expect(!word(try device("sync")))
        }
        try device("done", first)
        #expect(try device("show", first, "--json").json()["completedAt"] == "2099-11-21T10:00:00.000Z")
        #expect(try device("show", first, "--json").json()["createdAt"] == "2099-11-21T10:00:00.000Z")
        let today = try device("list", "completed:today", "--json").json()["items"]?.elements
        #expect(today?.map { $0["title"] } == ["Bread"])
        #expect(try device("sync").error.contains("1 sent"))
        // All of its edits count as those of one device, so another device sees one writer.
        let other = try remote.device()
        #expect(try other("sync").error.contains("received"))
        let devices = try other("export", "--format", "json").output
        #expect(devices.contains("Bread") && devices.contains("Eggs"))
        let changes = try #require(other("history", "--json").json()["items"]?.elements).flatMap {
            $0["changes"]?.elements ?? []
        }
        let writers = Set(changes.filter { $0["kind"] == "todo" }.compactMap { $0["device"]?.string })
        #expect(writers.count == 1, "\(writers)")
        // With its clock mended, it says nothing.
        var mended = device
        mended.environment["TODO_NOW"] = nil
        #expect(!word(try mended("sync")))
        #expect(try mended("sync", "--json").json()["clockDifference"] == .null)
    }
}
