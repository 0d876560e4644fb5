import JSON
import TestSupport
import Testing

/// What a terminal shows where there is nothing to show.
@Suite("The command: empty pages", .enabled(if: Pty.isPossible))
struct EmptyPageTests {
    private let todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    @Test(
        "a person is told that there is nothing yet, and a program gets nothing",
        arguments: [
            ("lists", "There are no lists yet; `todo lists add` makes one."),
            ("lists --archived", "There are no lists yet; `todo lists add` makes one."),
            ("tag list", "There are no tags yet; `todo tag add` makes one."),
            ("view list", "There are no views yet; `todo view add` makes one."),
            ("location list", "There are no places yet; `todo location add` makes one."),
            ("history", "Nothing was done yet."),
            ("remind --list", "No reminders are to come; `todo edit --remind` gives a to-do one."),
        ])
    func empty(command: String, sentence: String) throws {
        #expect(try Pty.run(todo, command, columns: 100).split(whereSeparator: \.isNewline) == [sentence[...]])
        let words = command.split(separator: " ").map(String.init)
        let piped = try todo.run(words)
        #expect(piped.status == 0 && piped.output.isEmpty && piped.error.isEmpty)
        let json = try todo.run(words + ["--json"])
        #expect(try json.json()["items"] == [] && json.error.isEmpty)
    }

    @Test("lists that are archived are counted below the others, for a person")
    func archived() throws {
        try todo("lists", "add", "Work")
        try todo("lists", "add", "Old/Older")
        try todo("lists", "archive", "Old")
        #expect(try Pty.run(todo, "lists", columns: 80).contains("2 lists are hidden: todo lists --archived"))
        #expect(try !Pty.run(todo, "lists --archived", columns: 80).contains("hidden"))
        try todo("lists", "archive", "Work")
        #expect(try Pty.run(todo, "lists --no-color", columns: 80) == "3 lists are hidden: todo lists --archived\r\n")
        #expect(try todo("lists").error.isEmpty && todo("lists", "--json").error.isEmpty)
    }
}
