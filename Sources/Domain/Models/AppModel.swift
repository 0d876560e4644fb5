package import Foundation
public import JSON

/// A model of an app that is stored as a record of its own type: in the history, undone, observed, and on all devices.
///
/// A type that is `Codable` declares its registers by its properties: each is a register of its own, so that two devices that
/// edit different properties of a model both prevail.
/// ```swift
/// struct Mood: AppModel, Codable {
///     static let recordType = "com.example.mood"
///
///     var id = Identifier<Mood>()
///     var value: Int
///     var note: String?
/// }
/// ```
/// Properties that are added later are optional or have a default in `init(from:)`: records that were written before do not
/// have them. Registers of a later version of the app stay in the record. Dates are registers in
/// milliseconds since 1970, with a fraction that keeps their microseconds. Whole numbers are those of `Int64`, as in Firestore; a model with one beyond them is refused
/// (`bad-record`).
public protocol AppModel: Identifiable, Hashable, Sendable where ID == Identifier<Self> {
    /// The name of the type: 1 to 64 of the characters `0-9 a-z . - _`, which an app makes its own by its domain.
    static var recordType: String { get }
    /// Whether other devices get the records; if not, they are on the device that made them. Decided when one is made.
    static var isSynced: Bool { get }

    /// The identifier, unique among the records of all types.
    var id: Identifier<Self> { get }
    /// The values of the registers, by name. A register that is null or missing is empty.
    /// - Throws: what an encoder throws, for a value that JSON does not have.
    func registers() throws -> [String: JSONValue]
    /// The model of a record.
    /// - Parameter registers: those that are not empty, perhaps with some that only another version of the app knows.
    /// - Throws: if they are those of no such model.
    init(id: Identifier<Self>, registers: [String: JSONValue]) throws
}

extension AppModel {
    /// All devices get the records.
    public static var isSynced: Bool { true }
}

extension AppModel where Self: Codable {
    /// The values of the properties but the identifier.
    public func registers() throws -> [String: JSONValue] {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // Whole milliseconds are written without a fraction, as in every version.
            if let whole = Int64(exactly: date.exactMilliseconds) {
                try container.encode(whole)
            } else {
                try container.encode(date.exactMilliseconds)
            }
        }
        let value = try JSONReader.read(encoder.encode(self)) { reader in
            reader.refusesRounding = true
            return try reader.value()
        }
        guard var members = value.members else {
            throw TodoError(.badRecord, "The app's model must encode to a JSON object.", effect: .nothingChanged)
        }
        members["id"] = nil
        return members.filter { !$0.value.isNull }
    }

    /// Decodes a model from its registers.
    public init(id: Identifier<Self>, registers: [String: JSONValue]) throws {
        var members = registers
        members["id"] = .string(id.rawValue)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            Date(timeIntervalSince1970: try decoder.singleValueContainer().decode(Double.self) / 1000)
        }
        self = try decoder.decode(Self.self, from: Data(JSONValue.object(members).canonicalJSON.utf8))
    }
}

extension AppModel {
    /// The record of the model, made now.
    package func record(at date: Date) throws -> AppRecord {
        AppRecord(
            id: .init(stored: id.rawValue), type: Self.recordType, registers: try checkedRegisters(),
            isLocal: !Self.isSynced, createdAt: date)
    }

    package func checkedRegisters() throws -> [String: JSONValue] {
        do {
            return try registers()
        } catch let error as TodoError {
            throw error
        } catch {
            throw TodoError(
                .badRecord, "A model of the app cannot be written as registers.", effect: .nothingChanged,
                underlying: error)
        }
    }

    /// The model of a record.
    /// - Throws: `bad-record` for a record of another type, and for one that this version of the app cannot read.
    package init(_ record: AppRecord) throws {
        guard record.type == Self.recordType else {
            throw TodoError(.badRecord, "A record of the app is of another type.", effect: .nothingChanged)
        }
        do {
            self = try Self(id: .init(stored: record.id.rawValue), registers: record.registers)
        } catch {
            throw TodoError(
                .badRecord, "A record of the app cannot be read by this version of it.", effect: .nothingChanged,
                underlying: error)
        }
    }
}
