import Foundation
import TodoKit

/// The fields of a form or of a query, as `application/x-www-form-urlencoded` has them.
struct FormFields: Sendable {
    private var values: [String: [String]] = [:]

    /// How many fields there can be.
    static let mostFields = 1000

    /// The fields of a text.
    /// - Throws: ``TodoError`` with code `bad-input` for too many fields, or bytes that are not text.
    init(_ text: some StringProtocol) throws {
        var count = 0
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            count += 1
            guard count <= Self.mostFields else {
                throw TodoError(.badInput, "A form has at most \(Self.mostFields) fields.")
            }
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = try Self.decoded(parts[0])
            values[name, default: []].append(parts.count > 1 ? try Self.decoded(parts[1]) : "")
        }
    }

    /// Fields of these values.
    init(_ values: [String: String] = [:]) { self.values = values.mapValues { [$0] } }

    /// These fields and those of others that are not among them: what the address of a form says.
    func merging(_ others: FormFields) -> FormFields {
        var fields = self
        fields.values.merge(others.values) { mine, _ in mine }
        return fields
    }

    /// The value of a field; nil if it is missing.
    subscript(_ name: String) -> String? { values[name]?.first }

    /// The values by name. If a field has several values, the first one counts.
    var texts: [String: String] { values.compactMapValues(\.first) }

    /// All values of a field.
    func all(_ name: String) -> [String] { values[name] ?? [] }

    /// The value of a field without white space around it; nil if it is empty or missing.
    func text(_ name: String) -> String? {
        guard let value = self[name]?.trimmingCharacters(in: .whitespacesAndNewlines), !value.isEmpty else {
            return nil
        }
        return value
    }

    /// The value of a field that must be there.
    /// - Throws: ``TodoError`` with code `bad-input`.
    func required(_ name: String) throws -> String {
        guard let value = text(name) else { throw TodoError(.badInput, "The form lacks “\(name)”.") }
        return value
    }

    /// The text typed into a field that shows a stored value; nil if it was left alone. The field `was-…` beside it has the value
    /// that it showed, so a page that is out of date overwrites nothing.
    /// - Throws: ``TodoError`` with code `ambiguous` if it was changed elsewhere too.
    func edited(_ name: String, from stored: String) throws -> String? {
        guard let typed = self[name] else { return nil }
        let present = stored.withPlainLineEnds
        let was = self["was-" + name] ?? present
        guard typed != was, typed != present else { return nil }
        guard was == present else {
            let theirs = present.isEmpty ? "emptied" : "changed to “\(present.prefix(80))”"
            throw TodoError(.ambiguous, "It was \(theirs) meanwhile. Save again to overwrite that.")
        }
        return typed
    }

    /// The same, with what was picked by hand in the place of words that were left alone: a day and a time, or a usual one.
    func withPicks() -> FormFields {
        var fields = self
        func isLeftAlone(_ name: String) -> Bool { self[name] != nil && self[name] == self["was-" + name] }
        for name in ["due", "start"] where isLeftAlone(name) {
            let parts = ["\(name)-day", "\(name)-time"]
            guard parts.contains(where: { self[$0] != nil && self[$0] != self["was-" + $0] }) else { continue }
            let (day, time) = (text(parts[0]), text(parts[1]))
            // A day alone would keep the old time of day, and a time alone means nothing once the day was removed.
            let isTakenOff = day == nil && text("was-" + parts[0]) != nil
            let words = day.map { day in time.map { "\(day) \($0)" } ?? "\(day), all day" }
            fields.values[name] = [isTakenOff ? "" : words ?? time ?? ""]
        }
        for name in ["repeat", "reminders"] where isLeftAlone(name) {
            guard let usual = text(name + "-usual") else { continue }
            // There can be several reminders.
            let others = name == "reminders" && usual != "none" ? text(name) : nil
            fields.values[name] = [others.map { "\($0), \(usual)" } ?? usual]
        }
        return fields
    }

    /// The identifier in a field that must be there.
    /// - Throws: ``TodoError`` with code `bad-input`.
    func id<Model>(_ name: String = "id") throws -> Identifier<Model> {
        let text = try required(name)
        guard let id = Identifier<Model>(text) else { throw TodoError(.badInput, "“\(text)” is not an identifier.") }
        return id
    }

    /// The to-dos that a form is about, in one field or several, each once. Of one that repeats, the day of the occurrence that
    /// was shown can follow: `3f2a… 2026-11-21`. A form about one has it in the field `key`.
    /// - Throws: ``TodoError`` with code `bad-input` for a text that is not an identifier, `usage` if there is none.
    func todos() throws -> (ids: [Todo.ID], shown: [Todo.ID: Day]) {
        var (ids, shown) = ([Todo.ID](), [Todo.ID: Day]())
        var known = Set<Todo.ID>()
        for word in all("id").flatMap({ $0.split(whereSeparator: \.isWhitespace) }) {
            if let last = ids.last, let day = Day(String(word)) {
                shown[last] = day
            } else if let id = Todo.ID(String(word)) {
                if known.insert(id).inserted { ids.append(id) }
            } else {
                throw TodoError(.badInput, "“\(word.prefix(100))” is not an identifier.")
            }
        }
        guard let first = ids.first else { throw TodoError(.usage, "No to-do is selected. Select one or more first.") }
        if ids.count == 1, let day = text("key").flatMap({ Day($0) }) { shown[first] = day }
        return (ids, shown)
    }

    private static func decoded(_ bytes: some Sequence<UInt8>) throws -> String {
        var result: [UInt8] = []
        var rest = bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
                    throw TodoError(.badInput, "The form cannot be read.")
                }
                result.append(high << 4 | low)
            default: result.append(byte)
            }
        }
        guard let text = String(validating: result, as: UTF8.self) else {
            throw TodoError(.badInput, "The form cannot be read.")
        }
        // Browsers send line ends as CR LF.
        return text.withPlainLineEnds
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(UnicodeScalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// A text as it is written in a query.
    static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}

extension String {
    /// The same with LF for CR LF and for CR, as a browser reads a page: what a form sends back is compared with that.
    var withPlainLineEnds: String {
        utf8.contains(UInt8(ascii: "\r")) ? String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : self
    }
}
