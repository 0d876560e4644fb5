/// One field of a model: its register, its external name, its key path, and the kind of its value.
///
/// Everything that applies to all fields is derived from these: what an update writes, what rebasing a stale edit
/// changes, the columns of the row, the members of the JSON. The tables (`TodoRegister`, `TagRegister`, …) have one
/// line for each.
///
/// A class because every row iterates over all fields: copying a struct would retain each of its closures.
public final class Field<Content: RecordContent>: Sendable {
    /// The name of the register, on the wire and in the history.
    package let name: String
    /// The name of the field in JSON and CSV; nil if no model shows it.
    package let member: String?
    /// The name of its column in a table, or the prefix of its columns' names.
    package let column: String
    /// The key path of the value, and its kind.
    package let value: FieldValue<Content>
    /// Whether searches look at its text.
    package let isSearched: Bool
    /// The bytes of the largest value that any program of ours writes: of a text, or of another value as JSON.
    package let limit: Int

    private let copied: @Sendable (_ from: Content, _ to: inout Content) -> Void
    private let differs: @Sendable (Content, Content) -> Bool
    private let checked: (@Sendable (inout Content) throws -> Void)?
    private let edit: Edit?

    /// How an update represents the field.
    struct Edit: Sendable {
        /// Copies the value from the update, if it has one.
        let apply: @Sendable (Content.Update, inout Content) -> Bool
        /// Puts the value into the update.
        let write: @Sendable (Content, inout Content.Update) -> Void
    }

    init<Value: Hashable & Sendable>(
        _ name: String, member: String?, column: String? = nil, _ value: FieldValue<Content>,
        at path: ValuePath<Content, Value>, isSearched: Bool = false, limit: Int = .max,
        check: (@Sendable (Value) throws -> Value)? = nil, edit: Edit? = nil
    ) {
        self.name = name
        self.member = member
        self.column = column ?? member ?? name
        self.value = value
        self.isSearched = isSearched
        self.limit = limit
        self.edit = edit
        let property = Property(path)
        copied = { property.set(property.value(of: $0), in: &$1) }
        differs = { property.value(of: $0) != property.value(of: $1) }
        if let check {
            checked = { content in property.set(try check(property.value(of: content)), in: &content) }
        } else {
            checked = nil
        }
    }

    /// Whether updates can write it.
    package var isWritable: Bool { edit != nil }

    /// Copies the value from another content.
    package func copy(from content: Content, to other: inout Content) { copied(content, &other) }

    /// Whether the value differs between two contents.
    package func isOther(in content: Content, than other: Content) -> Bool { differs(content, other) }

    /// Validates the value and normalizes it for storage.
    /// - Throws: ``TodoError`` for an invalid value.
    package func check(_ content: inout Content) throws { try checked?(&content) }

    /// Applies an update to the field; false if the update leaves the field alone.
    package func apply(_ update: Content.Update, to content: inout Content) -> Bool {
        edit?.apply(update, &content) ?? false
    }

    /// Adds the value to an update.
    package func write(_ content: Content, into update: inout Content.Update) { edit?.write(content, &update) }
}

/// The key path of a value.
package typealias ValuePath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Field.Edit {
    /// A field that always has a value: in an update it is optional.
    init<Value>(
        _ path: ValuePath<Content, Value>, _ change: ValuePath<Content.Update, Value?>
    ) {
        apply = { update, content in
            guard let value = update[keyPath: change] else { return false }
            content[keyPath: path] = value
            return true
        }
        write = { $1[keyPath: change] = $0[keyPath: path] }
    }

    /// A field that may be empty.
    init<Value>(
        _ path: ValuePath<Content, Value?>, _ change: ValuePath<Content.Update, Change<Value>>
    ) {
        self.init(path, change, stored: { $0 }, value: { $0 })
    }

    /// A field that may be empty, and that stores another type than the one in the update.
    init<Value, Stored>(
        _ path: ValuePath<Content, Stored?>, _ change: ValuePath<Content.Update, Change<Value>>,
        stored: @escaping @Sendable (Value) -> Stored, value: @escaping @Sendable (Stored) -> Value
    ) {
        apply = { update, content in
            let change = update[keyPath: change]
            guard !change.isKept else { return false }
            content[keyPath: path] = change.value.map(stored)
            return true
        }
        write = { $1[keyPath: change] = Change($0[keyPath: path].map(value)) }
    }
}
