public import JSON

/// The only register that every record of an app has. The app names the others; see `TodoRegister.extra(_:)`.
package enum AppRegister: String, CaseIterable, Sendable {
    /// The name of its type, which never changes.
    case type
}

extension AppRegister: FieldRegister {
    package var field: Field<AppRecord.Content> {
        switch self {
        case .type: .hidden(rawValue, \.type)
        }
    }
}

extension AppRecord {
    /// The values of the registers of a record.
    public struct Content: RecordContent {
        /// The name of its type.
        public package(set) var type = ""
        /// The app's registers.
        public var extras: [String: JSONValue] = [:]
        /// Whether it is on this device only. No register: other devices never hear of it.
        public var isLocal = false

        /// Empty content.
        public init() {}

        /// The content of a record.
        package init(_ record: AppRecord) {
            type = record.type
            extras = record.registers.filter { !$0.value.isNull }
            isLocal = record.isLocal
        }

        /// Takes over where the record is.
        public mutating func inheritDerived(from other: Content) { isLocal = other.isLocal }

        /// The fields.
        public static let fields = FieldTable<Content>(AppRegister.self)

        /// Records are changed through their registers.
        public typealias Update = Never
    }
}
