import FirestoreWire
import GRDB
import TestSupport
import Testing
import TodoServer

@Suite("The server's database when power fails")
struct PowerLossTests {
    private func documents(_ store: DocumentStore, _ name: DatabaseName) async throws -> Set<String> {
        var found: Set<String> = []
        try await LocalSpace(store, database: name, .user("ada")).forEach(
            StructuredQuery(from: [CollectionSelector("todos")])
        ) { found.insert(String($0.name.split(separator: "/").last ?? "")) }
        return found
    }

    @Test("every commit that was acknowledged is there, and every user, at whatever step it fails")
    func commits() async throws {
        let disk = try LossyDisk()
        let name = try DatabaseName(projectID: "todo")
        let count = 6
        let moments = try await disk.moments {
            let store = try DocumentStore(path: disk.folder.file("server.db"))
            let space = try LocalSpace(store, database: name, .user("ada"))
            for number in 1...count {
                _ = try store.accounts.add("user\(number)")
                try await space.commit([
                    Write(
                        .update(
                            Document(
                                name: "\(space.root.text)/todos/t\(number)", fields: ["seq": .integer(Int64(number))])))
                ])
                disk.acknowledge()
            }
            try store.close()
        }
        let step = max(1, moments.count / Dose.of(30, whole: moments.count))
        for index in moments.indices where index % step == 0 || index == moments.count - 1 {
            let (moment, seed) = (moments[index], index % 3 == 0 ? nil : UInt64(index))
            let left = try disk.afterFailure(at: moment, seed: seed)
            let store = try DocumentStore(path: left.file("server.db"))
            #expect(try store.check().problems.isEmpty, "seed \(String(describing: seed))")
            let acknowledged = Set((1...count).prefix(moment.acknowledged).map { "t\($0)" })
            #expect(try await documents(store, name).isSuperset(of: acknowledged), "seed \(String(describing: seed))")
            #expect(try store.accounts.list().count >= moment.acknowledged)
            try store.close()
        }
    }
}
