package import Foundation

/// Pages of help about what people can type. The pages are generated from the parsers' own tables, and from examples that the
/// parsers read when the page is shown. So a page always agrees with the parsers.
package enum HelpTopic: String, Hashable, Sendable, CaseIterable {
    /// Filters, as ``TodoFilter`` reads them.
    case filters
    /// Dates and repetitions, as ``DuePhrase`` and ``RepeatPhrase`` read them.
    case dates
    /// To-dos that are typed in one line, as ``QuickAdd`` reads them.
    case quick

    /// A text to type, with its meaning.
    package struct Row: Hashable, Sendable {
        /// The text to type.
        package let typed: String
        /// The meaning of the text.
        package let meaning: String
    }

    /// A group of rows.
    package struct Section: Hashable, Sendable {
        /// The heading of the rows.
        package let title: String
        /// The rows; not empty.
        package let rows: [Row]
    }

    /// The subject of the page, in a sentence.
    package var summary: String {
        switch self {
        case .filters: "A filter says which to-dos are meant. All conditions beside each other must be met."
        case .dates:
            "Dates and repetitions, as they are read now. What is not understood is refused, and never guessed."
        case .quick: "A line becomes a to-do. What is understood stands anywhere in it; the rest is the title."
        }
    }

    /// The sections of the page at `now` in `timeZone`.
    /// - Parameter settings: the reader's settings for dates.
    package func sections(now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard) -> [Section] {
        let reader = HelpReader(now: now, timeZone: timeZone, settings: settings)
        let sections =
            switch self {
            case .filters: reader.filters
            case .dates: reader.dates
            case .quick: reader.quick
            }
        return sections.filter { !$0.rows.isEmpty }
    }

    /// The number of rows of a page if all its examples are understood.
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
