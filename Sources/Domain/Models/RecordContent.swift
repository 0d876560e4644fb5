package import Foundation
public import JSON

/// What the registers of a record hold, as values: the model, and what no model shows.
public protocol RecordContent: Hashable, Sendable {
    /// What changes the model; `Never` where nothing does.
    associatedtype Update
    /// The fields, each with its register.
    static var fields: FieldTable<Self> { get }
    /// Registers whose names are not known beforehand, by what tells them apart: the imported properties of a to-do.
    var extras: [String: JSONValue] { get set }
    /// The set elements (a to-do's tags) by their ids.
    var elements: [String: Record.Element] { get set }
    /// What holds nothing yet.
    init()
}

extension RecordContent {
    /// A kind without such registers.
    public var extras: [String: JSONValue] {
        get { [:] }
        set {}
    }

    /// A kind without sets.
    public var elements: [String: Record.Element] {
        get { [:] }
        set {}
    }
}

/// The fields of a kind, in the order in which models show them.
public struct FieldTable<Content: RecordContent>: Sendable {
    /// All of them.
    package let all: [Field<Content>]
    /// The names of their registers.
    package let names: [String]
    /// Those by whose text people find the record.
    package let searched: [Field<Content>]
    private let places: [String: Int]

    /// The fields of these registers.
    init<Register: FieldRegister>(_ registers: Register.Type) where Register.Content == Content {
        all = Register.allCases.map(\.field)
        names = all.map(\.name)
        searched = all.filter(\.isSearched)
        places = Dictionary(uniqueKeysWithValues: zip(names, all.indices))
    }

    /// The field of a register; nil where the kind has no such register.
    package subscript(register: String) -> Field<Content>? { places[register].map { all[$0] } }
}

/// The registers of a kind by name, each with its field: one case and one line for each.
protocol FieldRegister: CaseIterable, RawRepresentable<String>, Sendable {
    associatedtype Content: RecordContent
    /// The field that the register holds.
    var field: Field<Content> { get }
}

extension FieldTable {
    /// What an update writes, by the names of the registers.
    func registers(of update: Content.Update) -> [String: JSONValue] {
        var (content, values) = (Content(), [String: JSONValue]())
        for field in all where field.apply(update, to: &content) {
            values[field.name] = field.value.register(of: content)
        }
        return values
    }

    /// Has an update write what differs.
    func note(_ content: Content, from original: Content, in update: inout Content.Update) {
        for field in all where field.isOther(in: content, than: original) { field.write(content, into: &update) }
    }

    /// What an edit that made `content` of `original` makes of `current`.
    func rebased(_ content: Content, from original: Content, onto current: Content) -> Content {
        var result = current
        for field in all where field.isOther(in: content, than: original) { field.copy(from: content, to: &result) }
        return result
    }

    /// The content in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    func validated(_ content: Content) throws -> Content {
        var content = content
        for field in all { try field.check(&content) }
        return content
    }

    /// The update in the form in which it is stored.
    /// - Throws: ``TodoError`` for the first value that cannot be.
    func validated(_ update: Content.Update) throws -> Content.Update {
        var (update, content) = (update, Content())
        for field in all where field.apply(update, to: &content) {
            try field.check(&content)
            field.write(content, into: &update)
        }
        return update
    }

    /// The values of the registers that an update can write, null where they are empty.
    package func writable(_ content: Content) -> [String: JSONValue] {
        Dictionary(
            all.filter(\.isWritable).map { ($0.name, $0.value.register(of: content)) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The fields of a content, and nothing else that it holds.
    package func copies(of content: Content) -> Content {
        var copy = Content()
        for field in all { field.copy(from: content, to: &copy) }
        return copy
    }
}

// Contents as registers.
extension RecordContent {
    /// The value of a register; null for one that it does not have.
    package func value(of register: String) -> JSONValue {
        if let field = Self.fields[register] { return field.value.register(of: self) }
        return TodoRegister.extraKey(of: register).flatMap { extras[$0] } ?? .null
    }

    /// Writes a register. A value of a form that the kind does not have empties it, or is ignored where it cannot be
    /// empty.
    package mutating func set(_ register: String, to value: JSONValue) {
        if let field = Self.fields[register] {
            field.value.set(value, in: &self)
        } else if let key = TodoRegister.extraKey(of: register) {
            extras[key] = value.isNull ? nil : value
        }
    }

    /// The registers that hold something.
    package var registers: [String: JSONValue] {
        var values: [String: JSONValue] = [:]
        for field in Self.fields.all {
            let value = field.value.register(of: self)
            if !value.isNull { values[field.name] = value }
        }
        for (key, value) in extras { values[TodoRegister.extra(key)] = value }
        return values
    }

    /// The first register of a record that no row can do without and that is missing; nil: none.
    package static func missingRegister(in record: Record) -> String? {
        fields.all.first { $0.value.isMissing(in: record.registers[$0.name]?.value ?? .null) }?.name
    }

    static var registerNames: [String] { fields.names }
}

/// A model that is kept as a record.
package protocol RecordedModel {
    /// What it is known by.
    var id: Identifier<Self> { get set }
    /// When it was made.
    var createdAt: Date { get set }
    /// When it was last edited.
    var updatedAt: Date { get set }
}

extension RecordedModel {
    /// The model that has the fields of this one and is another; times are kept to the millisecond.
    package func identified(as id: Identifier<Self>, createdAt: Date, updatedAt: Date) -> Self {
        var model = self
        model.id = id
        (model.createdAt, model.updatedAt) = (createdAt.roundedToMilliseconds, updatedAt.roundedToMilliseconds)
        return model
    }
}

extension Todo: RecordedModel {}
extension Tag: RecordedModel {}
extension Location: RecordedModel {}
