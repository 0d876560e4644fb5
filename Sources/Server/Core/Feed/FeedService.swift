import ServiceLifecycle

/// Ends all waits on a graceful shutdown, so that the server stops at once.
struct FeedService: Service {
    let feed: ChangeFeed

    func run() async throws {
        try? await gracefulShutdown()
        feed.close()
    }
}
