import SQLite
import TestSupport
import Testing
import TodoServer

@Suite("the durability of the server's database")
struct DurabilityTests {
    @Test("the connection that commits waits for the disk at each commit, in a new file and in one that is there")
    func commits() throws {
        let folder = try TemporaryFolder()
        for _ in 0..<2 {
            let store = try DocumentStore(path: folder.file("server.db"))
            // GRDB's pool sets NORMAL by itself.
            #expect(try store.durability == .full)
            _ = try store.accounts.rotateOrAdd("ada")
            #expect(try store.durability == .full)
            try store.close()
        }
    }
}

extension Accounts {
    /// A new token of a user, who is made if necessary.
    fileprivate func rotateOrAdd(_ name: String) throws -> AccessToken {
        try list().contains { $0.name == name } ? rotate(name) : add(name)
    }
}
