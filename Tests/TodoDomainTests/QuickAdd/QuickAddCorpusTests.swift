import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Quick add hears lines as people type them")
struct QuickAddCorpusTests {
    private func corpus(_ name: String) throws -> QuickAddCorpus {
        try QuickAddCorpus(name, now: moment(QuickAddCorpus.now(of: name)), zone: zone(zurich))
    }

    /// `fresh` has lines in the habits of people who come from other programs, from emails and from speech, with answers that
    /// were decided before they were read. On their first run 123 of 124 clear ones were right and one unsaid, 65 of 66 titles
    /// stayed, and 34 of 37 doubtful ones were told; two answers were wrong themselves and are corrected.
    /// `thin` has kinds of which the others have few: marks around a phrase, tokens within it, ranges, days of work, capitals. On
    /// its first run 57 of 60 clear ones were right and three told, all 21 titles stayed, and 17 of 18 doubtful ones were told.
    /// `eyes` was written by somebody who knew only the help and none of these files. On its first run 114 of 120 clear ones were
    /// right, four told, one unsaid and one refused, all titles stayed, and 26 of 28 doubtful ones were told.
    /// `people` was written in the habits of Todoist, TickTick and Apple's Reminders, by somebody who knew the design and some of
    /// the grammar. On its first run 116 of 121 clear ones were right, two told, one unsaid, one refused and one wrong, all 50
    /// titles stayed, and 26 of 29 doubtful ones were told. These kinds are heard and told since.
    /// `exam` was written by somebody who had not seen the grammar. On its first run 108 of 120 clear ones were right, two wrong,
    /// five told and five unsaid, 47 of 50 titles had neither a date nor a hint, and 26 of 30 doubtful ones were told. Its `mid
    /// december` was doubtful there, and is the 15th here.
    /// `own` has kinds of which the others have few: typing errors, short forms of times, a day and its time apart, reminders of
    /// what repeats, capitals. On its first run 302 of 354 clear ones were right, 23 told, 9 unsaid and 20 wrong, all 176 titles
    /// stayed, and 106 of 118 doubtful ones were told. Of its last 332 lines, 138 of 149 clear ones were right on their first run, six
    /// told and five wrong, all 90 titles stayed, and 76 of 93 doubtful ones were told.
    /// `second` was written by somebody else who had not seen the grammar, with harder lines. On its first run 87 of 120 clear ones
    /// were right, 20 told, 3 unsaid and 10 wrong, all 50 titles stayed, and 18 of 30 doubtful ones were told. What a to-do cannot
    /// hold, and what the design takes (`next friday`), has its class by the design here.
    /// `third` is of that examiner too, with speech and long sentences. On its first run 82 of 120 clear ones were right, 24 told, 4
    /// unsaid and 10 wrong, all 50 titles stayed, and 21 of 30 doubtful ones were told. So the promise of 95 % on fresh lines is
    /// not met. What is still told of it is told here.
    @Test(
        "of clear lines at least 95 % are understood, at most 1 % wrongly and at most 1 % unsaid; 99 % of titles stay; nine of ten doubtful ones are told",
        arguments: ["lines", "more", "fresh", "thin", "eyes", "people", "exam", "own", "second", "third"])
    func score(name: String) throws {
        let corpus = try corpus(name)
        var counts: [QuickAddRow.Kind: [QuickAddGrade: Int]] = [:]
        var failures: [String] = []
        for row in corpus.rows {
            let (grade, said) = corpus.grade(row)
            counts[row.kind, default: [:]][grade, default: 0] += 1
            if grade != .right { failures.append("\(grade.rawValue) (\(row.kind.rawValue)): \(row.line) → \(said)") }
        }
        for failure in failures { print("quick add, \(name): \(failure)") }
        for kind in QuickAddRow.Kind.allCases {
            let found = counts[kind] ?? [:]
            let all = found.values.reduce(0, +)
            let text = QuickAddGrade.allCases.compactMap { grade in found[grade].map { "\(grade.rawValue) \($0)" } }
            print("quick add, \(name), \(kind.rawValue) \(all): \(text.joined(separator: ", "))")
            func share(_ grade: QuickAddGrade) -> Double { Double(found[grade] ?? 0) / Double(max(1, all)) }
            let text2 = failures.prefix(40).joined(separator: "\n")
            switch kind {
            case .clear:
                #expect(share(.right) >= 0.95 && share(.wrong) <= 0.01 && share(.unsaid) <= 0.01, "\(text2)")
            case .title: #expect(share(.right) >= 0.99, "\(text2)")
            case .told: #expect(share(.right) >= 0.9, "\(text2)")
            }
        }
    }

    @Test("the places of hints are whole characters, in order, and repeat what was typed")
    func spans() throws {
        let corpus = try corpus("lines")
        for row in corpus.rows {
            let line = "Zoë 👩🏽‍🚀 \(row.line)"
            guard let draft = try? corpus.parse(line) else { continue }
            var end = 0
            for hint in draft.hints {
                let (utf8, utf16) = (hint.span.utf8, hint.span.utf16)
                #expect(utf8.lowerBound >= end && utf8.upperBound <= line.utf8.count && !hint.text.isEmpty, "\(line)")
                end = utf8.upperBound
                #expect(String(decoding: Array(line.utf8)[utf8], as: UTF8.self) == hint.text, "\(line)")
                #expect(String(decoding: Array(line.utf16)[utf16], as: UTF16.self) == hint.text, "\(line)")
            }
        }
    }

    @Test(
        "what is left is told with its kind and what to type",
        arguments: [
            ("Meet Bob tuesday at 3", "two-meanings", "tuesday at 3"), ("Call Bob 3/11", "two-meanings", "3/11"),
            ("Pack in april", "vague", "in april"), ("Pills every 12 hours", "not-held", "every 12 hours"),
            ("Pay bill 30 feb", "impossible", "30 feb"), ("Pay bill at 25:00", "impossible", "at 25:00"),
            ("Pay bill 2026-04-05", "passed", "2026-04-05"),
            ("Prepare friday presentation", "in-title", "friday"),
            ("Buy tea /Work/Errands", "unknown-name", "/Work/Errands"),
            ("Buy tea #shop", "foreign", "#shop"), ("Buy tea p4", "foreign", "p4"),
            ("Buy tea wait:friday", "foreign", "wait:friday"), ("Call Ann !30 min before", "foreign", "!30 min before"),
            ("Call Ann !1h", "foreign", "!1h"), ("Call Ann !9am", "foreign", "!9am"),
            ("Fix //Backend", "foreign", "//Backend"), ("Buy tea due:", "vague", "due"),
        ])
    func kinds(line: String, kind: String, text: String) throws {
        let draft = try QuickAdd.parse(
            line, now: moment(QuickAddCorpus.now), zone: zone(zurich), names: QuickAdd.Names())
        #expect(draft.title == line && draft.due == nil)
        #expect(draft.hints.map(\.kind.rawValue) == [kind] && draft.hints.map(\.text) == [text], "\(draft.hints)")
        let hint = try #require(draft.hints.first)
        #expect(hint.message.hasPrefix("“\(text)” was left in the title: ") && hint.message.hasSuffix("."))
    }

    @Test(
        "the text to type instead is made of the phrase, and is understood",
        arguments: [
            ("Call Bob before friday", "by thursday"), ("Call Bob until 12 dec", "by 12 dec"),
            ("Call Bob tuesday at 3", "tuesday 3pm"), ("Call Bob tomorrow at 3", "tomorrow 3pm"),
            ("Call Bob at 5", "5pm"), ("Call Bob after 17:00", "start:5pm"),
            ("Call Bob friday after 5pm", #"start:"friday 5pm""#),
            ("Call Bob after 10 days", "in 10 days, or every! 10 days"),
            ("Call Bob in january", "1 january, or end of january"), ("Call Bob early january", "1 january"),
            ("Call Bob next spring", "1 march"), ("Call Bob this winter", "1 december"),
            ("Call Bob sometime next week", "next friday"), ("Call Bob early next month", "end of next month"),
            ("Call Bob in a few weeks", "in 3 weeks"), ("Call Bob in 2-4 days", "in 4 days"),
            ("Call Bob at half five", "at 17:30"), ("Call Bob at half 11", "at 11:30"), ("Call Bob Q1", "end of march"),
            ("Call Bob week 12", "2027-W12"), ("Call Bob last tuesday", "tuesday"),
            ("Clean the shop 9-17", "today 9:00-17:00"),
            ("Clean sat/sun", "every sat and sun"), ("Clean mon-thu", "every mon-thu"),
            ("Clean from monday to thursday", "start:monday due:thursday"), ("Clean every few days", "every 3 days"),
            ("Clean every second friday", "every other friday, or second friday of every month"),
            ("Clean twice a month", "every 1st and 15th"), ("Clean three times a week", "every mon, wed and fri"),
            ("Clean every 15", "every 15th"), ("Clean every now and then", "every 2 weeks"),
            ("Clean every monday until february", "until end of february"),
            ("Prepare friday presentation", "due:friday"), ("Pay bill 30 feb", ""), ("Pay bill at 25:00", ""),
            ("Pay bill on 2026-04-05", "5 apr"), ("Meet Bob this monday", "monday"),
        ])
    func fixes(line: String, fix: String) throws {
        let draft = try QuickAdd.parse(
            line, now: moment(QuickAddCorpus.now), zone: zone(zurich), names: QuickAdd.Names())
        #expect(draft.title == line && draft.hints.map(\.fix) == [fix], "\(draft.hints.map(\.message))")
        guard let hint = draft.hints.first, !fix.isEmpty else { return }
        for text in fix.components(separatedBy: ", or ") where !text.hasPrefix("until") {
            let fixed = try QuickAdd.parse(
                line.replacingOccurrences(of: hint.text, with: text), now: moment(QuickAddCorpus.now),
                zone: zone(zurich),
                names: QuickAdd.Names())
            #expect(fixed.hints.isEmpty && (fixed.due ?? fixed.start) != nil, "\(text): \(fixed.hints.map(\.message))")
        }
    }

    @Test(
        "a reminder so long before is taken behind a date, and told without one",
        arguments: [
            ("Dentist tomorrow 3pm remind me 30 min before", "30m"),
            ("Dentist tomorrow 3pm, remind me an hour before", "1h"),
            ("Dentist tomorrow 3pm with a reminder 2h before", "2h"), ("Dentist 9 dec remind me 3 days before", "3d"),
            ("Dentist due:9dec remind me the day before", "1d"), ("remind me every monday to Dentist", "0m"),
            ("remind me to Dentist daily at 8pm", "0m"),
            ("Dentist remind me 30 min before", nil), ("Dentist tomorrow remind me 30 min before", nil),
            ("Dentist tomorrow remind me 2 months before", nil), ("remind me before lunch to call Bob", nil),
        ] as [(String, String?)])
    func leads(line: String, lead: String?) throws {
        let (now, zone) = (try moment(QuickAddCorpus.now), try zone(zurich))
        let draft = try QuickAdd.parse(line, now: now, zone: zone, names: QuickAdd.Names())
        let settings = ReminderSettings(timeZone: zone, allDayTime: .hour(9))
        #expect(try draft.reminders == (lead.map { [try ReminderPhrase.parse($0, now: now, settings)] } ?? []))
        #expect(lead == nil ? draft.hints.count == 1 && draft.title.contains("remind") : draft.title == "Dentist")
    }

    @Test("an unknown list does not cost the date")
    func unknownList() throws {
        let draft = try QuickAdd.parse(
            "Buy tea /Work/Errands friday", now: moment(QuickAddCorpus.now), zone: zone(zurich), names: QuickAdd.Names()
        )
        #expect(draft.title == "Buy tea /Work/Errands" && draft.due?.day.description == "2026-12-04")
        #expect(draft.hints.map(\.fix) == ["todo lists add Work/Errands"])
    }

    @Test("a title that is stored as it is has hints for what quick add would hear")
    func titles() throws {
        func hints(_ title: String) throws -> [String] {
            QuickAdd.hints(inTitle: title, now: try moment(QuickAddCorpus.now), zone: try zone(zurich)).map(\.fix)
        }
        #expect(try hints("Call Bob tomorrow 5pm") == [#"-d "tomorrow 5pm""#])
        #expect(try hints("Gym every monday") == [#"--repeat "every monday""#])
        #expect(try hints("Buy milk +shop /x") == [])
        #expect(try hints(String(repeating: "a", count: 9000)) == [])
    }
}
