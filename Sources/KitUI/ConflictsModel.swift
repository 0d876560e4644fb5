public import Observation
public import TodoKit

/// The edits that lost against another device's, for a view: what each side wrote, in words and as values.
@MainActor @Observable
public final class ConflictsModel {
    /// The conflicts that nobody has dealt with, newest first.
    public private(set) var conflicts: [Entry] = []
    /// Why the last thing that was asked for failed, or why ``conflicts`` are no longer up to date; nil if neither is so.
    public private(set) var failure: TodoError?
    @ObservationIgnored private let store: TodoStore
    @ObservationIgnored private let following = Following()

    /// A conflict in words.
    public struct Entry: Identifiable, Hashable, Sendable {
        /// The conflict, with its values and devices.
        public let conflict: SyncConflict
        /// The field: `title`, `due`, `done`.
        public let field: String
        /// What was lost.
        public let lost: String
        /// What stood against it.
        public let kept: String
        /// What stands now; nil if the record is gone.
        public let now: String?

        /// The identifier of the conflict.
        public var id: SyncConflict.ID { conflict.id }
    }

    /// The conflicts of a store.
    public init(_ store: TodoStore) {
        self.store = store
        following.follow(store.observe(Self.entries)) { [weak self] in
            self?.conflicts = $0
        } failed: { [weak self] in
            self?.failure = $0
        }
    }

    /// Writes the lost values again, which closes the conflicts on all devices.
    /// - Parameter force: whether to overwrite what was edited after the conflict; else that is refused.
    public func takeBack(_ ids: [SyncConflict.ID], force: Bool = false) async {
        await run { try await self.store.sync.takeBack(ids, force: force) }
    }

    /// Leaves all as it is, and closes the conflicts on all devices.
    public func dismiss(_ ids: [SyncConflict.ID]) async { await run { try await self.store.sync.dismiss(ids) } }

    private func run(_ body: () async throws -> Void) async {
        do {
            try await body()
            failure = nil
        } catch {
            failure = TodoError(any: error)
        }
    }

    @Sendable
    private nonisolated static func entries(_ store: TodoStore) async throws -> [Entry] {
        let conflicts = try await store.sync.conflicts()
        let text = try await store.historyText(naming: conflicts.reduce(into: []) { $0.formUnion($1.mentioned) })
        return conflicts.map { conflict in
            func words(_ writing: SyncConflict.Writing) -> String {
                text.writing(writing.value, to: conflict.field, of: conflict.record.kind)
            }
            return Entry(
                conflict: conflict, field: HistoryText.word(for: conflict.field), lost: words(conflict.lost),
                kept: words(conflict.kept), now: conflict.now.map(words))
        }
    }
}
