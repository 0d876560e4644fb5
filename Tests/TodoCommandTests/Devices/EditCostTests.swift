import JSON
import TestSupport
import Testing

/// What the counts in docs/capacity.md rest on: Google charges for each document read and written.
@Suite("What an edit costs at the remote")
struct EditCostTests {
    @Test("two writes and a read where it is made, two reads on each other device")
    func todoServer() throws { try count(at: .todoServer()) }

    @Test(
        "so does it cost at Google's emulator",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    func emulator() async throws { try await count(at: .emulator()) }

    private func count(at remote: Remote) throws {
        let devices = try (0..<3).map { _ in try remote.device() }
        let id = try devices[0]("add", "Crème brûlée", "--json").json()["id"]?.string
        // They learn one another's names.
        for device in devices + devices { try device("sync", "--quiet") }
        for title in ["Crème", "Brûlée"] {
            try devices[0]("edit", #require(id), "--title", title)
            let costs = try devices.map { try Cost(ofSync: $0) }
            #expect(costs == [Cost(read: 1, written: 2), Cost(read: 2, written: 0), Cost(read: 2, written: 0)])
            #expect(try devices.map { try Cost(ofSync: $0) } == Array(repeating: Cost(read: 1, written: 0), count: 3))
        }
    }
}

/// Documents that a sync has read and written.
private struct Cost: Equatable {
    let read: Int64?
    let written: Int64?

    init(read: Int64, written: Int64) {
        self.read = read
        self.written = written
    }

    init(ofSync device: TodoProcess) throws {
        let report = try device("sync", "--json").json()
        read = report["documentsRead"]?.integer
        written = report["documentsWritten"]?.integer
    }
}
