extension AppRecord: Queryable {
    /// The conditions by which records can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition {
        /// Its id is one of these.
        case ids([AppRecord.ID])
        /// It is of this type.
        case type(String)
        /// A register passes a test.
        case register(String, ExtraTest)
    }

    /// The properties by which records can be sorted.
    public enum SortKey: Hashable, Sendable {
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
        /// A register: numbers, then texts, then records without it. True counts as 1 and false as 0; arrays and
        /// objects count as their JSON.
        case register(String)
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// Most recently edited first.
    public static let defaultOrder = [SortTerm<AppRecord>(.updated, descending: true)]

    /// The record's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        case .register(let name): SortValue(extra: registers[name])
        }
    }

    /// Whether the record meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): ids.contains(id)
        case .type(let name): type == name
        case .register(let name, let test): test.isMet(by: registers[name])
        }
    }
}

extension AppRecord.Condition: CustomStringConvertible {
    /// The condition in words, without values.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .type(let name): "of type \(name)"
        case .register(let name, let test): "with \(name) that \(test)"
        }
    }
}

extension AppRecord.SortKey: RawRepresentable, Codable, CaseIterable {
    /// The keys that every record has, without the registers of apps.
    public static var allCases: [AppRecord.SortKey] { [.updated, .created] }

    /// The key with a stable name; nil for an unknown name.
    public init?(rawValue: String) {
        if let name = TodoRegister.extraKey(of: rawValue) {
            self = .register(name)
        } else if let key = Self.allCases.first(where: { $0.rawValue == rawValue }) {
            self = key
        } else {
            return nil
        }
    }

    /// Its stable name: `updated`, or `extras.` and the name of a register.
    public var rawValue: String {
        switch self {
        case .updated: "updated"
        case .created: "created"
        case .register(let name): TodoRegister.extra(name)
        }
    }
}

extension AppRecord.Condition: RegisterCondition {
    func rests(on change: RecordChange) -> Bool {
        switch self {
        case .ids, .type: false
        case .register(let name, _): change.registers.contains(TodoRegister.extra(name))
        }
    }
}

extension AppRecord: RecordModel {
    package var records: [RecordKey] { [RecordKey(.app, id.rawValue)] }
}

extension Query<AppRecord> {
    /// Those of a type.
    public func type(_ name: String) -> Query { filter(.type(name)) }
    /// Records with a register that passes a test: `.all.register("value", .range(from: .integer(3), until: nil))`.
    public func register(_ name: String, _ test: ExtraTest) -> Query { filter(.register(name, test)) }
    /// Sorts by a register, after the existing terms: in ascending order, or in descending order.
    public func sorted(byRegister name: String, descending: Bool = false) -> Query {
        sorted(by: SortTerm(.register(name), descending: descending))
    }
}
