import ServiceLifecycle

/// Ends all waiting when the server is told to stop, so that it stops at once.
struct FeedService: Service {
    let feed: ChangeFeed

    func run() async throws {
        try? await gracefulShutdown()
        feed.close()
    }
}
