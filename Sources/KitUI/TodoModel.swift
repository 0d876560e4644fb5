public import Observation
public import TodoKit

/// One to-do that is being edited: a draft, beside what is stored. What others change meanwhile comes into the draft, except
/// where it was edited; saving writes only the fields that were edited.
@MainActor @Observable
public final class TodoModel {
    /// The to-do as the view shows and edits it.
    public var draft: Todo
    /// The to-do as it is stored.
    public private(set) var saved: Todo
    /// Whether it has been deleted.
    public private(set) var isDeleted = false
    /// The fields that were edited here and, since then, elsewhere. Saving writes what the draft has.
    public private(set) var contested: Set<String> = []
    /// Why the last save failed, or why ``saved`` is no longer up to date; nil if neither is so.
    public private(set) var failure: TodoError?

    @ObservationIgnored private let service: any TodoService
    @ObservationIgnored private let following = Following()
    /// The field that is being typed into, and the step of the history that holds it.
    @ObservationIgnored private var typing: (fields: Set<String>, step: HistoryToken)?

    /// Edits a to-do.
    public init(_ todo: Todo, in service: any TodoService) {
        (draft, saved, self.service) = (todo, todo, service)
        following.follow(service.todos.observe(.id(todo.id))) { [weak self] page in
            self?.take(page.items.first)
        } failed: { [weak self] in
            self?.failure = $0
        }
    }

    /// Whether the draft differs from what is stored.
    public var hasChanges: Bool { !Self.fields(from: saved, to: draft).isEmpty }

    /// Stores what was edited. Edits of the same field that follow each other are one step to undo.
    /// - Returns: whether it worked; if not, ``failure`` says why, and the draft stays.
    @discardableResult
    public func save() async -> Bool {
        let (base, edited) = (saved, draft)
        let fields = Self.fields(from: base, to: edited)
        guard !fields.isEmpty else { return true }
        do {
            let joined = typing?.fields == fields ? typing?.step : nil
            let written = try await service.save(edited, from: base, joining: joined)
            typing = written.step.map { (fields, $0) }
            contested.subtract(fields)
            // What was typed while it was stored stays in the draft.
            draft = draft.rebased(from: edited, onto: written.todo)
            (saved, failure) = (written.todo, nil)
            return true
        } catch {
            failure = TodoError(any: error)
            return false
        }
    }

    /// Takes back what was edited and not saved.
    public func discard() { (draft, contested, failure) = (saved, [], nil) }

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
    private static func fields(from original: Todo, to todo: Todo) -> Set<String> {
        guard original != todo, let update = try? Todo.Update(from: original, to: todo) else { return [] }
        return Set(update.registers.keys).union(update.tags == nil ? [] : ["tags"])
            .union(update.dependencies == nil ? [] : ["dependencies"])
    }
}
