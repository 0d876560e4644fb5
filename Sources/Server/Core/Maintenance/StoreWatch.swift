import Logging
import SQLite
import ServiceLifecycle

/// Notices effects of other processes and the system on the database while it is served: restored backups, revoked
/// tokens, a full disk, a removed file.
struct StoreWatch: Service {
    let store: DocumentStore
    let access: any Access
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            var (restorations, tokens) = (try? store.restorations(), try? store.accounts.tokenIDs())
            if let log = store.file.opened.foreignLog {
                logger.warning("The log of another database was beside this one; it was moved to \(log).")
            }
            var trouble: StorageTrouble?
            var rounds = 0
            while (try? await Task.sleep(for: .milliseconds(250))) != nil {
                if let now = try? store.restorations(), now != restorations {
                    restorations = now
                    store.becomeRestored()
                    logger.notice("A backup was restored, or a space imported.")
                }
                if let now = try? store.accounts.tokenIDs(), now != tokens {
                    // A client that waits with a revoked token must no longer be recognized; the others ask again. A
                    // new token does not concern waiting clients.
                    if let tokens, !tokens.isSubset(of: now) {
                        access.forgetTokens()
                        store.feed.sendAway()
                    }
                    tokens = now
                }
                rounds += 1
                if rounds % 4 == 0, store.storage.failure != nil { await store.queue.probe() }
                let now = store.storage.trouble
                if now != trouble { report(now) }
                trouble = now
                // The clock has to notice a jump of the machine's clock even without requests.
                _ = store.clock.readTime()
            }
        }
    }

    private func saveReplaced() {
        do {
            let copy = try store.saveReplaced()
            logger.error("The content of the file that was removed or replaced is in \(copy).")
        } catch {
            logger.error("The content of the file that was removed or replaced cannot be saved beside it.")
        }
    }

    private func report(_ trouble: StorageTrouble?) {
        if let trouble {
            logger.error("\(trouble.description)")
            if trouble == .removed { saveReplaced() }
        } else {
            logger.notice("The server can store commits again.")
        }
    }
}
