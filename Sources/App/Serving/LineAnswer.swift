import JSON
import TodoKit

/// The answer to one request.
struct LineAnswer: Sendable, Equatable {
    /// How the command ended.
    enum Outcome: Sendable, Equatable {
        /// The document that `--json` prints; empty if it prints none.
        case result([UInt8])
        /// The error, as it is printed with `--json`, and the exit status.
        case error([UInt8], Int32)
        /// The observation is over.
        case end
    }

    let outcome: Outcome
    /// The messages of the command for a person.
    var messages: [String] = []

    /// An answer for an error.
    init(_ error: any Error) {
        let report = ErrorReport(error)
        outcome = .error(Array(report.text(asJSON: true).utf8), report.status.rawValue)
    }

    init(_ outcome: Outcome, messages: [String] = []) {
        self.outcome = outcome
        self.messages = messages
    }

    /// The line that is sent, with its line feed.
    func line(for id: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("id", id)
        switch outcome {
        case .result(let output):
            writer.key("result")
            Self.write(output, to: &writer)
        case .error(let report, let status):
            let error = (try? JSONValue(parsing: report))?.members?["error"]
            writer.member("error", error ?? .null)
            writer.member("status", Int(status))
        case .end: writer.member("end", true)
        }
        if !messages.isEmpty { writer.member("messages", .array(messages.map(JSONValue.string))) }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    /// Writes output as one value: a JSON document as it is, no output as null, and anything else as a text.
    private static func write(_ output: [UInt8], to writer: inout JSONWriter) {
        var text = output[...]
        while text.last == UInt8(ascii: "\n") { text.removeLast() }
        if text.isEmpty {
            writer.null()
        } else if !text.contains(UInt8(ascii: "\n")), (try? JSONValue(parsing: text)) != nil {
            text.withUnsafeBufferPointer { writer.raw($0) }
        } else {
            writer.string(String(decoding: output, as: UTF8.self))
        }
    }
}
