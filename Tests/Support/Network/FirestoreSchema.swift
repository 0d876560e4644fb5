import Foundation
package import JSON

/// The message schemas of Google's discovery document, against which any JSON is checked.
///
/// Stricter than a server: an unknown member, a 64-bit integer as a number or an enum as a number is a fault, because
/// what is written must be what Google writes.
package struct FirestoreSchema: Sendable {
    private let schemas: [String: JSONValue]

    /// Reads the schemas.
    package init() throws {
        let url = Bundle.module.url(
            forResource: "firestore.v1.schemas", withExtension: "json", subdirectory: "Fixtures")
        guard let url, let schemas = try JSONValue(parsing: [UInt8](Data(contentsOf: url)))["schemas"]?.members else {
            throw CocoaError(.fileNoSuchFile)
        }
        self.schemas = schemas
    }

    /// Describes what is wrong with `value` as a message called `name`; empty if nothing is.
    package func faults(in value: JSONValue, as name: String) -> [String] {
        faults(in: value, ["$ref": .string(name)], at: name)
    }

    private func faults(in value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
        if let name = schema["$ref"]?.string {
            guard let message = schemas[name] else { return ["\(path): unknown schema \(name)"] }
            return faults(in: value, message, at: path)
        }
        switch schema["type"]?.string {
        case "object": return objectFaults(in: value, schema, at: path)
        case "array":
            guard let elements = value.elements, let items = schema["items"] else { return ["\(path): no array"] }
            return elements.enumerated().flatMap { faults(in: $1, items, at: "\(path)[\($0)]") }
        case "string": return isString(value, schema) ? [] : ["\(path): no such string: \(value)"]
        case "boolean": return value.bool != nil ? [] : ["\(path): no boolean"]
        case "integer":
            return value.integer.flatMap { Int32(exactly: $0) } != nil ? [] : ["\(path): no 32-bit integer"]
        case "number":
            let isSpecial = ["NaN", "Infinity", "-Infinity"].contains(value.string ?? "")
            return value.number != nil || isSpecial ? [] : ["\(path): no number"]
        case "any": return []
        case let type: return ["\(path): the schema has the unknown type \(type ?? "none")"]
        }
    }

    private func objectFaults(in value: JSONValue, _ schema: JSONValue, at path: String) -> [String] {
        guard let members = value.members else { return ["\(path): no object"] }
        return members.flatMap { key, value in
            let property = schema["properties"]?[key] ?? schema["additionalProperties"]
            guard let property else { return ["\(path): unknown member \(key)"] }
            return faults(in: value, property, at: "\(path).\(key)")
        }
    }

    private func isString(_ value: JSONValue, _ schema: JSONValue) -> Bool {
        if let names = schema["enum"]?.elements {
            // The one enum whose JSON form is null.
            return names.contains(value) || (value.isNull && names == ["NULL_VALUE"])
        }
        guard let text = value.string else { return false }
        switch schema["format"]?.string {
        case "int64": return Int64(text).map { String($0) } == text
        case "byte": return Data(base64Encoded: text) != nil
        case "google-datetime":
            return text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3}|\.\d{6}|\.\d{9})?Z/) != nil
        default: return true
        }
    }
}

extension FirestoreSchema {
    /// The ways other than Google's own in which a message may be written.
    package enum Style: CaseIterable, Sendable {
        case snakeCase, numbersForIntegers, numericEnums, nullAndUnknownMembers
    }

    /// Returns the same message in another style; map keys stay, since they are data.
    package func rewrite(_ value: JSONValue, as name: String, _ style: Style) -> JSONValue {
        rewrite(value, ["$ref": .string(name)], style)
    }

    private func rewrite(_ value: JSONValue, _ schema: JSONValue, _ style: Style) -> JSONValue {
        if let name = schema["$ref"]?.string { return rewrite(value, schemas[name] ?? [:], style) }
        switch (value, schema["type"]?.string) {
        case (.array(let elements), "array"):
            return .array(elements.map { rewrite($0, schema["items"] ?? [:], style) })
        case (.object(let members), "object"):
            guard let properties = schema["properties"]?.members else {
                return .object(members.mapValues { rewrite($0, schema["additionalProperties"] ?? [:], style) })
            }
            var rewritten: [String: JSONValue] = [:]
            for (key, value) in members {
                let value = rewrite(value, properties[key] ?? [:], style)
                rewritten[style == .snakeCase ? Self.snakeCase(key) : key] = value
            }
            guard style == .nullAndUnknownMembers else { return .object(rewritten) }
            for key in properties.keys where members[key] == nil && key != "nullValue" { rewritten[key] = .null }
            rewritten["unknownMember"] = ["a": [1, "x", .null, ["b": 0.5]]]
            return .object(rewritten)
        case (.string(let text), "string") where style == .numericEnums:
            guard let index = schema["enum"]?.elements?.firstIndex(of: .string(text)) else { return value }
            // The list has no gaps; the numbers of UnaryFilter.Operator do: there is no 1.
            let hasGap = schema["enum"]?.elements?.contains("IS_NAN") ?? false
            return .integer(Int64(hasGap && index > 0 ? index + 1 : index))
        case (.null, "string") where style == .numericEnums: return 0
        case (.string(let text), "string") where style == .numbersForIntegers && schema["format"] == "int64":
            return Int64(text).map { .integer($0) } ?? value
        case (.integer(let integer), "integer") where style == .numbersForIntegers:
            return .string(String(integer))
        default: return value
        }
    }

    private static func snakeCase(_ key: String) -> String {
        key.reduce(into: "") { $0 += $1.isUppercase ? "_" + $1.lowercased() : String($1) }
    }
}
