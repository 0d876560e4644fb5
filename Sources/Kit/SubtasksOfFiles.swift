import TodoDomain
import TodoFormats

/// The parents that the files of an import name at the parent (``ImportItem/subtask(_:of:position:)``).
struct SubtasksOfFiles: Sendable {
    /// The parent of a subtask, and where that is said.
    private struct Parent {
        let id: Todo.ID
        let file: Int
        let position: String
    }

    private var parents: [Todo.ID: Parent] = [:]
    /// The subtasks that have not been in the files so far.
    private var missing: Set<Todo.ID> = []

    /// The maximum number of subtasks. Further ones keep the parents that they name themselves.
    private static let most = 65_536

    /// Finds the parents that some files name.
    init(of files: [SeriesOfFile]) {
        for (file, found) in files.enumerated() {
            for case .subtask(let id, let parent, let position) in found.subtasks
            where parents[id] == nil && parents.count < Self.most {
                parents[id] = Parent(id: parent, file: file, position: position)
            }
        }
        missing = Set(parents.keys)
    }

    /// A to-do of the files below the parent that names it. One that names its parent itself stays as it is, and so does any other
    /// item.
    mutating func placed(_ item: ImportItem) -> ImportItem {
        guard !parents.isEmpty, var todo = item.todo, let parent = parents[todo.id] else { return item }
        missing.remove(todo.id)
        guard todo.parent == nil else { return item }
        todo.parent = parent.id
        todo.list = nil
        switch item {
        case .todo(_, let date, let looseID): return .todo(todo, modifiedAt: date, looseID: looseID)
        case .series(_, let series, let date): return .series(todo, series, modifiedAt: date)
        default: return item
        }
    }

    /// Takes the subtasks that were in no file, with the file and the position where each is named.
    mutating func takeMissing() -> [(file: Int, position: String)] {
        defer { missing = [] }
        return missing.sorted().compactMap { id in parents[id].map { ($0.file, $0.position) } }
    }
}
