public import Foundation
public import TodoDomain

/// The time and settings with which typed text is read.
public struct TypingContext: Sendable {
    /// The moment to which relative dates refer.
    public let now: Date
    /// The time zone of days.
    public let timeZone: TimeZone
    /// How dates are read.
    public let phrases: PhraseSettings

    /// A context.
    public init(now: Date, timeZone: TimeZone, phrases: PhraseSettings) {
        self.now = now
        self.timeZone = timeZone
        self.phrases = phrases
    }
}

extension TodoChanges {
    /// Changes a field to a typed text, from an option, a line of the editor or a page.
    ///
    /// It changes the fields whose values can be read without a store: the title, the notes, dates, the repetition, the
    /// priority and the estimate. Other fields stay as they are; ``TodoStore/changes(of:from:to:settings:)`` also reads those.
    /// - Parameters:
    ///   - field: the field.
    ///   - text: the typed text.
    ///   - context: the time and settings for reading it.
    ///   - clears: whether `none`, or an empty text, clears a field that can be empty. In a title or in notes, `none` is an
    ///     ordinary word.
    /// - Throws: ``TodoError`` for a value that is not understood or invalid.
    public mutating func set(
        _ field: TodoForm.Field, typed text: String, in context: TypingContext, clears: Bool = true
    ) throws {
        let isNone = clears && ["", "none"].contains(text.trimmed.lowercased())
        func change<Value>(_ read: (String) throws -> Value) rethrows -> Change<Value> {
            isNone ? .clear : .set(try read(text))
        }
        func date(_ text: String) throws -> DueEntry {
            let entry = try DueEntry.parse(
                text, now: context.now, timeZone: context.timeZone, settings: context.phrases)
            _ = try Validation.due(entry.due)
            return entry
        }
        switch field {
        case .title: self.title = try Validation.title(text)
        case .notes: self.notes = try Validation.notes(text)
        case .due: setDue(try change(date))
        case .start: setStart(try change(date))
        case .priority: self.priority = try change(Priority.parse)
        case .estimate: self.estimate = try change(EstimatePhrase.parse)
        case .repeat where clears && RepeatPhrase.isEnd(text): endsRepeating = true
        case .repeat:
            repetition = try change {
                try RepeatPhrase.parse(
                    $0, now: context.now, timeZone: context.timeZone, settings: context.phrases)
            }
        case .reminders, .tags, .list, .place: break
        }
    }
}
