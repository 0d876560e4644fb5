public import Observation
public import TodoDomain
public import TodoKit

/// One to-do that is being edited. It has a draft beside the stored to-do. Changes by others appear in the draft, except in
/// edited fields. Saving writes only the edited fields.
@MainActor @Observable
public final class TodoModel {
    /// The to-do as the view shows and edits it.
    public var draft: Todo
    /// The to-do as it is stored.
    public private(set) var saved: Todo
    /// Whether it has been deleted.
    public private(set) var isDeleted = false
    /// The fields that were edited here and, since then, elsewhere. Saving writes the draft's values.
    public private(set) var contested: Set<FieldName> = []
    private var refusal: TodoError?
    private var interruption: TodoError?

    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()
    @ObservationIgnored private let actions = Actions()
    /// The last requested save that is not done yet.
    @ObservationIgnored private var pending: Save?
    /// The field that is being typed into, and the step of the history with its last save.
    @ObservationIgnored private var typing: (fields: Set<FieldName>, step: HistoryToken)?

    /// A requested save: the draft of that moment, and the to-do that it was edited from.
    private final class Save {
        let (base, edited): (Todo, Todo)

        init(_ edited: Todo, from base: Todo) {
            self.base = base
            self.edited = edited
        }

        /// The edit on top of the present stored to-do.
        func rebased(onto saved: Todo) -> Todo { edited.rebased(from: base, onto: saved) }
    }

    /// Edits a to-do.
    public init(_ todo: Todo, in service: any TodoService) {
        draft = todo
        saved = todo
        self.service = service
        reload()
    }

    /// Whether the draft differs from the stored to-do.
    public var hasChanges: Bool {
        !Self.fields(from: saved, to: draft).isEmpty || (try? draft.checkEdit(of: saved)) == nil
    }

    /// The reason why the last save failed, or why ``saved`` is no longer up to date; nil otherwise. See ``reload()``.
    public var failure: TodoError? { refusal ?? interruption }

    /// Stores the edits. If that fails, ``failure`` has the reason, and the draft stays. Successive edits of the same field
    /// are one step to undo. The edits are stored even if the view disappears before. Changes inside a tag, the location or
    /// the list of the draft are refused (`usage`), because these are edited separately.
    public func save() { _ = ask() }
    /// Stores the edits, and returns when that is done.
    /// - Returns: whether it succeeded.
    @discardableResult
    public func save() async -> Bool { await ask().awaited() }

    /// Discards the edits since the last `save()`.
    public func discard() {
        draft = pending?.rebased(onto: saved) ?? saved
        contested = []
        refusal = nil
    }

    /// Follows the to-do again after a ``failure``.
    public func reload() {
        interruption = nil
        following.follow(service.todos.observe(.id(saved.id))) { [weak self] page in
            self?.take(page.items.first)
        } failed: { [weak self] in
            self?.interruption = $0
        }
    }

    private func ask() -> Task<Bool, Never> {
        let save = Save(draft, from: saved)
        pending = save
        return actions.run { await self.perform(save) }
    }

    private func perform(_ save: Save) async -> Bool {
        defer { if pending === save { pending = nil } }
        // An earlier save may have stored a part of these edits.
        let base = saved
        let edited = save.rebased(onto: base)
        let fields = Self.fields(from: base, to: edited)
        do {
            // A change that no edit can write is not in `fields`, and would be lost silently.
            try save.edited.checkEdit(of: save.base)
            guard !fields.isEmpty else {
                refusal = nil
                return true
            }
            let joined = typing?.fields == fields ? typing?.step : nil
            let written = try await service.save(edited, from: base, joining: joined)
            typing = written.step.map { (fields, $0) }
            contested.subtract(fields)
            // Text that was typed since stays in the draft.
            draft = draft.rebased(from: save.rebased(onto: saved), onto: written.todo)
            saved = written.todo
            refusal = nil
            // A value from before this commit may still be on its way, and a value from after it may have come already.
            // A new observation begins with the present value, and brings no older one.
            reload()
            return true
        } catch is CancellationError {
            return false
        } catch {
            refusal = TodoError(any: error)
            return false
        }
    }

    private func take(_ current: Todo?) {
        guard let current else {
            isDeleted = true
            return
        }
        isDeleted = false
        guard current != saved else { return }
        let (mine, theirs) = (Self.fields(from: saved, to: draft), Self.fields(from: saved, to: current))
        draft = draft.rebased(from: saved, onto: current)
        saved = current
        contested = contested.union(theirs.intersection(mine)).intersection(Self.fields(from: saved, to: draft))
    }

    /// The names of the fields in which two states of a to-do differ.
    private static func fields(from original: Todo, to todo: Todo) -> Set<FieldName> {
        // Leave out the changes that no edit can write. They are refused, and are not fields.
        let edited = todo.rebased(from: original, onto: original)
        return (try? Todo.Update(from: original, to: edited).fieldNames) ?? []
    }
}
