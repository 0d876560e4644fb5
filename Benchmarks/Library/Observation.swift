import Benchmark
import Foundation
import TodoKit

/// From a change by another process until an observer here has the new page: `observe.ours`, measured from the start of
/// `todo add`.
enum Observation {
    static func register() {
        // Unsafe: set once before the measurements, which run one after the other.
        nonisolated(unsafe) var opened: (store: TodoStore, path: String, pages: Pages)?
        Benchmark("observe.ours", configuration: .times(50)) { benchmark in
            guard let (_, path, pages) = opened else { return }
            let title = "Buy milk \(UUID())"
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Surroundings.program)
            process.arguments = ["add", title, "--db", path, "--quiet"]
            benchmark.startMeasurement()
            try process.run()
            while try await pages.next()?.items.first?.title != title {}
            benchmark.stopMeasurement()
            process.waitUntilExit()
        } setup: {
            let path = try Surroundings.copy(of: Surroundings.database(of: 1000))
            let store = try Surroundings.open(path, allowsConcurrentReads: true)
            opened = (store, path, Pages(store.todos.observe(.all.open.page(0, size: 20))))
            _ = try await opened?.pages.next()
        } teardown: {
            try opened?.store.stack.close()
        }
    }

    /// The pages of one observation.
    ///
    /// Unchecked because measurements run one after the other, and only they ask for a page.
    final class Pages: @unchecked Sendable {
        private var iterator: AsyncThrowingStream<Page<Todo>, any Error>.Iterator

        init(_ stream: AsyncThrowingStream<Page<Todo>, any Error>) { iterator = stream.makeAsyncIterator() }

        func next() async throws -> Page<Todo>? { try await iterator.next() }
    }
}
