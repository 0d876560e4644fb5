import Foundation
import TodoDomain

/// The headlines with a keyword in a file of org-mode (orgmode.org/worg/org-syntax.html). Headlines without one are lists,
/// and so is the name of the file; headlines below a task are its subtasks.
package struct OrgFormat: TodoFormat {
    package let name = "org"
    package let fileExtensions = ["org"]
    package let extrasPrefix = "org."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        guard !beginning.isTable(named: name), !beginning.isJSON(named: name),
            !["md", "markdown"].contains(FileBeginning.ending(of: name))
        else {
            return .none
        }
        let lines = beginning.text.split(separator: "\n", maxSplits: 1000)
        let isOrg = lines.contains { OrgHeadline($0, OrgKeywords())?.keyword != nil }
        return isOrg ? .form : recognizes(name: name)
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [.notes, .list, .tags, .parent, .due, .start, .priority, .recurrence]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            let text = try bytes.withUnsafeBufferPointer { try String(fileBytes: $0) }
            var document = OrgDocument(context: context)
            try document.read(text, into: &items)
        }
    }
}

/// The words before a headline that make it a task.
struct OrgKeywords {
    var open: Set<String> = [
        "TODO", "NEXT", "WAITING", "WAIT", "HOLD", "STARTED", "INPROGRESS", "IN-PROGRESS", "SOMEDAY",
    ]
    var done: Set<String> = ["DONE", "CANCELLED", "CANCELED", "KILL"]

    /// Adds the keywords of a line such as `#+TODO: TODO REVIEW | DONE DROPPED`. Without a bar, the last one means done.
    mutating func add(_ text: some StringProtocol) {
        let parts = text.split(separator: "|", maxSplits: 1).map { part in
            part.split(separator: " ").map { String($0.prefix { $0 != "(" }) }
        }
        guard let first = parts.first else { return }
        let isBar = parts.count > 1
        open.formUnion(isBar ? first[...] : first.dropLast())
        done.formUnion(isBar ? parts[1][...] : first.suffix(1))
    }
}

/// A line with stars.
struct OrgHeadline {
    let level: Int
    var keyword: String?
    var isDone = false
    var priority: Character?
    var title = ""
    var tags: [String] = []

    /// The headline; nil for any other line.
    init?(_ line: some StringProtocol, _ keywords: OrgKeywords) {
        level = line.prefix { $0 == "*" }.count
        guard level > 0, line.dropFirst(level).first == " " else { return nil }
        var rest = line.dropFirst(level).trimmingPrefix { $0 == " " }.description
        if let word = rest.split(separator: " ", maxSplits: 1).first.map(String.init) {
            isDone = keywords.done.contains(word)
            if isDone || keywords.open.contains(word) {
                keyword = word
                rest = String(rest.dropFirst(word.count)).trimmed
            }
        }
        if rest.hasPrefix("[#"), rest.dropFirst(3).first == "]" {
            priority = rest.dropFirst(2).first
            rest = String(rest.dropFirst(4)).trimmed
        }
        if rest.hasSuffix(":"), let space = rest.lastIndex(of: " "), rest[rest.index(after: space)...].hasPrefix(":") {
            let last = rest[rest.index(after: space)...]
            let tags = last.split(separator: ":").map(String.init)
            if !tags.isEmpty, tags.allSatisfy({ $0.allSatisfy { $0.isLetter || $0.isNumber || "_@#%".contains($0) } }) {
                self.tags = tags
                rest = String(rest[..<space]).trimmed
            }
        }
        title = rest
    }
}

/// A time in brackets: `<2026-03-05 Thu 10:00 +1w>`.
struct OrgTimestamp {
    let due: Due
    /// `+1w`, `++1w` or `.+1w`.
    let repeater: String?

    /// The first time in a text; nil if there is none.
    init?(_ text: some StringProtocol, in zone: TimeZone) {
        guard let start = text.firstIndex(where: { $0 == "<" || $0 == "[" }),
            let end = text[start...].firstIndex(where: { $0 == ">" || $0 == "]" })
        else { return nil }
        let words = text[text.index(after: start)..<end].split(separator: " ")
        guard let day = words.first.flatMap({ Day(String($0)) }) else { return nil }
        var time: String?
        var found: String?
        for word in words.dropFirst() {
            if word.hasPrefix("+") || word.hasPrefix(".+") {
                found = String(word.prefix { $0 != "/" })
            } else if word.first?.isNumber == true, word.contains(":") {
                time = String(word.prefix { $0 != "-" })
            }
        }
        if let time, let due = Due(text: "\(day)T\(time.count == 4 ? "0" : "")\(time)", in: zone) {
            self.due = due
        } else {
            due = .day(day)
        }
        repeater = found
    }

    /// The repetition as a rule, and whether it counts from completion. nil if it is not known.
    static func rule(_ repeater: String) -> (rule: String, mode: Recurrence.Mode)? {
        let text = repeater.drop { $0 == "." || $0 == "+" }
        guard let number = Int(text.dropLast()), 1...1000 ~= number else { return nil }
        let names: [Character: String] = ["d": "DAILY", "w": "WEEKLY", "m": "MONTHLY", "y": "YEARLY"]
        guard let frequency = text.last.flatMap({ names[$0] }) else { return nil }
        let rule = "FREQ=\(frequency)" + (number > 1 ? ";INTERVAL=\(number)" : "")
        return (rule, repeater.hasPrefix(".+") ? .everyFromCompletion : repeater.hasPrefix("++") ? .every : .each)
    }
}
