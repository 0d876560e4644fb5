import ArgumentParser
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
        let values = try fields.values(in: session, clears: false)
        var place: PlaceReference?
        if let location = fields.location { place = try await session.place(location) }
        let placement = try await session.placement(list: fields.list, parent: fields.parent)
        let dependencies = try await session.todoIDs(fields.dependencies)
        var changes = TodoChanges(
            title: title, notes: values.notes, priority: values.priority, place: place.map { .set($0) } ?? .keep,
            placement: placement, repetition: values.repetition,
            reminders: values.reminders, addingTags: values.tags)
        changes.setDue(values.due)
        changes.setStart(values.start)
        if !dependencies.isEmpty { changes.dependencies = Todo.DependencyChange(add: Set(dependencies)) }
        let todo = try await session.store.add(changes)
        try await session.sayMerged(values.tags, unlessAmong: todo.tags)
        try await session.print([todo], asList: false)
        session.sayHints(
            QuickAdd.hints(inTitle: title, now: session.now, zone: session.timeZone, settings: session.phrases))
        session.sayUndated([todo])
        session.sayPast(todo.alarms.map(\.trigger), of: todo)
    }
}
