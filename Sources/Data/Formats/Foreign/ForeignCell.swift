import Foundation
import JSON
import TodoDomain

/// A cell of a table, or a member of an object.
struct ForeignCell {
    /// The name of its column in the file.
    let name: String
    let column: ForeignColumn?
    /// Its value in the file.
    let value: JSONValue

    /// Its text; nil if it is empty or has no text.
    var text: String? {
        switch value {
        case .string(let text): text.trimmed.isEmpty ? nil : text
        case .bool(let bool): bool ? "true" : "false"
        case .integer(let integer): "\(integer)"
        case .double(let double): "\(double)"
        case .null, .array: nil
        // An object with a name means that name.
        case .object: ["name", "title", "value", "displayName"].lazy.compactMap { value[$0]?.string }.first
        }
    }

    /// The texts of an array, or its single text.
    var texts: [String]? {
        guard let elements = value.elements else { return text.map { [$0] } }
        let texts = elements.compactMap { element in
            element.string != nil || element.members != nil
                ? ForeignCell(name: name, column: column, value: element).text : nil
        }
        return texts.count == elements.count ? texts : nil
    }

    /// Whether it is empty.
    var isEmpty: Bool {
        switch value {
        case .null: true
        case .string(let text): text.trimmed.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .bool, .integer, .double: false
        }
    }

    /// The smallest number that counts as a date, in 1973. Smaller numbers are something else.
    private static let firstSecond: Int64 = 100_000_000

    /// The text of its date. A number means seconds or milliseconds since 1970. An object has the date in a member.
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
