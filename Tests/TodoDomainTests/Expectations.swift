import Foundation
import Testing
import TodoDomain

// Foundation and Testing also have types with these names.
typealias Tag = TodoDomain.Tag

/// Expects an error with this code, and a message that is a sentence.
func expectTodoError(
    _ code: TodoError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> some Any
) {
    let error = #expect(throws: TodoError.self, sourceLocation: sourceLocation) { _ = try body() }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.message.hasSuffix(".") == true, sourceLocation: sourceLocation)
}

/// Returns the time zone with this name; a machine without it fails the test.
func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name), "no time zone \(name)") }

/// Returns the moment of an RFC 3339 text.
func moment(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

/// Returns the value after a round trip through JSON.
func recoded<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}
