import Foundation
import TodoKit

/// The settings of the script that runs the benchmarks.
enum Surroundings {
    /// The folder of the databases `1000.db`, `10000.db`, …, named after the number of their to-dos; the benchmarks
    /// also write their files there.
    static let folder = value("BENCHMARK_FOLDER")
    /// The number of to-dos for the bulk insert, the page and the search.
    static let count = Int(value("BENCHMARK_COUNT")) ?? 0
    /// The numbers of to-dos of the smallest and the largest of these databases.
    static let sizes = value("BENCHMARK_SIZES").split(separator: ",").compactMap { Int($0) }
    /// The `todo` program.
    static let program = value("BENCHMARK_TODO")

    private static func value(_ name: String) -> String {
        guard let value = ProcessInfo.processInfo.environment[name] else {
            // Nothing could be measured, and whoever reads this started the program by hand.
            fatalError("\(name) is not set: run `make bench`.")
        }
        return value
    }

    static func database(of size: Int) -> String { "\(folder)/\(size).db" }

    /// A database without to-dos.
    static func emptyDatabase() throws -> String {
        let path = "\(folder)/empty.db"
        remove(path)
        try open(path).stack.close()
        return path
    }

    /// A new file with the content of another, to write to.
    static func copy(of path: String) throws -> String {
        let copy = "\(folder)/work.db"
        remove(copy)
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        return copy
    }

    private static func remove(_ path: String) {
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    }

    /// - Parameter allowsConcurrentReads: whether there are several connections. What several of them wrote and read
    ///   could not be replayed on one.
    static func open(_ path: String, allowsConcurrentReads: Bool = false) throws -> TodoStore {
        try TodoStore(
            StackConfiguration(
                storage: .onDisk(path: path), isSyncEnabled: false, allowsConcurrentReads: allowsConcurrentReads))
    }

    /// New to-dos with two of forty tags each, as people write them.
    static func todos(_ count: Int) throws -> [Todo] {
        let start = Date(timeIntervalSince1970: 1_700_000_000)
        let tags = (0..<40).map { Tag(id: TagName.id(for: "tag \($0)"), title: "tag \($0)", createdAt: start) }
        let words = ["milk", "bread", "report", "dentist", "quarterly", "passport", "garage", "Crème", "review", "牛乳"]
        let due = try Due.day(2026, 12, 24)
        return (0..<count).map { number in
            let title = [1, 3, 7].map { words[(number * $0 + $0) % words.count] }.joined(separator: " ")
            return Todo(
                id: TodoEnvironment.live.makeID(), title: "\(title) number \(number)",
                createdAt: start.addingTimeInterval(Double(number) * 60),
                due: number.isMultiple(of: 4) ? due : nil, priority: [nil, .low, .high][number % 3],
                tags: [tags[number % 40], tags[(number * 7 + 1) % 40]])
        }
    }
}
