import Foundation
import TodoKit

// `todo edit ID` without options: the to-dos as a text in the person's editor; without ids, new ones.
extension EditCommand {
    /// Whether somebody at a terminal wants to edit a text.
    var isOnTerminal: Bool { isatty(STDOUT_FILENO) == 1 && isatty(STDIN_FILENO) == 1 && !global.json }

    /// Lets a person edit to-dos as a text until all of it can be written or they give up.
    func runEditor(_ selected: TodoSelection.Selected, in session: Session) async throws {
        let editor = try Editor()
        do { try await edit(selected, with: editor, in: session) } catch { throw editor.keepingText(after: error) }
    }

    /// Lets a person type new to-dos until all of them can be added or they give up.
    func runEditor(in session: Session) async throws {
        let editor = try Editor()
        do { try await add(with: editor, in: session) } catch { throw editor.keepingText(after: error) }
    }

    private static let introduction = [
        "What you change here is written when you save and leave; what you delete stays as it is.",
        "An empty value takes it off. Dates as you type them: tomorrow, friday 9am, 2026-12-24.",
    ]

    private static let newIntroduction = [
        "A line for each new to-do, as `todo quick` reads it: Call Bob tomorrow 5pm +work p1",
        "A line that is indented further than the one above is its subtask. Without a line nothing is added.",
        "Lines that begin with # and a space are not read.",
    ]

    private func add(with editor: Editor, in session: Session) async throws {
        let text = "\n" + Self.newIntroduction.map { "# \($0)\n" }.joined()
        let missing = session.missingLists(create: fields.create)
        let outline = try await editor.edit(text) { text in
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            let outline = try QuickAdd.Outline(
                lines.map { $0 == "#" || $0.hasPrefix("# ") ? "" : $0 }.joined(separator: "\n"), nests: true)
            let drafts = try await session.store.quickDrafts(
                of: outline, missing: missing, settings: session.phrases)
            let problems = zip(outline.items, drafts).compactMap { item, draft in
                if case .failure(let error) = draft {
                    TodoForm.Problem(line: item.number, reason: Self.reason(of: error))
                } else {
                    nil
                }
            }
            return (outline, problems)
        }
        guard !outline.items.isEmpty else { return session.say("Nothing was added.") }
        try await session.report(
            try await session.store.quickAdd(each: outline, missing: missing, settings: session.phrases))
    }

    private static func reason(of error: TodoError) -> String {
        ([error.reason] + error.remedies.map(\.advice)).joined(separator: " ")
    }

    /// A to-do as it was shown and as it was left.
    private struct Edit {
        let id: Todo.ID
        let shown: TodoForm.Part
        let edited: TodoForm.Part
        let changes: TodoChanges
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
        let edits = try await editor.edit(form.text(comments: Self.introduction)) { text in
            let (read, mistakes) = TodoForm.read(text)
            var (edits, problems) = ([Edit](), mistakes)
            for part in read.parts {
                guard let index = form.parts.firstIndex(where: { $0.id == part.id }) else {
                    if !part.id.isEmpty {
                        problems.append(.init(line: part.line, reason: "There was no to-do “\(part.id)” to edit."))
                    }
                    continue
                }
                let changes = try await changes(
                    of: shown[index], from: form.parts[index], to: part, in: session, &problems)
                guard changes != TodoChanges() else { continue }
                edits.append(Edit(id: shown[index].id, shown: form.parts[index], edited: part, changes: changes))
            }
            return (edits, problems)
        }
        try await write(edits, selected, in: session)
    }

    /// Writes what was edited. What was deleted meanwhile, as an editor may be open for long, is left out with a note; what was
    /// changed meanwhile, and is replaced, is said.
    private func write(_ edits: [Edit], _ selected: TodoSelection.Selected, in session: Session) async throws {
        guard !edits.isEmpty else { return session.say("Nothing was changed.") }
        let written = try await TodoSelection.changing(edits.map(\.id), in: session, saying: "that you edited") { ids in
            let there = Set(ids)
            return try await session.store.editEach(
                edits.filter { there.contains($0.id) }.map { ($0.id, $0.changes) }, keepingTrees: selected.isBulk,
                readsBefore: true)
        }
        guard let written else {
            throw TodoError(.notFound, "There is nothing left to edit.", effect: .nothingChanged)
        }
        try await session.print(written.result.edit.todos, asList: selected.isList)
        sayReplaced(by: edits, written.result.before, in: session)
        session.say("Changed \(written.ids.count.counted("to-do")).")
        session.sayMade(edits.map(\.changes.placement))
    }

    /// Says what somebody else had written while the editor was open, and the edits have replaced.
    private func sayReplaced(by edits: [Edit], _ before: [Todo], in session: Session) {
        for todo in before {
            guard let edit = edits.first(where: { $0.id == todo.id }) else { continue }
            let present = todo.formPart(in: session.timeZone)
            for field in present.replaced(by: edit.edited, since: edit.shown) {
                let value = field == .notes ? "" : present.values[field] ?? ""
                let text = value.isEmpty ? "" : " to “\(Sanitized.line(value))”"
                session.say(
                    "The \(field.rawValue) of \(edit.shown.id) changed meanwhile\(text), and yours replaced it; `todo undo` takes that back."
                )
            }
        }
    }

    /// What was changed in a part; what is not understood is added to the problems.
    private func changes(
        of todo: Todo, from old: TodoForm.Part, to new: TodoForm.Part, in session: Session,
        _ problems: inout [TodoForm.Problem]
    ) async throws -> TodoChanges {
        var settings = session.settings
        settings.missingLists = session.missingLists(create: fields.create)
        let (changes, refused) = try await session.store.changes(
            of: todo, from: old, to: new, settings: settings)
        for (field, error) in refused {
            problems.append(.init(line: new.lines[field] ?? new.line, reason: Self.reason(of: error)))
        }
        if case .set(.location) = changes.place, let name = new.values[.place] {
            try await session.sayMerged(placeNamed: name)
        }
        return changes
    }
}
