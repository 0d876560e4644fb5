import FirestoreWire
import TodoDomain
import TodoSync

/// A version of the program before this one: it does not know some registers, which have come since.
///
/// It is this version behind a remote that gives those registers names that no version knows. So it can neither show nor edit
/// them, and has to keep them, merge them and send them back.
enum OlderVersion {
    /// The registers that it does not know: some that only a person's edits write.
    private static let unknown: [RecordKind: Set<String>] = [.todo: [TodoRegister.started.rawValue], .tag: ["color"]]
    /// Whether a database of it has one of them as a field, in SQL.
    static let edited = """
        SELECT EXISTS (SELECT 1 FROM todo WHERE startedAt IS NOT NULL) \
        OR EXISTS (SELECT 1 FROM tag WHERE color IS NOT NULL)
        """
    /// What their names begin with there.
    private static let prefix = "later_"

    static func knows(_ name: String, of kind: RecordKind) -> Bool { !(unknown[kind]?.contains(name) ?? false) }

    /// The registers that every record of a kind has in it.
    static func registerNames(of kind: RecordKind) -> [String] { kind.registerNames.filter { knows($0, of: kind) } }

    /// The name of a register there.
    static func name(there name: String, of kind: RecordKind) -> String {
        knows(name, of: kind) ? name : prefix + name
    }

    /// The name of a register that it sends; nil for one that it does not have.
    static func name(here name: String, of kind: RecordKind) -> String? {
        if name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
        return knows(name, of: kind) ? name : nil
    }

    /// A record of its database with the names of this version.
    static func here(_ record: Record) -> Record {
        var record = record
        record.registers = Dictionary(
            uniqueKeysWithValues: record.registers.compactMap { name, register in
                Self.name(here: name, of: record.kind).map { ($0, register) }
            })
        return record
    }

    /// The fields of a document under other names.
    static func renamed(_ fields: Fields, of kind: RecordKind, _ name: (String, RecordKind) -> String?) -> Fields {
        var result = Fields()
        for field in fields {
            guard let new = name(field.name, kind) else { continue }
            switch (kind, field.name, field.value) {
            case (_, "s", .map(let stamps)):
                result[new] = .map(Fields(stamps.compactMap { stamp in name(stamp.name, kind).map { ($0, stamp.value) } }))
            case (.conflict, "about", .map(var about)):
                // What a conflict is about is named by its register.
                if case .string(let text)? = about["kind"], let kind = RecordKind(rawValue: text),
                    case .string(let register)? = about["register"], let new = name(register, kind)
                {
                    about["register"] = .string(new)
                }
                result[new] = .map(about)
            default: result[new] = field.value
            }
        }
        return result
    }
}

/// The connection of a device of the version before.
struct OlderConnection: RemoteStore {
    let connection: Connection

    var clockOffset: Int64? { connection.clockOffset }

    func head() async throws -> RemoteHead? { try await connection.head() }

    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument] {
        try await connection.page(of: kind, after: position, limit: limit).map(Self.there)
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await connection.page(of: kind, afterID: id, limit: limit).map(Self.there)
    }

    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] {
        try await connection.documents(keys).map(Self.there)
    }

    func commit(_ commit: RemoteCommit) async throws -> Timestamp {
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
            let paths = try mask.fieldPaths.compactMap { path -> FieldPath? in
                // A register, or its stamp.
                let index = path.segments.count == 2 && path.segments[0] == "s" ? 1 : 0
                guard let name = OlderVersion.name(here: path.segments[index], of: kind) else { return nil }
                var names = path.segments
                names[index] = name
                return try FieldPath(names)
            }
            return .update(here(fields), DocumentMask(paths))
        case .delete: return .delete
        }
    }
}
