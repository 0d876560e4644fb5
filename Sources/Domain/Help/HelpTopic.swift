public import Foundation

/// What people can type, as pages of help. They are made of the tables that the parsers use, and of examples that these parsers
/// read when the page is shown, so that a page never says what is not so.
public enum HelpTopic: String, Hashable, Sendable, CaseIterable {
    /// Filters, as ``TodoFilter`` reads them.
    case filters
    /// Dates and repetitions, as ``DuePhrase`` and ``RepeatPhrase`` read them.
    case dates
    /// To-dos that are typed in one line, as ``QuickAdd`` reads them.
    case quick

    /// What is typed, and what that means.
    public struct Row: Hashable, Sendable {
        /// What is typed.
        public let typed: String
        /// What it means.
        public let meaning: String
    }

    /// Some rows of a kind.
    public struct Section: Hashable, Sendable {
        /// What they have in common.
        public let title: String
        /// The rows; not empty.
        public let rows: [Row]
    }

    /// What the page is about, in a sentence.
    public var summary: String {
        switch self {
        case .filters: "A filter says which to-dos are meant. All conditions beside each other must be met."
        case .dates:
            "Dates and repetitions, as they are read now. What is not understood is refused, and never guessed."
        case .quick: "A line becomes a to-do. What is understood stands anywhere in it; the rest is the title."
        }
    }

    /// The page, as it is at `now` in `timeZone`.
    /// - Parameter settings: how the reader has dates read.
    public func sections(now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard) -> [Section] {
        let reader = HelpReader(now: now, timeZone: timeZone, settings: settings)
        let sections =
            switch self {
            case .filters: reader.filters
            case .dates: reader.dates
            case .quick: reader.quick
            }
        return sections.filter { !$0.rows.isEmpty }
    }

    /// How many rows a page has if all its examples are understood.
    package var rowCount: Int {
        switch self {
        case .filters: TodoFilter.Field.all.count + 1 + HelpReader.filterExamples.count
        case .dates:
            HelpReader.days.count + 1 + HelpReader.times.count + HelpReader.repetitions.count + HelpReader.refused.count
        case .quick: HelpReader.lines.count + HelpReader.told.count
        }
    }
}

/// Reads the examples of a page.
struct HelpReader {
    let now: Date
    let timeZone: TimeZone
    let settings: PhraseSettings

    func section(_ title: String, _ examples: [String], _ meaning: (String) throws -> String?) -> HelpTopic.Section {
        HelpTopic.Section(
            title: title,
            rows: examples.compactMap { typed in
                (try? meaning(typed)).flatMap(\.self).map { HelpTopic.Row(typed: typed, meaning: $0) }
            })
    }
}
