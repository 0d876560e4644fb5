import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import todo

/// Each field of a to-do in the command: an option that changes it, and a line of `show`.
@Suite("The command: each field of a to-do")
struct FieldCommandTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        self.todo = todo
    }

    /// The option of `edit` for a field. A new field does not compile here until it has one.
    private static func option(_ register: TodoRegister) -> [String]? {
        switch register {
        case .title: ["--title", "Oat milk"]
        case .notes: ["--notes", "Two litres"]
        case .due: ["--due", "2026-12-24"]
        case .start: ["--start", "2026-12-20"]
        case .priority: ["--priority", "high"]
        case .estimate: ["--estimate", "1h30"]
        case .location: ["--location", "47.3769,8.5417"]
        case .standing: ["--list", "Work", "--create"]
        case .recurrence: ["--repeat", "daily"]
        // A to-do that is not shared has none: see AssigneeCommandTests.
        case .assignee: nil
        // Commands of their own set them.
        case .completion, .started, .position, .series, .occurrence, .skipped, .movedTo: nil
        }
    }

    private func shown(_ id: String) throws -> [String: JSONValue] {
        var members = try #require(try todo("show", id, "--json").json().members)
        members["updatedAt"] = nil
        return members
    }

    @Test("an option of edit changes it", arguments: TodoRegister.allCases)
    func edited(_ register: TodoRegister) throws {
        guard let option = Self.option(register) else { return }
        let id = try todo.add("Milk")
        let before = try shown(id)
        #expect(try todo.run(["edit", id] + option).status == 0)
        #expect(try shown(id) != before)
    }

    @Test("show has it", arguments: TodoRegister.edited)
    func shows(_ register: TodoRegister) throws {
        let block = TodoBlock(dueText: DueText(now: try date(saturday), timeZone: .gmt))
        let whole = Todo.full(1)
        let variants = [whole, Todo(title: "Milk")].map { whole.with(register.field, from: $0) }
        let shown = variants.map { block.lines($0, styles: Styles(isEnabled: false)) }
        #expect(shown[0] != shown[1])
    }
}
