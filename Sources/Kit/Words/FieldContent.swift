public import Foundation
public import JSON
public import TodoDomain

/// The value of a field with its type, for a view that shows a date as a date.
public enum FieldContent: Hashable, Sendable {
    /// The field is empty.
    case nothing
    /// A text.
    case text(String)
    /// A due or start date.
    case due(Due)
    /// A moment, such as the time of completion.
    case moment(Date)
    /// A priority.
    case priority(Priority)
    /// A whole number, such as the minutes of an estimate.
    case number(Int)
    /// A rule by which a to-do repeats.
    case recurrence(Recurrence)
    /// A truth value: whether a tag is present, a list is archived, or a record is deleted.
    case flag(Bool)
    /// Another record, such as a place or a list.
    case record(RecordKey)
    /// Anything else, in the form of docs/sync.md.
    case other(JSONValue)

    /// The value of a field.
    /// - Parameters:
    ///   - value: the value, in the form of docs/sync.md.
    ///   - field: the name of the field, as in ``HistoryChange/field`` and ``SyncConflict/field``.
    ///   - kind: the kind of the record.
    public init(_ value: JSONValue, of field: FieldName, in kind: RecordKind) {
        switch RegisterName(field) {
        case .element: self = .flag(value.bool == true)
        case .deletion: self = .flag(!value.isNull)
        case .register(let name):
            self = value.isNull ? .nothing : Self.read(value, of: name, in: kind.content) ?? .other(value)
        }
    }

    private static func read<Content: RecordContent>(
        _ value: JSONValue, of register: String, in content: Content.Type
    ) -> FieldContent? {
        switch Content.fields[register]?.value {
        case .line, .text, .optionalText: value.string.map(text)
        case .completion: value.asCompletion.map(moment)
        case .due: value.asDue.map(due)
        case .time, .milliseconds: value.integer.map { moment(Date(milliseconds: $0)) }
        case .number: value.integer.map { number(Int(clamping: $0)) }
        case .priority: value.string.flatMap(Priority.init(rawValue:)).map(priority)
        case .recurrence: value.asRecurrence.map(recurrence)
        case .flag: value.bool.map(flag)
        case .reference(_, let kind): value.string.map { record(RecordKey(kind, $0)) }
        case .standing:
            value.asStanding.parent.map { record(RecordKey(.todo, $0)) }
                ?? value.asStanding.list.map { record(RecordKey(.list, $0)) }
        case .order, .occurrence, .address, .position, .object, nil: nil
        }
    }
}
