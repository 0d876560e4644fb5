import ArgumentParser
import TodoDomain
import TodoKit

struct DeferCommand: IDsCommand, FilteredCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "defer", abstract: "Put off to-dos.",
        // The parser cannot have another argument after the ids.
        usage: "todo defer [<id> ...] [<when>] [--where <filter>] [--yes] [<options>]",
        discussion: """
            The last word may say how far: a length of time (`3d`, `2w`, `+2h`) counts from the date that each to-do has, a \
            date (`friday`, `"tomorrow 9am"`) is where it goes. Without one it is a day. The due date and the start move by \
            the same span, and a day keeps the time of day. Of what repeats, only the current occurrence moves.

            EXAMPLES:
              todo defer 3f2a
              todo defer 3f2a 91bc 1w
              todo defer 3f2a "next friday"
              todo defer due:..today tomorrow
              todo defer --where tag:errand +2w
            """)

    @OptionGroup var selection: TodoSelection
    @OptionGroup var global: GlobalOptions

    func validate() throws { try selection.requireSomething() }

    func run(in session: Session) async throws {
        var selection = selection
        let deferral = try await selection.takeDeferral(in: session) ?? .day
        try await session.perform(.defer(deferral), on: selection, "Put off")
    }
}

extension TodoSelection {
    /// Takes the last word if it says how far to put off the to-dos, and other words say which to-dos.
    /// - Throws: `usage` if the word is also the beginning of an id. If it is not an id, a condition or a date, the error of the
    ///   reader of dates.
    fileprivate mutating func takeDeferral(in session: Session) async throws -> Deferral? {
        let words = PackedWords.unpack(ids)
        guard let last = words.last, !last.isEmpty, words.count > 1 || condition != nil else { return nil }
        let isID = try await !session.store.todos.findIDs(beginning: last, limit: 1).isEmpty
        let deferral: Deferral
        do {
            deferral = try Deferral.parse(
                last, now: session.now, timeZone: session.timeZone, settings: session.phrases)
        } catch let error as TodoError {
            let isCondition = Self.isFilter(last) || (condition == nil && words.contains(where: Self.isFilter))
            let looksLikeID = isID || last.allSatisfy { $0.isHexDigit || $0 == "-" }
            guard !isCondition, !looksLikeID else { return nil }
            throw error.said(of: Sanitized.quoted(last))
        }
        // Ids are shown with at least four digits, so `3d` is not one.
        guard !isID || last.count < 4 else {
            throw TodoError(
                .usage,
                """
                \(Sanitized.quoted(last)) is a date and the beginning of an id; write the date in another way, such as \
                2026-12-24, or more of the id.
                """, effect: .nothingChanged)
        }
        ids = Array(words.dropLast())
        return deferral
    }
}
