import Logging
import ServiceLifecycle

/// Notices that another process restored a backup under the server.
struct RestoreWatch: Service {
    let store: DocumentStore
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var known = try? store.restorations()
            while (try? await Task.sleep(for: .milliseconds(250))) != nil {
                guard let now = try? store.restorations(), now != known else { continue }
                known = now
                store.becomeRestored()
                logger.notice("A backup was restored.")
            }
        }
    }
}
