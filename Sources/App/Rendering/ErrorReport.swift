import JSON
import TodoKit

/// The message of an error on standard error, and the exit status.
package struct ErrorReport: Hashable, Sendable {
    /// The stable code for programs.
    package let code: String
    /// The sentence for people.
    package let message: String
    package let status: ProcessStatus
    /// The position of the error, if it is in a filter.
    private let place: FilterPlace?

    /// The report of any error. Any error other than a ``TodoError`` is a bug; its text could contain anything and is
    /// not shown.
    package init(_ error: any Error) {
        if let error = error as? TodoError {
            code = error.code.rawValue
            status = ProcessStatus(error.code)
            message = error.message(\.advice)
            place = error.underlying as? FilterPlace
        } else {
            code = "unexpected"
            message = "Something failed that should not have (\(type(of: error))); please report it."
            status = .unexpected
            place = nil
        }
    }

    /// The output: `todo: …` or, for programs, one line of JSON, with the line end.
    package func text(asJSON: Bool) -> String {
        // Limits the length, as the message may repeat what was typed.
        let message = Sanitized.cut(message, to: 1000)
        guard asJSON else {
            return (Sanitized.lines("todo: " + message) + (place?.lines ?? [])).joined(separator: "\n") + "\n"
        }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.key("code")
        writer.string(code)
        writer.key("message")
        writer.string(message)
        place?.write(to: &writer)
        writer.endObject()
        writer.endObject()
        return String(decoding: Sanitized.json(writer.bytes), as: UTF8.self) + "\n"
    }
}
