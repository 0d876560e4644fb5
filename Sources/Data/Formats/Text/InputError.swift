import JSON
import TodoDomain

/// An error in a record whose position is not known yet. Its text is a clause without a capital letter or a full stop.
struct InputError: Error {
    let reason: String
    /// The remedies, if they are not to correct the record.
    let remedies: [TodoError.Remedy]

    init(_ reason: String, remedies: [TodoError.Remedy] = []) {
        self.reason = reason
        self.remedies = remedies
    }

    /// The bytes are not UTF-8.
    static let notUTF8 = InputError(
        "the text is not valid UTF-8; if it is Windows-1252, iconv -f WINDOWS-1252 -t UTF-8 FILE > NEW makes it so")

    /// A field has an invalid value.
    static func field(_ name: String, _ expected: String) -> InputError {
        InputError("the field \"\(name)\" must be \(expected)")
    }
}

/// The error at a position in a file (`Line 12: …`), from an error in a record; an error with a position stays as it
/// is.
func badInput(_ position: String, _ error: any Error) -> TodoError {
    let place = position.prefix(1).uppercased() + position.dropFirst()
    return switch error {
    case let error as InputError: TodoError(.badInput, "\(place): \(error.reason).", remedies: error.remedies)
    case let error as JSONError where error.reason.contains("UTF-8"):
        TodoError(.badInput, "\(place): \(InputError.notUTF8.reason).", underlying: error)
    case let error as JSONError: TodoError(.badInput, "\(place): not valid JSON, \(error).", underlying: error)
    case let error as TodoError where error.code == .badInput: error
    case let error as TodoError: error.said(of: place, code: .badInput)
    default: TodoError(.badInput, "\(place): it cannot be read.", underlying: error)
    }
}
