package import FirestoreWire
import JSON
package import TodoDomain
package import TodoSync

/// A version of the program before this one: it does not know some registers, which have come since.
///
/// It is this version behind a remote that gives those registers names that no version knows. So it can neither show nor edit
/// them, and has to keep them, merge them and send them back. Those of these names that it has itself, always empty, have other
/// names on the server, which this version does not know.
enum OlderVersion {
    /// The registers that it does not know: some that only a person's edits write.
    private static let unknown: [RecordKind: Set<String>] = [
        .todo: [TodoRegister.started.rawValue], .tag: ["color"], .device: [DeviceRegister.host.rawValue],
    ]
    /// Whether a database of it has one of them as a field, in SQL.
    static let edited = """
        SELECT EXISTS (SELECT 1 FROM todo WHERE startedAt IS NOT NULL) \
        OR EXISTS (SELECT 1 FROM tag WHERE color IS NOT NULL)
        """
    /// What the names of those registers begin with there, and those of its own here.
    private static let (later, own) = ("later_", "before_")

    /// Whether both versions know a register.
    static func knows(_ name: String, of kind: RecordKind) -> Bool {
        !(unknown[kind]?.contains(name) ?? false) && !name.hasPrefix(own)
    }

    /// The registers that every record of a kind has in it.
    static func registerNames(of kind: RecordKind) -> [String] { kind.registerNames.map { name(here: $0, of: kind) } }

    /// The name there of a register of this version.
    static func name(there name: String, of kind: RecordKind) -> String {
        renamed(name, of: kind, from: own, to: later)
    }

    /// The name here of a register of its database.
    static func name(here name: String, of kind: RecordKind) -> String { renamed(name, of: kind, from: later, to: own) }

    private static func renamed(
        _ name: String, of kind: RecordKind, from old: String, to new: String
    ) -> String {
        if name.hasPrefix(old) { return String(name.dropFirst(old.count)) }
        return unknown[kind]?.contains(name) ?? false ? new + name : name
    }

    /// A record of its database with the names of this version.
    static func here(_ record: Record) -> Record {
        var record = record
        record.registers = Dictionary(
            uniqueKeysWithValues: record.registers.map { (name(here: $0, of: record.kind), $1) })
        // What a conflict is about is named by its register.
        if record.kind == .conflict, let about = record.registers["about"], var members = about.value.members,
            let kind = members["kind"]?.string.flatMap(RecordKind.init), let register = members["register"]?.string
        {
            members["register"] = .string(name(here: register, of: kind))
            record.registers["about"] = Record.Register(.object(members), about.stamp)
        }
        return record
    }

    /// The fields of a document under other names.
    static func renamed(_ fields: Fields, of kind: RecordKind, _ name: (String, RecordKind) -> String) -> Fields {
        var result = Fields()
        for field in fields {
            let new = name(field.name, kind)
            switch (kind, field.name, field.value) {
            case (_, "s", .map(let stamps)):
                result[new] = .map(Fields(stamps.map { (name($0.name, kind), $0.value) }))
            case (.conflict, "about", .map(var about)):
                // What a conflict is about is named by its register.
                if case .string(let text)? = about["kind"], let kind = RecordKind(rawValue: text),
                    case .string(let register)? = about["register"]
                {
                    about["register"] = .string(name(register, kind))
                }
                result[new] = .map(about)
            default: result[new] = field.value
            }
        }
        return result
    }
}

/// The connection of a device of the version before.
package struct OlderConnection: RemoteStore {
    private let connection: any RemoteStore

    package init(connection: any RemoteStore) { self.connection = connection }

    package var clockOffset: Int64? { connection.clockOffset }

    package func head() async throws -> RemoteHead? { try await connection.head() }

    package func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws
        -> [RemoteDocument]
    {
        try await connection.page(of: kind, after: position, limit: limit).map(Self.there)
    }

    package func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await connection.page(of: kind, afterID: id, limit: limit).map(Self.there)
    }

    package func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] {
        try await connection.documents(keys).map(Self.there)
    }

    package func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        let changes = try commit.changes.map { change in
            RemoteCommit.Change(key: change.key, operation: try Self.here(change.operation, of: change.key.kind))
        }
        return try await connection.commit(
            RemoteCommit(
                headFields: commit.headFields, headMask: commit.headMask, headTime: commit.headTime, changes: changes))
    }

    private static func there(_ document: RemoteDocument) -> RemoteDocument {
        RemoteDocument(
            document.key, OlderVersion.renamed(document.fields, of: document.key.kind, OlderVersion.name(there:of:)))
    }

    private static func here(
        _ operation: RemoteCommit.Operation, of kind: RecordKind
    ) throws -> RemoteCommit.Operation {
        func here(_ fields: Fields) -> Fields { OlderVersion.renamed(fields, of: kind, OlderVersion.name(here:of:)) }
        switch operation {
        case .create(let fields): return .create(here(fields))
        case .replace(let fields): return .replace(here(fields))
        case .update(let fields, let mask):
            let paths = try mask.fieldPaths.map { path in
                // A register, or its stamp.
                var names = path.segments
                let index = names.count == 2 && names[0] == "s" ? 1 : 0
                names[index] = OlderVersion.name(here: names[index], of: kind)
                return try FieldPath(names)
            }
            return .update(here(fields), DocumentMask(paths))
        case .delete: return .delete
        }
    }
}
