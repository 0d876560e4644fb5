import JSON
public import TodoKit

/// The result of a call.
struct ToolResult: Sendable {
    /// The members of `structuredContent`.
    var members: [String: JSONValue]
    /// The text for the model, with one line for each row.
    var lines: [String]
    var isError = false

    init(_ members: [String: JSONValue], lines: [String]) {
        self.members = members
        self.lines = lines
    }

    /// A refusal, which the model can read and react to.
    init(_ error: any Error) {
        let error =
            error as? TodoError ?? TodoError(.storage, "This failed, and nothing is known about why.")
        var details: [String: JSONValue] = [
            "code": .string(error.code.rawValue), "message": .string(VisibleText.of(error.message)),
        ]
        if let candidates = error.candidates {
            details["candidates"] = .array(
                candidates.items.map { ["id": .string($0.id), "title": .string(VisibleText.of($0.title))] })
        }
        members = ["error": .object(details)]
        lines = ["\(error.code.rawValue): \(VisibleText.of(error.message))"]
        isError = true
    }

    /// Rows of to-dos.
    init(_ todos: [Todo], _ rows: TodoRows, adding more: [String: JSONValue] = [:], lines: [String] = []) {
        members = more
        members["items"] = .array(todos.map(rows.json))
        self.lines = todos.map(rows.line) + lines
    }

    func json(_ revision: ProtocolRevision) -> JSONValue {
        let text = lines.isEmpty ? "Nothing." : lines.joined(separator: "\n")
        var result: [String: JSONValue] = [
            "content": [["type": "text", "text": .string(text)]], "isError": .bool(isError),
        ]
        if revision.hasStructuredContent { result["structuredContent"] = .object(members) }
        return .object(result)
    }
}

/// A change that needs the person's consent: the number of to-dos, and the change in words.
struct Unconfirmed: Error {
    let count: Int
    let question: String

    /// The message for a client that cannot ask the person.
    var refusal: TodoError {
        TodoError(
            .unconfirmed, "\(question) Ask the person first. Then call again with confirm: \(count).",
            effect: .nothingChanged)
    }
}

extension TodoError.Code {
    /// The error for a change that a person has to agree to first.
    public static let unconfirmed = Self("unconfirmed")
}
