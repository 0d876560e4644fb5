import JSON
import TodoKit

/// One line that a client sends: `{"id":1,"run":["list","due:today"]}`.
struct LineRequest {
    /// The kinds of requests.
    enum Action {
        /// Runs a command once.
        case run([String])
        /// Runs a command that only reads, at once and after each change.
        case observe([String])
        /// Ends an observation.
        case cancel(JSONValue)
    }

    /// The client's id for the request, a number or a text. Each answer repeats it.
    let id: JSONValue
    let action: Action

    /// The longest id, in bytes of JSON.
    private static let maximumID = 100
    /// The maximum number of words.
    private static let maximumWords = 20_000

    /// Reads a line.
    /// - Throws: `bad-input`.
    init(_ line: [UInt8]) throws {
        guard let value = try? JSONValue(parsing: line), case .object(let members) = value else {
            throw TodoError(.badInput, "A request is an object of JSON in one line.")
        }
        id = try Self.id(members["id"])
        switch (members["run"], members["observe"], members["cancel"], members.count) {
        case (let words?, nil, nil, 2): action = .run(try Self.words(words))
        case (nil, let words?, nil, 2): action = .observe(try Self.words(words))
        case (nil, nil, let id?, 2): action = .cancel(try Self.id(id))
        default:
            throw TodoError(
                .badInput, "A request has an id and one of run, observe and cancel, and nothing else.")
        }
    }

    /// The id in a line that is not a valid request, if it can be read.
    static func id(in line: [UInt8]) -> JSONValue {
        guard let value = try? JSONValue(parsing: line), case .object(let members) = value else { return .null }
        return (try? id(members["id"])) ?? .null
    }

    private static func id(_ value: JSONValue?) throws -> JSONValue {
        switch value {
        case .integer: break
        case .string(let text) where text.utf8.count <= maximumID: break
        default: throw TodoError(.badInput, "An id is a whole number, or a text of at most \(maximumID) bytes.")
        }
        return value ?? .null
    }

    private static func words(_ value: JSONValue) throws -> [String] {
        guard case .array(let elements) = value, elements.count <= maximumWords else {
            throw TodoError(.badInput, "The member run must be an array of the words of a command.")
        }
        return try elements.map { element in
            guard let word = element.string, !word.utf8.contains(0) else {
                throw TodoError(.badInput, "The words of a command are texts without zero bytes.")
            }
            return word
        }
    }
}
