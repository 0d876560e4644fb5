import JSON
import TodoDomain

extension RecordEntity {
    /// The value of a field. A deletion counts only if it is in effect.
    func value(of field: RegisterName) -> JSONValue {
        switch field {
        case .register(let name): currentValue(of: name)
        case .element(let id): .bool(elements[id]?.isPresent ?? false)
        case .deletion: record.isDeleted ? .register(record.deletedAt) : .null
        }
    }

    /// When and where a field was last written.
    func stamp(of field: RegisterName) -> Stamp {
        switch field {
        case .register(let name): record.stamp(of: name)
        case .element(let id): elements[id]?.stamp ?? record.stamp
        case .deletion: record.isDeleted ? record.stamp(of: RecordColumns.deletion) : withoutValues.presenceStamp
        }
    }

    /// When and where fields were last written, by name.
    func stamps(of names: some Sequence<String>) -> [String: Stamp] {
        Dictionary(names.map { ($0, stamp(of: RegisterName($0))) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reverts a change. The stamps stay the present ones, so the row may only be read.
    mutating func rewind(_ values: [String: JSONValue], updatedAt: Int64?) {
        for (name, value) in values {
            switch RegisterName(name) {
            case .register(let name): put(value, in: name)
            case .element(let id):
                elements[id] = Record.Element(isPresent: value.bool ?? false, stamp: record.stamp)
            case .deletion:
                record.isDeleted = !value.isNull
                record.deletedAt = value.integer
            }
        }
        record.updatedAt = updatedAt ?? record.updatedAt
    }
}

extension JSONValue {
    /// A time in milliseconds since 1970, or null.
    fileprivate static func register(_ milliseconds: Int64?) -> JSONValue {
        milliseconds.map(JSONValue.integer) ?? .null
    }
}
