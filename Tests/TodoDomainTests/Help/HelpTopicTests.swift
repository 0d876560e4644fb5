import Foundation
import Testing
import TodoDomain

/// The pages on what can be typed.
@Suite("Help on what is typed")
struct HelpTopicTests {
    private func moments() throws -> [Date] {
        // A Saturday evening, the end of a year, a leap day, a night on which the clocks change.
        try ["2026-11-21T21:30:00Z", "2026-12-31T22:59:00Z", "2028-02-29T00:30:00Z", "2026-10-25T00:15:00Z"].map(moment)
    }

    @Test(
        "every example is understood, or refused, as its section says, whenever the page is shown",
        arguments: HelpTopic.allCases)
    func examples(topic: HelpTopic) throws {
        for now in try moments() {
            let sections = topic.sections(now: now, timeZone: try zone("Europe/Zurich"))
            let rows = sections.flatMap(\.rows)
            #expect(rows.count == topic.rowCount, "\(now): \(rows.map(\.typed))")
            #expect(sections.allSatisfy { !$0.title.isEmpty } && rows.allSatisfy { !$0.meaning.isEmpty })
            #expect(Set(rows.map(\.typed)).count == rows.count)
        }
        #expect(topic.summary.hasSuffix("."))
    }

    @Test("the page on filters has each field with each of its words")
    func fields() throws {
        let sections = HelpTopic.filters.sections(now: try moments()[0], timeZone: .gmt)
        for field in TodoFilter.Field.all {
            let row = try #require(sections.flatMap(\.rows).first { $0.typed == field.name + ":" })
            for word in field.words { #expect(row.meaning.contains(word), "\(field.name): \(word)") }
            #expect(row.meaning == field.forms.joined(separator: ", "))
        }
    }

    @Test("the page on quick add shows each kind of word, and reasons of several kinds")
    func kinds() throws {
        let sections = HelpTopic.quick.sections(now: try moments()[0], timeZone: .gmt)
        #expect(sections.count == 2)
        for kind in QuickAdd.Understood.Kind.allCases {
            #expect(sections[0].rows.contains { $0.meaning.contains("(\(kind.rawValue))") }, "\(kind)")
        }
        #expect(Set(sections[1].rows.map(\.meaning)).count == sections[1].rows.count)
    }

    @Test("dates are said as they are read at the time, with the settings of the reader")
    func meanings() throws {
        let now = try moments()[0]
        func meaning(_ typed: String, _ settings: PhraseSettings = .standard) -> String? {
            HelpTopic.dates.sections(now: now, timeZone: .gmt, settings: settings).flatMap(\.rows)
                .first { $0.typed == typed }?.meaning
        }
        #expect(meaning("tomorrow") == "Sun 22 Nov 2026 (tomorrow)")
        #expect(meaning("every monday") == "every Monday, from Mon 23 Nov")
        #expect(meaning("1/2")?.contains("1 feb") == true || meaning("1/2")?.contains("February") == true)
        var settings = PhraseSettings.standard
        settings.slashOrder = .dayFirst
        #expect(meaning("1/2", settings) == nil, "it is not refused")
    }
}
