import JSON
import TodoKit

/// What is said of an error on the standard error, and how the program ends.
package struct ErrorReport: Hashable, Sendable {
    /// The stable code for programs.
    package let code: String
    /// The sentence for people.
    package let message: String
    package let status: ProcessStatus

    /// The report of any error. One that is not a ``TodoError`` is a defect of ours; its text, which could hold
    /// anything, is not shown.
    package init(_ error: any Error) {
        if let error = error as? TodoError {
            (code, status) = (error.code.rawValue, ProcessStatus(error.code))
            message = error.message(\.advice)
        } else {
            code = "unexpected"
            message = "Something failed that should not have (\(type(of: error))); please report it."
            status = .unexpected
        }
    }

    /// What is written: `todo: …` or, for programs, one line of JSON; its line end included.
    package func text(asJSON: Bool) -> String {
        // Whatever was typed and is repeated.
        let message = Sanitized.cut(message, to: 1000)
        guard asJSON else { return "todo: " + Sanitized.lines(message).joined(separator: "\n") + "\n" }
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("error")
        writer.beginObject()
        writer.key("code")
        writer.string(code)
        writer.key("message")
        writer.string(message)
        writer.endObject()
        writer.endObject()
        return Sanitized.json(writer.text) + "\n"
    }
}
