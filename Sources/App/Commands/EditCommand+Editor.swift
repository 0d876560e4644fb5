import Foundation
import TodoKit

// `todo edit ID` without options: the to-dos as a text in the person's editor.
extension EditCommand {
    /// Lets a person edit to-dos as a text until all of it can be written or they give up.
    func runEditor(_ selected: TodoSelection.Selected, in session: Session) async throws {
        let editor = try Editor()
        do { try await edit(selected, with: editor, in: session) } catch { throw editor.keepingText(after: error) }
    }

    private func edit(
        _ selected: TodoSelection.Selected, with editor: Editor, in session: Session
    ) async throws {
        let todos = try await session.store.todos.fetch(.ids(selected.ids), source: .local).items
        let byID = Dictionary(todos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let shown = selected.ids.compactMap { byID[$0] }
        let prefixes = try await session.store.todos.shortestPrefixes(of: shown.map(\.id))
        let placeNames = try await session.store.placeNames(of: shown)
        let form = TodoForm(
            shown.map { $0.formPart(id: prefixes[$0.id], in: session.timeZone, placeNames: placeNames) })
        var text = form.text(comments: Self.introduction)
        var marked = text
        while true {
            let edited = Self.unmarked(try editor.edit(marked))
            let (read, mistakes) = TodoForm.read(edited)
            var (edits, problems) = ([(id: Todo.ID, changes: TodoChanges)](), mistakes)
            for part in read.parts {
                guard let index = form.parts.firstIndex(where: { $0.id == part.id }) else {
                    if !part.id.isEmpty {
                        problems.append(.init(line: part.line, reason: "There was no to-do “\(part.id)” to edit."))
                    }
                    continue
                }
                let changes = try await changes(
                    of: shown[index], from: form.parts[index], to: part, in: session, &problems)
                if changes != TodoChanges() { edits.append((shown[index].id, changes)) }
            }
            guard let first = problems.min(by: { $0.line < $1.line }) else {
                return try await write(edits, selected, in: session)
            }
            // Whoever leaves the text with its mistakes gives up.
            guard edited != text else {
                throw TodoError(
                    .badInput, "Line \(first.line): \(first.reason)", effect: .nothingChanged)
            }
            (text, marked) = (edited, Self.marked(edited, problems))
        }
    }

    private static let introduction = [
        "What you change here is written when you save and leave; what you delete stays as it is.",
        "An empty value takes it off. Dates as you type them: tomorrow, friday 9am, 2026-12-24.",
    ]

    private static let mark = "# ! "

    /// The text with what is wrong above the lines that are meant.
    private static func marked(_ text: String, _ problems: [TodoForm.Problem]) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
            problems.filter { $0.line == index + 1 }.map { mark + $0.reason.replacing("\n", with: " ") } + [
                String(line)
            ]
        }.joined(separator: "\n")
    }

    /// The text without what was said before.
    private static func unmarked(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(mark) }
            .joined(separator: "\n")
    }

    /// Writes what was edited. What was deleted meanwhile, as an editor may be open for long, is left out with a note.
    private func write(
        _ edits: [(id: Todo.ID, changes: TodoChanges)], _ selected: TodoSelection.Selected, in session: Session
    ) async throws {
        guard !edits.isEmpty else { return session.say("Nothing was changed.") }
        let edit = try await TodoSelection.changing(edits.map(\.id), in: session, saying: "that you edited") { ids in
            let there = Set(ids)
            return try await session.store.editEach(
                edits.filter { there.contains($0.id) }, keepingTrees: selected.isBulk)
        }
        guard let edit else {
            throw TodoError(.notFound, "There is nothing left to edit.", effect: .nothingChanged)
        }
        try await session.print(edit.result.todos, asList: selected.isList)
        session.say("Changed \(edit.ids.count.counted("to-do")).")
    }

    /// What was changed in a part; what is not understood is added to the problems.
    private func changes(
        of todo: Todo, from old: TodoForm.Part, to new: TodoForm.Part, in session: Session,
        _ problems: inout [TodoForm.Problem]
    ) async throws -> TodoChanges {
        let (changes, refused) = try await session.store.changes(
            of: todo, from: old, to: new, settings: session.settings)
        for (field, error) in refused {
            let reason = ([error.reason] + error.remedies.map(\.advice)).joined(separator: " ")
            problems.append(.init(line: new.lines[field] ?? new.line, reason: reason))
        }
        if case .set(.location) = changes.place, let name = new.values[.place] {
            try await session.sayMerged(placeNamed: name)
        }
        return changes
    }
}
