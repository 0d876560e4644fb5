import Foundation
import TodoDomain

/// A task on a line of Markdown.
struct MarkdownTask {
    /// The meaning of a sign for the text after it.
    enum Sign {
        case due, scheduled, start, created, done, cancelled, recurrence, id, dependsOn
        case priority(Priority?)
    }

    static let signs: [Unicode.Scalar: Sign] = [
        "📅": .due, "📆": .due, "🗓": .due, "⏳": .scheduled, "⌛": .scheduled, "🛫": .start, "➕": .created, "✅": .done,
        "❌": .cancelled, "🔁": .recurrence, "🆔": .id, "⛔": .dependsOn, "🔺": .priority(.high), "⏫": .priority(.high),
        "🔼": .priority(.medium), "🔽": .priority(.low), "⏬": .priority(.low),
    ]

    /// How far it is indented; a tab counts four.
    let indent: Int
    /// The character between its brackets.
    let mark: Character
    var title = ""
    var tags: [String] = []
    var priority: Priority?
    var due: Day?
    var scheduled: Day?
    var start: Day?
    var created: Day?
    /// When it was done or cancelled.
    var done: Day?
    var recurrence: String?
    var name: String?
    var dependsOn: [String] = []

    var isDone: Bool { mark == "x" || mark == "X" || mark == "-" }

    /// The task on a line; nil for any other line.
    init?(_ line: some StringProtocol) {
        let text = line.drop { $0 == " " || $0 == "\t" }
        indent = Self.indent(of: line)
        var rest = text.drop { $0.isASCII && $0.isNumber }
        let isNumbered = rest.startIndex != text.startIndex
        guard let bullet = rest.popFirst(), isNumbered ? bullet == "." || bullet == ")" : "-*+".contains(bullet),
            rest.hasPrefix(" ")
        else { return nil }
        rest = rest.drop { $0 == " " }
        guard rest.popFirst() == "[", let mark = rest.popFirst(), rest.popFirst() == "]" else { return nil }
        guard rest.isEmpty || rest.first == " " || rest.first == "\t" else { return nil }
        self.mark = mark
        read(String(rest))
    }

    /// How far a line is indented.
    static func indent(of line: some StringProtocol) -> Int {
        line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
    }

    private mutating func read(_ text: String) {
        var free: [String] = []
        var (sign, value) = (Unicode.Scalar?.none, String.UnicodeScalarView())
        for scalar in text.unicodeScalars {
            if Self.signs[scalar] != nil {
                free.append(take(sign, String(value)))
                sign = scalar
                value = .init()
            } else if value.isEmpty, sign != nil, scalar == "\u{FE0F}" {
                continue
            } else {
                value.append(scalar)
            }
        }
        free.append(take(sign, String(value)))
        let words = free.joined(separator: " ").split(separator: " ").map(String.init)
        tags = words.filter(Self.isTag).map { String($0.dropFirst()) }
        let plain = words.filter { !Self.isTag($0) }
        title = plain.isEmpty ? words.joined(separator: " ") : plain.joined(separator: " ")
    }

    private static func isTag(_ word: String) -> Bool {
        let name = word.dropFirst()
        return word.hasPrefix("#") && name.contains { !$0.isNumber }
            && name.allSatisfy { $0.isLetter || $0.isNumber || "_-/".contains($0) }
    }

    /// Takes what is after a sign.
    /// - Returns: what is not said by the sign.
    private mutating func take(_ sign: Unicode.Scalar?, _ text: String) -> String {
        let value = text.trimmed
        guard let sign, let meaning = Self.signs[sign] else { return value }
        let (first, rest) = (String(value.prefix { $0 != " " }), String(value.drop { $0 != " " }))
        let day = Day(first)
        switch meaning {
        case .priority(let priority):
            self.priority = priority
            return value
        case .recurrence:
            // A tag may follow the words.
            let end = value.range(of: " #")?.lowerBound ?? value.endIndex
            recurrence = String(value[..<end])
            return String(value[end...])
        case .id:
            name = first.isEmpty ? nil : first
            return rest
        case .dependsOn:
            dependsOn = first.split(separator: ",").map(String.init)
            return rest
        case .due where day != nil: due = day
        case .scheduled where day != nil: scheduled = day
        case .start where day != nil: start = day
        case .created where day != nil: created = day
        case .done where day != nil, .cancelled where day != nil: done = day
        // A sign without a date is part of the text.
        default: return "\(sign) \(value)"
        }
        return rest
    }
}
