/// One field of a model: the register that holds it, what it is called outside, where it lies, and the kind of its value.
///
/// Whatever goes through all fields goes through these: what an update writes, what an edit of a stale model changes, the
/// columns of the row, the members of the JSON. The tables (`TodoRegister`, `TagRegister`, …) have one line for each.
///
/// A class, as every row goes through all of them: a copy of the value would retain each of its closures.
public final class Field<Content: RecordContent>: Sendable {
    /// The name of the register, on the wire and in the history.
    package let name: String
    /// What the field is called in JSON and CSV; nil for one that no model shows.
    package let member: String?
    /// What its column in a table is called, or what the names of its columns begin with.
    package let column: String
    /// Where the value lies, and what kind it is.
    package let value: FieldValue<Content>
    /// Whether people find the record by its text.
    package let isSearched: Bool

    private let copied: @Sendable (_ from: Content, _ to: inout Content) -> Void
    private let differs: @Sendable (Content, Content) -> Bool
    private let checked: @Sendable (inout Content) throws -> Void
    private let edit: Edit?

    /// How an update names the field.
    struct Edit: Sendable {
        /// Takes the value over, where the update names one.
        let apply: @Sendable (Content.Update, inout Content) -> Bool
        /// Has the update name the value.
        let write: @Sendable (Content, inout Content.Update) -> Void
    }

    init<Value: Hashable & Sendable>(
        _ name: String, member: String?, column: String? = nil, _ value: FieldValue<Content>,
        at path: ValuePath<Content, Value>, isSearched: Bool = false,
        check: (@Sendable (Value) throws -> Value)? = nil, edit: Edit? = nil
    ) {
        (self.name, self.member, self.column) = (name, member, column ?? member ?? name)
        (self.value, self.isSearched, self.edit) = (value, isSearched, edit)
        copied = { $1[keyPath: path] = $0[keyPath: path] }
        differs = { $0[keyPath: path] != $1[keyPath: path] }
        checked = { content in
            if let check { content[keyPath: path] = try check(content[keyPath: path]) }
        }
    }

    /// Whether an update can write it.
    var isWritable: Bool { edit != nil }

    /// Takes the value over from another content.
    package func copy(from content: Content, to other: inout Content) { copied(content, &other) }

    /// Whether two contents have different values.
    package func isOther(in content: Content, than other: Content) -> Bool { differs(content, other) }

    /// Brings the value into the form in which it is stored.
    /// - Throws: ``TodoError`` for one that cannot be.
    package func check(_ content: inout Content) throws { try checked(&content) }

    /// Takes the value of an update over; false where it leaves the field alone.
    package func apply(_ update: Content.Update, to content: inout Content) -> Bool {
        edit?.apply(update, &content) ?? false
    }

    /// Has an update write the value.
    package func write(_ content: Content, into update: inout Content.Update) { edit?.write(content, &update) }
}

/// A place of a value.
public typealias ValuePath<Root, Value> = any WritableKeyPath<Root, Value> & Sendable

extension Field.Edit {
    /// A field that always holds something: an update has a new value, or nil.
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

    /// A field that may be empty, and that holds something else than an update says.
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
