import TodoDomain
import TodoKit

/// The acts of the forms, by the last part of their address.
enum Acts {
    /// Does what a form asks for.
    typealias Act = @Sendable (FormFields, ActContext) async throws -> Outcome

    /// All acts.
    static let all: [String: Act] = adding.merging(states) { $1 }.merging(editing) { $1 }.merging(naming) { $1 }
        .merging(stepping) { $1 }.merging(together) { $1 }.merging(people) { $1 }
}

/// The store and the settings that acts use.
struct ActContext: Sendable {
    let store: TodoStore
    let settings: Settings
    /// Where the settings are kept.
    let file: UserSettings

    var dueText: DueText {
        DueText(now: store.stack.environment.now(), timeZone: store.stack.environment.timeZone)
    }

    /// When and where something is typed.
    var typing: TypingContext {
        let environment = store.stack.environment
        return TypingContext(now: environment.now(), timeZone: environment.timeZone, phrases: settings.phrases)
    }

    /// Changes a field to what is typed; a refusal repeats it.
    func set(_ field: TodoForm.Field, typed text: String, of changes: inout TodoChanges) throws {
        do { try changes.set(field, typed: text, in: typing) } catch let error as TodoError {
            throw error.said(of: "“\(text.prefix(40))”")
        }
    }

    /// A date as people type it; nil for none.
    func due(_ text: String?) throws -> DueEntry? {
        guard let text, text.lowercased() != "none" else { return nil }
        return try DueEntry.parse(text, now: typing.now, timeZone: typing.timeZone, settings: typing.phrases)
    }
}

/// The result of an act.
struct Outcome: Sendable {
    /// A sentence for the person; nil where the page shows it.
    var text: String?
    /// Whether it is a step that can be undone.
    var isUndoable = true
    /// The next page; nil for the page of the form.
    var goTo: String?
    /// The to-do that a button beside the sentence opens, because the page may not show it.
    var opens: Todo.ID?
    /// A link to send to somebody, which is shown once; nil for none.
    var link: String?
    /// A setting by it that stays when the session ends, such as the remote; nil for none. See
    /// ``SessionTable/keep(lasting:of:)``.
    var lasting: String?
}

extension [Todo] {
    /// The subject of a sentence: the title in quotes, or the number of to-dos.
    var quoted: String { count == 1 ? self[0].quoted : "\(count) to-dos" }
    /// The same with a verb, which has another form for one.
    func quoted(_ one: String, _ many: String) -> String { "\(quoted) \(count == 1 ? one : many)" }
}

extension Todo {
    /// Its title in quotes, shortened.
    var quoted: String { "“\(title.count > 60 ? title.prefix(59) + "…" : title)”" }
}
