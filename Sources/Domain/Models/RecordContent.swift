package import Foundation
public import JSON

/// The content of a record as typed values: the model, and what no model shows.
public protocol RecordContent: Hashable, Sendable {
    /// The update of the model; `Never` if there is none.
    associatedtype Update
    /// The fields, each with its register.
    static var fields: FieldTable<Self> { get }
    /// The registers whose names are not known in advance, by key: the imported properties of a to-do.
    var extras: [String: JSONValue] { get set }
    /// The registers of a to-do's reminders, by name (`ReminderRegister`).
    var reminders: [String: JSONValue] { get set }
    /// The set elements (a to-do's tags) by their ids.
    var elements: [String: SetElement] { get set }
    /// Whether the record is on this device only: a record of an app may be. No register.
    var isLocal: Bool { get set }
    /// Empty content.
    init()
    /// Takes over what is derived from other records and is in no register.
    mutating func inheritDerived(from other: Self)
}

extension RecordContent {
    /// No extras.
    public var extras: [String: JSONValue] {
        get { [:] }
        set {}
    }

    /// No reminders.
    public var reminders: [String: JSONValue] {
        get { [:] }
        set {}
    }

    /// All devices have it.
    public var isLocal: Bool {
        get { false }
        set {}
    }

    /// Nothing is derived from other records.
    public mutating func inheritDerived(from other: Self) {}

    /// No elements.
    public var elements: [String: SetElement] {
        get { [:] }
        set {}
    }
}

/// The fields of a kind, in the order in which models show them.
public struct FieldTable<Content: RecordContent>: Sendable {
    /// All of them.
    package let all: [Field<Content>]
    /// The names of the fields' registers.
    package let names: [String]
    /// The fields that searches look at.
    package let searched: [Field<Content>]
    private let places: [String: Int]

    /// The fields of these registers.
    init<Register: FieldRegister>(_ registers: Register.Type) where Register.Content == Content {
        all = Register.allCases.map(\.field)
        names = all.map(\.name)
        searched = all.filter(\.isSearched)
        places = Dictionary(uniqueKeysWithValues: zip(names, all.indices))
    }

    /// The field of a register; nil if the kind has no such register.
    package subscript(register: String) -> Field<Content>? { places[register].map { all[$0] } }
}

/// The registers of a kind by name, one case and one field for each.
protocol FieldRegister: CaseIterable, RawRepresentable<String>, Sendable {
    associatedtype Content: RecordContent
    /// The field that the register holds.
    var field: Field<Content> { get }
}

extension FieldTable {
    /// The values that an update writes, by register.
    func registers(of update: Content.Update) -> [String: JSONValue] {
        var (content, values) = (Content(), [String: JSONValue]())
        for field in all where field.apply(update, to: &content) {
            values[field.name] = field.value.register(of: content)
        }
        return values
    }

    /// Adds every field that differs to the update.
    func note(_ content: Content, from original: Content, in update: inout Content.Update) {
        for field in all where field.isOther(in: content, than: original) { field.write(content, into: &update) }
    }

    /// Applies the edit from `original` to `content` onto `current`.
    func rebased(_ content: Content, from original: Content, onto current: Content) -> Content {
        var result = current
        for field in all where field.isOther(in: content, than: original) { field.copy(from: content, to: &result) }
        return result
    }

    /// The content, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    func validated(_ content: Content) throws -> Content {
        var content = content
        for field in all { try field.check(&content) }
        return content
    }

    /// The update, validated and normalized for storage.
    /// - Throws: ``TodoError`` for the first value that is not valid.
    func validated(_ update: Content.Update) throws -> Content.Update {
        var (update, content) = (update, Content())
        for field in all where field.apply(update, to: &content) {
            try field.check(&content)
            field.write(content, into: &update)
        }
        return update
    }

    /// The values of all registers, null for empty ones.
    package func allValues(_ content: Content) -> [String: JSONValue] {
        Dictionary(all.map { ($0.name, $0.value.register(of: content)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The values of the registers that updates can write, null for empty ones.
    package func writable(_ content: Content) -> [String: JSONValue] {
        Dictionary(
            all.filter(\.isWritable).map { ($0.name, $0.value.register(of: content)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// A content with the same fields and nothing else.
    package func copies(of content: Content) -> Content {
        var copy = Content()
        for field in all { field.copy(from: content, to: &copy) }
        return copy
    }
}

// Contents as registers.
extension RecordContent {
    /// The value of a register; null if the kind does not have it.
    package func value(of register: String) -> JSONValue {
        if let field = Self.fields[register] { return field.value.register(of: self) }
        if let value = reminders[register] { return value }
        return TodoRegister.extraKey(of: register).flatMap { extras[$0] } ?? .null
    }

    /// Sets a register. A value of the wrong form clears it, or is ignored if it cannot be empty.
    package mutating func set(_ register: String, to value: JSONValue) {
        if let field = Self.fields[register] {
            field.value.set(value, in: &self)
        } else if let key = TodoRegister.extraKey(of: register) {
            extras[key] = value.isNull ? nil : value
        } else if let name = ReminderRegister(register)?.name {
            reminders[name] = value.isNull ? nil : value
        }
    }

    /// The registers that are not empty.
    package var registers: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for field in Self.fields.all {
            let value = field.value.register(of: self)
            if !value.isNull { values[field.name] = value }
        }
        for (key, value) in extras { values[TodoRegister.extra(key)] = value }
        values.merge(reminders) { own, _ in own }
        return values
    }

    static var registerNames: [String] { fields.names }
}

/// A model that is stored as a record.
package protocol RecordedModel {
    /// Its identifier.
    var id: Identifier<Self> { get set }
    /// When it was made.
    var createdAt: Date { get set }
    /// When it was last edited.
    var updatedAt: Date { get set }
}

extension RecordedModel {
    /// A copy of the model with another identity; times are rounded to the millisecond.
    package func identified(as id: Identifier<Self>, createdAt: Date, updatedAt: Date) -> Self {
        var model = self
        model.id = id
        model.createdAt = createdAt.roundedToMilliseconds
        model.updatedAt = updatedAt.roundedToMilliseconds
        return model
    }
}

extension Todo: RecordedModel {}
extension Tag: RecordedModel {}
extension TodoList: RecordedModel {}
extension Todo.Comment: RecordedModel {}
extension SavedView: RecordedModel {}
extension Location: RecordedModel {}
