public import Observation
public import TodoKit

/// Undo and redo for a menu or a button, with the titles of the steps that can be undone and redone.
@MainActor @Observable
public final class UndoModel {
    /// The steps that can be undone and redone now, with titles such as `add “Buy milk”`.
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

    /// The reason why the last undo or redo was refused, or why ``availability`` is no longer up to date; nil otherwise. See
    /// ``reload()``.
    public var failure: TodoError? { refusal ?? interruption }

    /// Undoes the last step. If one of its fields was changed since, the undo is refused, and ``failure`` is
    /// `undo-conflict`.
    /// - Parameter isForced: whether to skip such fields and undo the rest.
    public func undo(isForced: Bool = false) { perform { try await $0.undo(1, isForced: isForced) } }
    /// Undoes the last step, and returns when that is done.
    public func undo(isForced: Bool = false) async {
        await perform { try await $0.undo(1, isForced: isForced) }.awaited()
    }

    /// Redoes the last undone step. It can be refused like an undo.
    /// - Parameter isForced: whether to skip fields that were changed since and redo the rest.
    public func redo(isForced: Bool = false) { perform { try await $0.redo(1, isForced: isForced) } }
    /// Redoes the last undone step, and returns when that is done.
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
