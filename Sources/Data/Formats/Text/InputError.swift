import JSON
import TodoDomain

/// What is wrong with a record, before it is known where the record stands: a clause without a capital and a full stop.
struct InputError: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// A field holds what it cannot.
    static func field(_ name: String, _ expected: String) -> InputError {
        InputError("the field \"\(name)\" must be \(expected)")
    }
}

/// The error of a file at a position (`Line 12: …`), made of an error in a record; one that has its position is itself.
func badInput(_ position: String, _ error: any Error) -> TodoError {
    let place = position.prefix(1).uppercased() + position.dropFirst()
    return switch error {
    case let error as InputError: TodoError(.badInput, "\(place): \(error.reason).")
    case let error as JSONError: TodoError(.badInput, "\(place): not valid JSON, \(error).", underlying: error)
    case let error as TodoError where error.code == .badInput: error
    case let error as TodoError: error.said(of: place, code: .badInput)
    default: TodoError(.badInput, "\(place): it cannot be read.", underlying: error)
    }
}
