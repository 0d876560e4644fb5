/// Names of tags, lists and places, and ids of to-dos.
struct NamesKind<Named: Sendable>: FilterFieldKind {
    let nameSubject: TodoFilter.Subject
    let find: @Sendable (FilterNames, TodoFilter.Name) throws -> [Named]
    let none: Query<Todo>.Predicate
    let any: Query<Todo>.Predicate
    let among: @Sendable ([Named]) -> Query<Todo>.Predicate
    /// Another word for `none`.
    var otherNone: String?
    /// Whether a star matches any text.
    var takesPatterns = true

    var subject: TodoFilter.Subject? { nameSubject }
    private var noun: String { nameSubject.rawValue }
    var words: [String] { FilterWords.all + (otherNone.map { [$0] } ?? []) }
    var expected: [String] { words + [noun] }
    var forms: [String] { nameSubject.forms + (takesPatterns ? ["* for any text"] : []) + words }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        // In quotation marks, a word is a name.
        if !lexeme.isQuoted, words.contains(lexeme.word) { return .word(lexeme.word) }
        guard !lexeme.text.trimmed.isEmpty else {
            throw FilterRefusal("The name of a \(noun) is not empty.", expected: expected)
        }
        guard takesPatterns || lexeme.parts.count == 1 else {
            throw FilterRefusal("\(field): takes no stars.", expected: expected)
        }
        return .name(TodoFilter.Name(parts: lexeme.parts))
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): return any
        case .word(FilterWords.none), .word(otherNone): return none
        case .name(let name): return among(try find(context.names, name))
        case .word, .phrase, .range: throw misfit(field)
        }
    }

    func split(_ name: TodoFilter.Name) -> (name: String, rest: String)? {
        guard !name.isPattern else { return nil }
        guard let tree = name.text.dropLastSlash else { return (name.text, "") }
        return (tree, "/")
    }
}

/// A place and a distance from it.
struct NearKind: FilterFieldKind {
    var expected: [String] { ["place/distance"] }
    var forms: [String] {
        ["a place or \"47.37,8.54\"", "with a distance: Migros/1.5km, or else \(Self.standardDistance)"]
    }
    var subject: TodoFilter.Subject? { .place }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        let name = TodoFilter.Name(parts: lexeme.parts)
        _ = try Self.circle(name)
        return .name(name)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        guard case .name(let name) = value else { throw misfit(field) }
        let (place, metres) = try Self.circle(name)
        switch place {
        case .point(let point): return .condition(.near(point, within: metres))
        case .named(let name):
            let points = Set(try context.names.places.find(name).map(\.coordinate))
            let sorted = points.sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
            return .or(sorted.map { .condition(.near($0, within: metres)) })
        }
    }

    private enum Place {
        case point(Coordinate)
        case named(TodoFilter.Name)
    }

    /// The circle of `Migros`, `Migros/1.5km` or `47.37,8.54/500m`.
    private static func circle(_ name: TodoFilter.Name) throws -> (Place, metres: Double) {
        let (place, distance) = parts(name)
        guard let metres = Metres.parse(String(distance ?? standardDistance)) else {
            throw FilterRefusal(
                "A distance is a number with its unit, such as 500m, 1.5km or 3mi.", expected: ["distance"])
        }
        guard !place.text.trimmed.isEmpty else {
            throw FilterRefusal("A place is missing before the distance.", expected: ["place"])
        }
        if !place.isPattern, let point = try point(place.text) { return (.point(point), metres) }
        return (.named(place), metres)
    }

    private static let standardDistance: Substring = "500m"

    /// The place, and the distance from it; nil if the value has no name of a place.
    private static func parts(_ name: TodoFilter.Name) -> (place: TodoFilter.Name, distance: Substring?) {
        let (last, distance) = Metres.split(name.parts[name.parts.count - 1])
        return (TodoFilter.Name(parts: name.parts.dropLast() + [last]), distance)
    }

    func split(_ name: TodoFilter.Name) -> (name: String, rest: String)? {
        let (place, distance) = Self.parts(name)
        guard !place.isPattern, (try? Self.point(place.text) == nil) == true else { return nil }
        // The distance is always added. Otherwise the end of another name of the place could look like one.
        return (place.text, "/" + (distance ?? Self.standardDistance))
    }

    private static func point(_ text: String) throws -> Coordinate? {
        do { return try Coordinate.parse(text) } catch let error as TodoError {
            throw FilterRefusal(error.reason, expected: ["place"])
        }
    }
}
