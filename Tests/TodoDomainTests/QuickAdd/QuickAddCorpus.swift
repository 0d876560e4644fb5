import Foundation
import TodoDomain

/// A line as people type it, and what it means: a row of a file in Fixtures.
///
/// It is typed on Wednesday, 2 December 2026, at 9:00 in Zurich, or on the Sunday before at 10:00. `clear` is understood exactly so, `title` is a title and
/// nothing else, and of `told` a part stays in the title, with a hint that names it.
struct QuickAddRow: Decodable {
    enum Kind: String, Decodable, CaseIterable { case clear, title, told }

    let line: String
    let kind: Kind
    let title: String?
    let due, start, rule, mode, list, place, priority, hint: String?
    let remind, tags: [String]?
    /// What may be otherwise and is as right.
    let or: [Other]?

    struct Other: Decodable { let title, due, start, rule, mode: String? }

    enum CodingKeys: String, CodingKey {
        case line, kind = "class", title, due, start, rule, mode, list, place, priority, hint, remind, tags, or
    }
}

/// How a row was read.
enum QuickAddGrade: String, CaseIterable {
    case right, wrong
    /// A clear line that is told instead of understood.
    case told
    /// Nothing was said of what should have been understood or told.
    case unsaid
}

struct QuickAddCorpus {
    static let now = "2026-12-02T08:00:00Z"
    static let sunday = "2026-11-29T09:00:00Z"
    /// The files whose lines are typed on Sunday.
    static let ofSunday: Set<String> = ["exam", "own", "second", "third"]

    /// When the lines of a file are typed.
    static func now(of name: String) -> String { ofSunday.contains(name) ? sunday : now }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

    let name: String
    let rows: [QuickAddRow]
    private let time: Date
    private let zone: TimeZone

    init(_ name: String, now: Date, zone: TimeZone) throws {
        self.name = name
        self.time = now
        self.zone = zone
        let text = try String(contentsOf: Self.folder.appending(path: "\(name).jsonl"), encoding: .utf8)
        let decoder = JSONDecoder()
        rows = try text.split(separator: "\n").map { try decoder.decode(QuickAddRow.self, from: Data($0.utf8)) }
    }

    /// What a line means where all that it names exists.
    func parse(_ line: String) throws -> QuickAdd.Draft {
        let mentions = try QuickAdd.mentions(in: line)
        var names = QuickAdd.Names()
        for place in mentions.places where place.first?.isLetter == true { names.places[place] = .init(stored: place) }
        for list in mentions.lists where list.first?.isLetter == true { names.lists[list] = .init(stored: list) }
        return try QuickAdd.parse(line, now: time, zone: zone, names: names)
    }

    func grade(_ row: QuickAddRow) -> (grade: QuickAddGrade, said: String) {
        let draft: QuickAdd.Draft
        do { draft = try parse(row.line) } catch {
            // A promised value is refused, and repeated.
            let isRepeated = row.hint.map { (error as? TodoError)?.message.contains($0) == true } ?? false
            return (row.kind == .told && isRepeated ? .right : .wrong, "\(error)")
        }
        let said = values(draft)
        let expected = values(row, nil)
        let hasTaken = draft.due != nil || draft.start != nil || draft.recurrence != nil
        let isRight =
            said == expected || row.or?.contains { values(row, $0) == said } == true
            || (row.or?.count ?? 0) > 1 && values(row, merged(row.or ?? [])) == said
        let isNamed =
            row.hint.map { hint in
                draft.hints.contains {
                    $0.text.contains(hint) || hint.contains($0.text) && $0.text.count * 2 >= hint.count
                }
            } ?? true
        let shown = said + draft.hints.map { " [\($0.text): \($0.reason)]" }.joined()
        switch row.kind {
        case .title:
            return (hasTaken || draft.title != row.line ? .wrong : .right, shown)
        case .told:
            if hasTaken || draft.title != row.line, !isRight { return (.wrong, shown) }
            return (isNamed ? .right : .unsaid, shown)
        case .clear:
            if isRight { return (isNamed ? .right : .unsaid, shown) }
            if hasTaken { return (.wrong, shown) }
            return (draft.hints.isEmpty ? .unsaid : .told, shown)
        }
    }

    private func merged(_ others: [QuickAddRow.Other]) -> QuickAddRow.Other {
        func first(_ value: (QuickAddRow.Other) -> String?) -> String? { others.lazy.compactMap(value).first }
        return QuickAddRow.Other(
            title: first(\.title), due: first(\.due), start: first(\.start), rule: first(\.rule), mode: first(\.mode))
    }

    private func values(_ row: QuickAddRow, _ other: QuickAddRow.Other?) -> String {
        let reminders = (row.remind ?? []).map { text in
            let settings = ReminderSettings(timeZone: zone, allDayTime: .hour(9))
            return (try? ReminderPhrase.parse(text, now: time, settings))?.words(in: zone) ?? text
        }
        return Self.text(
            title: other?.title ?? row.title ?? row.line, due: other?.due ?? row.due, start: other?.start ?? row.start,
            rule: (other?.rule ?? row.rule).map(Self.sorted), mode: other?.mode ?? row.mode, reminders: reminders,
            tokens: [row.list, row.place, row.priority], tags: row.tags ?? [])
    }

    private func values(_ draft: QuickAdd.Draft) -> String {
        Self.text(
            title: draft.title, due: draft.due.map(local), start: draft.start.map(local),
            rule: (draft.recurrence?.rule).map(Self.sorted),
            mode: draft.recurrence.map { $0.mode == .everyFromCompletion ? "after" : "calendar" },
            reminders: draft.reminders.map { $0.words(in: zone) },
            tokens: [draft.list?.rawValue, draft.place?.rawValue, draft.priority?.rawValue], tags: draft.tags)
    }

    private static func text(
        title: String, due: String?, start: String?, rule: String?, mode: String?, reminders: [String],
        tokens: [String?], tags: [String]
    ) -> String {
        let named = [("due", due), ("start", start), ("rule", rule), ("mode", mode)]
        return "“\(title)”" + named.compactMap { name, value in value.map { " \(name) \($0)" } }.joined()
            + reminders.map { " remind \($0)" }.joined() + tokens.compactMap { $0 }.map { " \($0)" }.joined()
            + tags.map { " +\($0)" }.joined()
    }

    /// The parts of a rule are in no order.
    private static func sorted(_ rule: String) -> String { rule.split(separator: ";").sorted().joined(separator: ";") }

    private func local(_ due: Due) -> String {
        guard case .instant(let moment, _) = due else { return due.day.description }
        let clock = moment.addingTimeInterval(Double(zone.secondsFromGMT(for: moment)))
        return String(clock.ISO8601Format().prefix(16))
    }
}
