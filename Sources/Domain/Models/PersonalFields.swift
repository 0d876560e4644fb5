import Foundation
package import JSON

/// The registers of a personal record, besides those of its reminders (``ReminderRegister``).
package enum PersonalRegister: String, CaseIterable, Sendable {
    /// The id of the to-do.
    case todo
    /// The name on the remote of the shared space that the to-do is in.
    case space
}

extension PersonalRegister: FieldRegister {
    package var field: Field<PersonalContent> {
        switch self {
        case .todo: .hidden(rawValue, \.todo)
        case .space: .hidden(rawValue, column: "sid", \.sid)
        }
    }
}

/// The reminders that one person has on a to-do of a shared space.
package struct PersonalContent: RecordContent {
    /// The id of the to-do.
    package var todo = ""
    /// The name on the remote of the space that the to-do is in.
    package var sid = ""
    /// The registers of its alarms and their states.
    package var reminders: [String: JSONValue] = [:]

    /// Empty content.
    package init() {}

    /// The fields.
    package static let fields = FieldTable<PersonalContent>(PersonalRegister.self)

    /// Personal records are changed only through their registers.
    package typealias Update = Never

    /// The id of the record about a to-do: the same on all devices of the person.
    package static func id(of todo: String, in sid: String) -> String {
        UUID(namespace: namespace, name: "\(sid)/\(todo)").uuidString.lowercased()
    }

    /// The namespace of these ids; never to be changed.
    private static let namespace = UUID(
        uuid: (0x3B, 0x91, 0xE4, 0x5C, 0x07, 0xD2, 0x4A, 0x88, 0xB6, 0x1F, 0x52, 0xC9, 0x7E, 0x30, 0xA4, 0x6D))
}
