/// An unknown name. It is the underlying error where one of a fixed set of names was expected.
package struct UnknownName: Error, Hashable, Sendable {
    /// Those that are known.
    package let known: [String]
    /// The nearest of them; nil if nothing is near.
    package let suggestion: String?

    init(_ name: String, among known: [String]) {
        self.known = known
        suggestion = NearestWord.to(name, among: known)
    }

    /// The refusal of the name.
    static func error(_ code: TodoError.Code, _ name: String, among known: [String]) -> TodoError {
        let unknown = UnknownName(name, among: known)
        let hint = unknown.suggestion.map { "perhaps “\($0)” is meant" } ?? "there are \(known.joined(separator: ", "))"
        return TodoError(code, "“\(name.excerpt)” is not known; \(hint).", underlying: unknown)
    }
}

extension RawRepresentable<String> where Self: CaseIterable {
    /// The case with this name.
    /// - Throws: ``TodoError`` with the code `usage`; the underlying `UnknownName` has the nearest name.
    init(named name: String) throws {
        guard let value = Self(rawValue: name) else {
            throw UnknownName.error(.usage, name, among: Self.allCases.map(\.rawValue))
        }
        self = value
    }
}
