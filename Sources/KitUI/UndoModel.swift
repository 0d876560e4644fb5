public import Observation
public import TodoKit

/// Undo and redo, for a menu or a button: whether there is anything to take back, and what it is called.
@MainActor @Observable
public final class UndoModel {
    /// What can be undone and redone now, with titles such as `add “Buy milk”`.
    public private(set) var availability = UndoAvailability()
    private var refusal: TodoError?
    private var interruption: TodoError?
    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let actions = Actions()

    /// The steps of a store, or of another service.
    public init(_ service: any TodoService) {
        self.service = service
        reload()
    }

    /// Whether there is a step to undo.
    public var canUndo: Bool { availability.undo != nil }
    /// Whether there is a step to redo.
    public var canRedo: Bool { availability.redo != nil }

    /// Why the last undo or redo was refused, or why ``availability`` is no longer up to date; nil if neither is so. See
    /// ``reload()``.
    public var failure: TodoError? { refusal ?? interruption }

    /// Undoes the last step. If something that it wrote was changed since, it is refused: ``failure`` is `undo-conflict`.
    /// - Parameter isForced: whether to leave such fields as they are and undo the rest.
    public func undo(isForced: Bool = false) { perform { try await $0.undo(1, isForced: isForced) } }
    /// The same, for a caller that waits for it.
    public func undo(isForced: Bool = false) async {
        await perform { try await $0.undo(1, isForced: isForced) }.awaited()
    }

    /// Redoes the last step that was undone; refused as an undo is.
    /// - Parameter isForced: whether to leave fields that were changed since as they are and redo the rest.
    public func redo(isForced: Bool = false) { perform { try await $0.redo(1, isForced: isForced) } }
    /// The same, for a caller that waits for it.
    public func redo(isForced: Bool = false) async {
        await perform { try await $0.redo(1, isForced: isForced) }.awaited()
    }

    /// Follows the steps again after a ``failure``.
    public func reload() {
        interruption = nil
        following.follow(service.observeUndo()) { [weak self] in
            self?.availability = $0
        } failed: { [weak self] in
            self?.interruption = $0
        }
    }

    @discardableResult
    private func perform(_ body: @escaping @Sendable (any TodoService) async throws -> UndoReport) -> Task<Void, Never>
    {
        actions.attempt { [service] in
            _ = try await body(service)
        } report: { [weak self] in
            self?.refusal = $0
        }
    }
}
