import Basics
import TodoDomain
import TodoKit

/// Remembers answers that take long in a large store, such as how much is in each list.
///
/// An answer belongs to a position of the history. After a commit it is computed again. A caller waits for it for a moment, then
/// gets the previous answer, and a notice when the new one is there.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var token: Int64?
        var value: Value?
        var search: Task<Value, any Error>?
        /// Whether a caller got the previous answer.
        var isAwaited = false
    }

    private let entries = Locked<[Key: Entry]>([:])
    private let patience: Duration
    private let onNews: @Sendable () -> Void

    /// How many answers are remembered.
    private static var most: Int { 200 }

    /// A memory.
    /// - Parameters:
    ///   - patience: how long to wait for a new answer if there is a previous one.
    ///   - onNews: called when a new answer is there after a caller got the previous one.
    init(patience: Duration, onNews: @escaping @Sendable () -> Void) {
        self.patience = patience
        self.onNews = onNews
    }

    /// The answer for a key.
    /// - Parameters:
    ///   - token: the newest position of the history.
    ///   - find: finds the answer.
    func value(
        for key: Key, at token: Int64, _ find: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (known, search) = entries.withLock { entries -> (Value?, Task<Value, any Error>?) in
            var entry = entries[key] ?? Entry()
            if entry.token == token, let value = entry.value { return (value, nil) }
            if entries.count >= Self.most, entries[key] == nil { entries = entries.filter { $0.value.search != nil } }
            let search = entry.search ?? Task { try await self.find(key, token, find) }
            entry.search = search
            entries[key] = entry
            return (entry.value, search)
        }
        guard let search else {
            if let known { return known }
            return try await find()
        }
        guard let known else { return try await search.value }
        if let value = try await Self.first(search, within: patience) { return value }
        let isLate = entries.withLock { entries in
            entries[key]?.isAwaited = true
            return entries[key]?.search == nil
        }
        // The answer came just now, and no notice of it follows.
        return isLate ? try await search.value : known
    }

    private func find(
        _ key: Key, _ token: Int64, _ find: @Sendable () async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await find()
            let isAwaited = entries.withLock { entries in
                defer { entries[key] = Entry(token: token, value: value) }
                return entries[key]?.isAwaited ?? false
            }
            if isAwaited { onNews() }
            return value
        } catch {
            entries.withLock { $0[key]?.search = nil }
            throw error
        }
    }

    /// The result of a task within a time; nil if it takes longer. The task continues.
    private static func first(_ task: Task<Value, any Error>, within limit: Duration) async throws -> Value? {
        let (firsts, continuation) = AsyncStream.makeStream(
            of: Result<Value, any Error>?.self, bufferingPolicy: .bufferingOldest(1))
        // A task group would wait for both.
        let answer = Task { continuation.yield(await task.result) }
        let timer = Task {
            try? await Task.sleep(for: limit)
            continuation.yield(nil)
        }
        defer {
            answer.cancel()
            timer.cancel()
        }
        for await first in firsts { return try first?.get() }
        return nil
    }
}

/// The answers that pages remember about a store.
struct PageMemory: Sendable {
    /// How much is in lists and tags.
    let counts: Remembered<Counts.Key, Counts>
    /// How many to-dos a query finds.
    let totals: Remembered<TodoPredicate, Int>
    /// The next steps that can be undone and redone.
    let undo: Remembered<Counts.Key, UndoAvailability>
    /// All reminders that are not acknowledged, past and future.
    let rings: Remembered<ReminderSettings, [Ring]>
    /// The lists, tags and views that were read last.
    let named = Locked<Named?>(nil)

    init(onNews: @escaping @Sendable () -> Void) {
        counts = Remembered(patience: .milliseconds(8), onNews: onNews)
        totals = Remembered(patience: .milliseconds(4), onNews: onNews)
        undo = Remembered(patience: .seconds(1), onNews: onNews)
        // A dismissed reminder must not show again.
        rings = Remembered(patience: .seconds(1), onNews: onNews)
    }
}
