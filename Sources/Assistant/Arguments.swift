import JSON
import TodoKit

/// The arguments of a call. Arguments that no tool has read are refused.
struct Arguments {
    private(set) var values: [String: JSONValue]
    /// The argument that contains them, such as `set`; empty for the arguments of the call itself. Errors name it.
    private let place: String

    init(_ values: [String: JSONValue], in place: String = "") {
        // null means a missing argument, unless the argument can empty a field.
        self.values = values
        self.place = place
    }

    /// Takes an argument of any kind; nil if it is missing.
    mutating func take(_ name: String) -> JSONValue? { values.removeValue(forKey: name) }

    mutating func text(_ name: String) throws -> String? {
        guard let value = given(name) else { return nil }
        guard let text = value.string else { throw wrong(name, "a text") }
        return text
    }

    mutating func flag(_ name: String) throws -> Bool {
        guard let value = given(name) else { return false }
        guard let flag = value.bool else { throw wrong(name, "true or false") }
        return flag
    }

    mutating func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let value = given(name) else { return nil }
        guard let number = value.integer.flatMap(Int.init(exactly:)), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func texts(_ name: String) throws -> [String]? {
        guard let value = given(name) else { return nil }
        guard case .array(let elements) = value, elements.count <= AssistantLimits.mostAtOnce else {
            throw wrong(name, "an array of at most \(AssistantLimits.mostAtOnce) texts")
        }
        return try elements.map { element in
            guard let text = element.string else { throw wrong(name, "an array of texts") }
            return text
        }
    }

    mutating func objects(_ name: String) throws -> [[String: JSONValue]]? {
        guard let value = given(name) else { return nil }
        guard case .array(let elements) = value, elements.count <= AssistantLimits.mostAtOnce else {
            throw wrong(name, "an array of at most \(AssistantLimits.mostAtOnce) objects")
        }
        return try elements.map { element in
            guard let members = element.members else { throw wrong(name, "an array of objects") }
            return members
        }
    }

    mutating func object(_ name: String) throws -> [String: JSONValue]? {
        guard let value = given(name) else { return nil }
        guard let members = value.members else { throw wrong(name, "an object") }
        return members
    }

    /// Refuses the arguments that were not read. Otherwise a call would do less than was asked for.
    func finish(known: [String]) throws {
        guard let name = values.keys.min() else { return }
        throw TodoError(
            .usage,
            "There is no \(place.isEmpty ? "argument" : "field in \(place)") “\(name.excerpt)”; there are \(known.joined(separator: ", "))."
        )
    }

    func missing(_ what: String) -> TodoError { TodoError(.usage, "Give \(what).") }

    func wrong(_ name: String, _ expected: String) -> TodoError {
        TodoError(.usage, "“\(place.isEmpty ? "" : place + ".")\(name)” is \(expected).")
    }

    private mutating func given(_ name: String) -> JSONValue? {
        guard let value = take(name), !value.isNull else { return nil }
        return value
    }
}
