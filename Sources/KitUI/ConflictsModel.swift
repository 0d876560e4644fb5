public import Foundation
public import Observation
public import TodoKit

/// The edits that lost against an edit of another device, for a view. Each has the values of both sides, in words and with
/// their types.
@MainActor @Observable
public final class ConflictsModel {
    /// The open conflicts, newest first.
    public private(set) var conflicts: [Entry] = []
    private var refusal: TodoError?
    private var interruption: TodoError?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let actions = Actions()

    /// The conflicts of a store, or of another service.
    public init(_ service: any TodoService) {
        self.service = service
        reload()
    }

    /// The reason why the last call failed, or why ``conflicts`` are no longer up to date; nil otherwise. See ``reload()``.
    public var failure: TodoError? { refusal ?? interruption }

    /// Writes the lost values again, which closes the conflicts on all devices.
    /// - Parameters:
    ///   - ids: the conflicts.
    ///   - force: whether to overwrite later edits; otherwise the call is refused if there are any.
    public func takeBack(_ ids: [SyncConflict.ID], force: Bool = false) {
        perform { try await $0.takeBack(ids, force: force) }
    }
    /// Writes the lost values again, and returns when that is done.
    public func takeBack(_ ids: [SyncConflict.ID], force: Bool = false) async {
        await perform { try await $0.takeBack(ids, force: force) }.awaited()
    }

    /// Closes the conflicts on all devices. The current values stay.
    public func dismiss(_ ids: [SyncConflict.ID]) { perform { try await $0.dismiss(ids) } }
    /// Closes the conflicts on all devices, and returns when that is done.
    public func dismiss(_ ids: [SyncConflict.ID]) async { await perform { try await $0.dismiss(ids) }.awaited() }

    /// Follows the conflicts again after a ``failure``.
    public func reload() {
        interruption = nil
        following.follow(service.observe(Self.entries)) { [weak self] in
            self?.conflicts = $0
        } failed: { [weak self] in
            self?.interruption = $0
        }
    }

    @discardableResult
    private func perform(_ body: @escaping @Sendable (any SyncService) async throws -> Void) -> Task<Void, Never> {
        actions.attempt { [sync = service.syncing] in
            try await body(sync)
        } report: { [weak self] in
            self?.refusal = $0
        }
    }

    @Sendable
    private nonisolated static func entries(_ service: any TodoService) async throws -> [Entry] {
        let conflicts = try await service.syncing.conflicts(limit: 100)
        let text = try await service.historyText(naming: conflicts.reduce(into: []) { $0.formUnion($1.mentioned) })
        return conflicts.map { Entry($0, in: text) }
    }
}

extension ConflictsModel {
    /// A conflict for a view.
    public struct Entry: Identifiable, Hashable, Sendable {
        /// The conflict itself.
        public let conflict: SyncConflict
        /// The word for the field: `title`, `due`, `done`.
        public let field: String
        /// The value that lost.
        public let lost: Side
        /// The value that won.
        public let kept: Side
        /// The present value; nil if the record no longer exists.
        public let now: Side?

        /// The identifier of the conflict.
        public var id: SyncConflict.ID { conflict.id }

        /// An entry, for example for a preview.
        public init(_ conflict: SyncConflict, field: String, lost: Side, kept: Side, now: Side?) {
            self.conflict = conflict
            self.field = field
            self.lost = lost
            self.kept = kept
            self.now = now
        }

        /// The entry of a conflict.
        /// - Parameters:
        ///   - conflict: the conflict.
        ///   - text: words for the conflict, from ``TodoService/historyText(naming:)`` with the records that the conflict
        ///     mentions.
        public init(_ conflict: SyncConflict, in text: HistoryText) {
            func side(_ writing: SyncConflict.Writing) -> Side {
                Side(
                    text.writing(writing.value, to: conflict.field, of: conflict.record.kind),
                    content: conflict.content(of: writing),
                    device: text.device(writing.device, named: writing.deviceName), date: writing.date)
            }
            self.init(
                conflict, field: HistoryText.word(for: conflict.field, of: conflict.record.kind),
                lost: side(conflict.lost), kept: side(conflict.kept), now: conflict.now.map(side))
        }
    }

    /// The value of one device.
    public struct Side: Hashable, Sendable, CustomStringConvertible {
        /// The value in words: `“Buy milk”`, `without #home`, `nothing`.
        public let words: String
        /// The value with its type, so that a view can show a date as a date.
        public let content: FieldContent
        /// The device in words: `this device`, its name, or its identifier.
        public let device: String
        /// When it was written, by the clock of its device.
        public let date: Date

        /// A side, for example for a preview.
        public init(_ words: String, content: FieldContent, device: String, date: Date) {
            self.words = words
            self.content = content
            self.device = device
            self.date = date
        }

        /// The value in words.
        public var description: String { words }
    }
}
