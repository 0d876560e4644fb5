import Foundation
import TodoKit

@main
struct Shopping {
    static func main() async throws {
        let store = try TodoStore.test(name: "shopping")
        try await store.add("Milk", tags: ["shop"])

        // A server of one's own: todo-server serve
        guard let url = ProcessInfo.processInfo.environment["SHOPPING_SERVER"] else { return }
        try await store.sync.setRemote(RemoteConfiguration(url: url, user: "ada", credentials: .emulator))
        await store.sync.start()

        for await status in store.sync.statuses {
            if let failure = status.failure { print(failure.message) }
            if status.lastSynced != nil, status.pending == 0 { break }
        }
        print("On the server, and on every other device that asks.")
    }
}
