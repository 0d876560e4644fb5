import Foundation
import Testing
import TodoDomain

// Foundation and Testing have types of these names too.
typealias Tag = TodoDomain.Tag

/// Expects an error with this code, and a message that is a sentence.
func expectTodoError(
    _ code: TodoError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) {
    let error = #expect(throws: TodoError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.message.hasSuffix(".") == true, sourceLocation: sourceLocation)
}

/// The time zone with this name; a machine without it fails the test.
func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name), "no time zone \(name)") }

/// The moment that an RFC 3339 text names.
func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// What a value becomes when it is written as JSON and read again.
func recoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
