import Foundation
import JSON
import TodoDomain

/// Reads one field of an object: its value, nil for null, or an error that names the field.
extension JSONReader {
    mutating func optionalString(_ field: String) throws -> String? {
        switch try peek() {
        case .string: return try string()
        case .null: try null()
        default: throw InputError.field(field, "a text or null")
        }
        return nil
    }

    mutating func optionalNumber(_ field: String) throws -> Double? {
        switch try peek() {
        case .number: return try number().number
        case .null: try null()
        default: throw InputError.field(field, "a number or null")
        }
        return nil
    }

    mutating func optionalTime(_ field: String) throws -> Date? {
        guard let text = try optionalString(field) else { return nil }
        guard let date = Date(rfc3339: text) else {
            throw InputError.field(field, "a time in RFC 3339 such as 2026-11-21T18:00:00.000Z")
        }
        return date
    }

    /// Calls `member` for each member of an object; returns false for null.
    @discardableResult
    mutating func optionalObject(
        _ field: String, _ member: (String, inout JSONReader) throws -> Void
    ) throws -> Bool {
        switch try peek() {
        case .object: try object(member)
        case .null:
            try null()
            return false
        default: throw InputError.field(field, "an object or null")
        }
        return true
    }

    /// Calls `element` for each element of an array; does nothing for null.
    mutating func optionalArray(_ field: String, _ element: (inout JSONReader) throws -> Void) throws {
        switch try peek() {
        case .array: try array(element)
        case .null: try null()
        default: throw InputError.field(field, "an array or null")
        }
    }
}
