import ArgumentParser
import TodoDomain
import TodoFormats
import TodoKit

struct AddCommand: TextCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "add", abstract: "Add a to-do.",
        discussion: """
            EXAMPLES:
              todo add Buy milk
              todo add "Buy milk" --tag home --tag shop --due tomorrow
              todo add "Return bottles" --location Migros --priority high
              todo add "Pay the rent" --repeat "each 1st"
              todo add "Call Bob" --due "friday 9am" --remind 10m --remind 1d
              git log -1 --format=%B | todo add "Look at the last commit" --notes -
              todo add --due "next friday 9am" -- "--help is not an option here"
            """)

    @Argument(help: ArgumentHelp("What is to be done; -: the standard input.", valueName: "title"))
    var title: [String]

    @OptionGroup var fields: TodoFields
    @OptionGroup var global: GlobalOptions

    func run(in session: Session) async throws {
        let typed = DashedWords.unmarked(title).joined(separator: " ")
        try StandardInput.checkOne(of: [typed] + fields.texts)
        let title = try Validation.title(StandardInput.text(typed: typed, for: .title))
        var changes = try fields.changes(in: session, clears: false)
        changes.title = title
        if let location = fields.location { changes.place = .set(try await session.place(location)) }
        changes.placement = try await session.placement(
            list: fields.list, parent: fields.parent, create: fields.create)
        if let name = fields.assignee {
            changes.assignee = .set(
                try await session.store.assignee(named: name, ofNew: title, at: changes.placement))
        }
        let dependencies = try await session.todoIDs(fields.dependencies)
        if !dependencies.isEmpty { changes.dependencies = Todo.DependencyChange(add: Set(dependencies)) }
        let todo = try await session.store.add(changes)
        try await session.sayMerged(changes.addingTags, unlessAmong: todo.tags)
        let hints = {
            QuickAdd.hints(inTitle: title, now: session.now, zone: session.timeZone, settings: session.phrases)
        }
        if session.isJSON {
            try session.print(json: { writer in
                TodoJSON.write(todo, to: &writer) { QuickCommand.write(hints(), to: &$0) }
            })
        } else {
            try await session.print([todo], asList: false)
            session.sayHints(hints())
        }
        session.sayMade([changes.placement])
        session.sayUndated([todo])
        session.sayPast(todo.alarms.map(\.trigger), of: todo)
    }
}
