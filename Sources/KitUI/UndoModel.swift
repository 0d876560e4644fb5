public import Observation
public import TodoKit

/// Undo and redo, for a menu or a button: whether there is anything to take back, and what it is called.
@MainActor @Observable
public final class UndoModel {
    /// What can be undone and redone now, with titles such as `add “Buy milk”`.
    public private(set) var availability = UndoAvailability()
    /// Why the last undo or redo was refused, or why ``availability`` is no longer up to date; nil if neither is so. See
    /// ``undo(isForced:)``.
    public private(set) var failure: TodoError?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()

    /// The steps of a store, or of another service.
    public init(_ service: any TodoService) {
        self.service = service
        following.follow(service.observeUndo()) { [weak self] in
            self?.availability = $0
        } failed: { [weak self] in
            self?.failure = $0
        }
    }

    /// Whether there is a step to undo.
    public var canUndo: Bool { availability.undo != nil }
    /// Whether there is a step to redo.
    public var canRedo: Bool { availability.redo != nil }

    /// Undoes the last step. If something that it wrote was changed since, it is refused: ``failure`` is `undo-conflict`.
    /// - Parameter isForced: whether to leave such fields as they are and undo the rest.
    public func undo(isForced: Bool = false) async {
        await run { try await self.service.undo(1, isForced: isForced) }
    }

    /// Redoes the last step that was undone; refused as ``undo(isForced:)`` is.
    public func redo(isForced: Bool = false) async {
        await run { try await self.service.redo(1, isForced: isForced) }
    }

    private func run(_ body: () async throws -> UndoReport) async {
        do {
            _ = try await body()
            failure = nil
        } catch {
            failure = TodoError(any: error)
        }
    }
}
