public import Foundation
public import TodoDomain

/// When and where somebody types.
public struct TypingContext: Sendable {
    /// The moment to which relative dates refer.
    public let now: Date
    /// The zone in which days begin.
    public let timeZone: TimeZone
    /// How dates are read.
    public let phrases: PhraseSettings

    /// A moment, and how dates are read then.
    public init(now: Date, timeZone: TimeZone, phrases: PhraseSettings) {
        (self.now, self.timeZone, self.phrases) = (now, timeZone, phrases)
    }
}

extension TodoChanges {
    /// Changes a field to what somebody has typed into it, in an option, a line of the editor or a page.
    ///
    /// It is for the fields whose values are read without a store: the title, the notes, dates, how it repeats, the priority
    /// and the estimate. The others stay as they are; ``TodoStore/changes(of:from:to:settings:)`` reads those too.
    /// - Parameters:
    ///   - field: the field.
    ///   - text: what was typed.
    ///   - context: when and where.
    ///   - clears: whether `none`, or nothing, takes off what can be taken off; as a title or as notes, `none` is a word as any
    ///     other.
    /// - Throws: ``TodoError`` for a value that is not understood or not valid.
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
