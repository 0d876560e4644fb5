import Foundation
import JSON
import TodoDomain

/// A cell of a table, or a member of an object.
struct ForeignCell {
    /// What the file calls its column.
    let name: String
    let column: ForeignColumn?
    /// What it is in the file.
    let value: JSONValue

    /// Its text; nil if it is empty or has no text.
    var text: String? {
        switch value {
        case .string(let text): text.trimmed.isEmpty ? nil : text
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .null, .array: nil
        // A thing that has a name is meant by it.
        case .object: ["name", "title", "value", "displayName"].lazy.compactMap { value[$0]?.string }.first
        }
    }

    /// Its texts: those of an array, or its own.
    var texts: [String]? {
        guard let elements = value.elements else { return text.map { [$0] } }
        let texts = elements.compactMap { element in
            element.string != nil || element.members != nil
                ? ForeignCell(name: name, column: column, value: element).text : nil
        }
        return texts.count == elements.count ? texts : nil
    }

    /// Whether it says nothing.
    var isEmpty: Bool {
        switch value {
        case .null: true
        case .string(let text): text.trimmed.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .integer, .double: false
        }
    }

    /// The first second, in 1973, for which a number is taken; smaller ones are no dates.
    private static let firstSecond: Int64 = 100_000_000

    /// The text of its date. A number counts the seconds or milliseconds since 1970; an object has the date in a member.
    var dateText: String? {
        switch value {
        case .integer(let number):
            guard number >= Self.firstSecond else { return nil }
            let milliseconds = number < 100_000_000_000 ? number.multipliedClamped(by: 1000) : number
            return Limits.time.contains(milliseconds) ? Date(milliseconds: milliseconds).rfc3339 : nil
        case .object(let members):
            if let start = members["start"]?.string, let end = members["end"]?.string { return "\(start) → \(end)" }
            let text = ["dateTime", "date", "start"].lazy.compactMap { members[$0]?.string }.first
            guard let text, let zone = members["timeZone"]?.string else { return text }
            guard TimeZone(identifier: zone) != nil, text.contains("T") else { return text }
            if text.hasSuffix("Z") { return "\(text)[\(zone)]" }
            guard let due = TimeZone(identifier: zone).flatMap({ Due(text: text, in: $0) }) else { return text }
            return due.text
        default: return text
        }
    }
}

extension Int64 {
    fileprivate func multipliedClamped(by other: Int64) -> Int64 {
        let (product, isOver) = multipliedReportingOverflow(by: other)
        return isOver ? (self < 0 ? .min : .max) : product
    }
}
