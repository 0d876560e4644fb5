import Benchmark
import TodoKit

/// Work of a store, measured against the same SQL through the C API: the benchmarks `NAME.ours` and `NAME.limit`, and
/// if a table is left out `NAME.without`, the same SQL without that table. Each iteration starts with the same file.
struct Comparison: Sendable {
    let name: String
    let turns: Int
    /// Whether the work leaves the file unchanged. It is then done on connections for reading, as in a front end.
    var isReading = false
    /// The table whose cost is measured.
    var table: String?
    /// Creates the file and returns its path.
    let database: @Sendable () throws -> String
    /// What is done before the measurement, such as finding the to-dos to work on.
    var before: @Sendable (TodoStore) async throws -> [Todo] = { _ in [] }
    let work: @Sendable (TodoStore, [Todo]) async throws -> Void

    func register() {
        Benchmark("\(name).ours", configuration: .times(turns)) { benchmark in
            let store = try Surroundings.open(file(), allowsConcurrentReads: isReading)
            let todos = try await before(store)
            benchmark.startMeasurement()
            try await work(store, todos)
            benchmark.stopMeasurement()
            try store.stack.close()
        }
        registerLimit("\(name).limit", leavingOut: nil)
        if let table { registerLimit("\(name).without", leavingOut: table) }
    }

    private func registerLimit(_ name: String, leavingOut table: String?) {
        // Unsafe: set once before the measurements, which run one after the other.
        nonisolated(unsafe) var recorded: (tape: SQLTape, start: Int)?
        Benchmark(name, configuration: .times(turns)) { benchmark in
            guard let (tape, start) = recorded else { return }
            let player = try SQLPlayer(tape, on: file(), leavingOut: table)
            try player.play(0..<start)
            benchmark.startMeasurement()
            blackHole(try player.play(start..<tape.steps.count))
            benchmark.stopMeasurement()
        } setup: {
            let path = try file()
            recorded = try await SQLRecorder.record { mark in
                let store = try Surroundings.open(path, allowsConcurrentReads: isReading)
                let todos = try await before(store)
                mark()
                try await work(store, todos)
                try store.stack.close()
            }
        }
    }

    private func file() throws -> String {
        let path = try database()
        return isReading ? path : try Surroundings.copy(of: path)
    }
}

extension Benchmark.Configuration {
    /// So many measurements, however long they take, after one that does not count where there are many.
    static func times(_ count: Int) -> Self {
        Self(
            metrics: [.wallClock, .throughput], warmupIterations: count > 10 ? 1 : 0, maxDuration: .seconds(600),
            maxIterations: count)
    }
}
