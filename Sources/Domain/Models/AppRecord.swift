public import Foundation
public import JSON

/// A record of an app: a type that the app has named, with registers of its own, each of which is merged by itself. It is in
/// the history like a to-do, and all devices have it unless it is ``isLocal``.
///
/// An app mostly uses models of its own (``AppModel``); this is what they are stored as, and what a program sees of an app
/// that it does not know.
public struct AppRecord: Identifiable, Hashable, Sendable {
    /// The identifier of a record, unique among the records of all types.
    public typealias ID = Identifier<AppRecord>

    /// Its identifier.
    public package(set) var id: ID
    /// The name of its type, as ``checkedType(_:)`` allows it. It never changes.
    public package(set) var type: String
    /// Its registers that are not empty, by name.
    public var registers: [String: JSONValue]
    /// Whether it is on this device only, which is decided when it is made.
    public package(set) var isLocal: Bool
    /// When it was made.
    public package(set) var createdAt: Date
    /// When it was last edited.
    public package(set) var updatedAt: Date

    /// A record; times are rounded to the millisecond.
    /// - Parameters:
    ///   - type: the name of its type, which an app makes its own by its domain: `com.example.mood`.
    ///   - registers: the values of its registers, by name.
    ///   - isLocal: whether it is on this device only.
    public init(
        id: ID, type: String, registers: [String: JSONValue], isLocal: Bool = false, createdAt: Date,
        updatedAt: Date? = nil
    ) {
        self.id = id
        self.type = type
        self.isLocal = isLocal
        self.registers = registers.filter { !$0.value.isNull }
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
    }

    /// Changes to one record; registers that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// The record that is changed.
        public let id: ID
        /// The changed registers, by name; null empties one.
        public var registers: [String: JSONValue]

        /// A change of the given registers.
        public init(id: ID, registers: [String: JSONValue] = [:]) {
            self.id = id
            self.registers = registers
        }

        /// The registers in which `record` differs from `original`.
        package init(differenceOf record: AppRecord, from original: AppRecord) {
            self.init(id: original.id, registers: Self.difference(of: record.registers, from: original.registers))
        }

        /// The registers in which some differ from others, null for what is missing.
        package static func difference(
            of registers: [String: JSONValue], from original: [String: JSONValue]
        ) -> [String: JSONValue] {
            var changes: [String: JSONValue] = [:]
            for name in Set(registers.keys).union(original.keys) {
                let value = registers[name] ?? .null
                if value != original[name] ?? .null { changes[name] = value }
            }
            return changes
        }
    }
}

extension AppRecord {
    /// Bytes in the name of a type.
    package static let longestType = 64
    /// Bytes in the name of a register.
    package static let longestRegister = 128

    /// The name of a type as it is kept: 1 to 64 of the characters `0-9 a-z . - _`.
    /// - Throws: ``TodoError`` with code `bad-record`.
    public static func checkedType(_ name: String) throws -> String {
        let isAllowed = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."),
                UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isAllowed, 1...longestType ~= name.utf8.count else {
            throw TodoError(
                .badRecord,
                "“\(name.excerpt)” cannot be the name of a type: it has 1 to \(longestType) small letters, digits, and . - _.",
                effect: .nothingChanged)
        }
        return name
    }

    /// The record, validated for storage.
    /// - Throws: ``TodoError``: `bad-record`, `impossible-time`.
    public func validated() throws -> AppRecord {
        var record = self
        record.type = try Self.checkedType(type)
        record.registers = try Self.checked(registers)
        record.createdAt = try Validation.time(createdAt)
        record.updatedAt = try Validation.time(updatedAt)
        return record
    }

    /// Registers with names as they are kept.
    /// - Throws: `bad-record`.
    package static func checked(_ registers: [String: JSONValue]) throws -> [String: JSONValue] {
        var checked: [String: JSONValue] = [:]
        for (name, value) in registers {
            guard 1...longestRegister ~= name.utf8.count, !name.unicodeScalars.contains(where: \.isControl) else {
                throw TodoError(
                    .badRecord, "The name of a register has 1 to \(longestRegister) bytes on one line.",
                    effect: .nothingChanged)
            }
            // As the register is named (NFC), however the app spells its accents.
            checked[TodoRegister.extraKey(of: TodoRegister.extra(name)) ?? name] = value
        }
        guard !JSONValue.object(checked).isNested(deeperThan: Limits.jsonLevels) else {
            throw TodoError(
                .badRecord, "A record has at most \(Limits.jsonLevels) arrays and objects within each other.")
        }
        if let name = Validation.nameOfInfinite(in: checked) {
            throw TodoError(
                .badRecord,
                "The register “\(name.excerpt)” has a number that JSON does not have: NaN or an infinity.",
                effect: .nothingChanged)
        }
        guard JSONValue.object(checked).canonicalJSON.utf8.count <= Limits.extras else {
            throw TodoError(
                .badRecord, "The registers of a record have at most 262,144 bytes as JSON.", effect: .nothingChanged)
        }
        return checked
    }
}

extension AppRecord.Update {
    /// The update, validated for storage. The record as it is then is checked by ``AppRecord/checked(_:)`` too.
    /// - Throws: `bad-record`.
    package func validated() throws -> AppRecord.Update {
        AppRecord.Update(id: id, registers: try AppRecord.checked(registers))
    }

    /// The values of the registers that the update writes, by their names in the history.
    package var values: [String: JSONValue] {
        Dictionary(registers.map { (TodoRegister.extra($0.key), $0.value) }, uniquingKeysWith: { _, last in last })
    }
}
