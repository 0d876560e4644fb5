import FirestoreWire
public import Foundation
public import TodoDomain
public import TodoKit

/// A remote in a folder: one file with a document on each line, which a disk, a network share or a file service carries to the
/// other devices. A file service has no lock over several devices: of two that sync in the same minute, one may find its
/// commit gone. The next sync notices, as after a restored backup, and sends it again.
public actor FolderRemote: RemoteStore {
    private let space: URL
    private let lock: URL

    /// A remote in a folder, which is created if it is missing.
    public init(_ folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        space = folder.appendingPathComponent("space.ndjson")
        lock = folder.appendingPathComponent("space.lock")
    }

    /// How far the remote's clock is ahead: a folder has none.
    public nonisolated var clockOffset: Int64? { nil }

    /// The head; nil if nothing was ever written.
    public func head() throws -> RemoteHead? {
        guard let document = try load().headDocument else { return nil }
        guard let head = RemoteHead(document) else { throw SyncError.foreignSpace }
        return head
    }

    /// The documents of a kind after a position.
    public func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) throws -> [RemoteDocument] { try load().page(of: kind, after: position, limit: limit) }

    /// The documents of a kind after an id.
    public func page(of kind: RecordKind, afterID id: String?, limit: Int) throws -> [RemoteDocument] {
        try load().page(of: kind, afterID: id, limit: limit)
    }

    /// The documents of these records that exist.
    public func documents(_ keys: [RecordKey]) throws -> [RemoteDocument] { try load().documents(keys) }

    /// Makes all of the commit's writes or none.
    public func commit(_ commit: RemoteCommit) throws -> Timestamp {
        // A device that lost its power has left its lock.
        let made = try? FileManager.default.attributesOfItem(atPath: lock.path)[.modificationDate] as? Date
        if let made, made < Date() - 60 { try? FileManager.default.removeItem(at: lock) }
        guard (try? Data().write(to: lock, options: .withoutOverwriting)) != nil else {
            throw RemoteFailure(.transient, status: "LOCKED", message: "Another device writes to the folder.")
        }
        defer { try? FileManager.default.removeItem(at: lock) }
        let before = try load()
        try before.checkPreconditions(of: commit)
        var after = before.applying(commit)
        // Later than the last commit, whatever the clocks of the devices say.
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        guard let time = Timestamp(milliseconds: max(now, (before.headTime?.milliseconds ?? 0) + 1)) else {
            throw RemoteFailure(.refused, status: "CLOCK", message: "The clock of this device is out of range.")
        }
        after.headTime = time
        var lines = after.headDocument.map { [Data($0.json)] } ?? []
        for (key, fields) in after.documents {
            lines.append(Data(Document(name: "\(key.kind.rawValue)/\(key.id)", fields: fields).json))
        }
        try Data(lines.joined(separator: Data("\n".utf8))).write(to: space, options: .atomic)
        return time
    }

    private func load() throws -> RemoteSpace {
        guard FileManager.default.fileExists(atPath: space.path) else { return RemoteSpace() }
        var result = RemoteSpace()
        for line in try Data(contentsOf: space).split(separator: UInt8(ascii: "\n")) {
            let document = try Document(json: line)
            let parts = document.name.split(separator: "/", maxSplits: 1).map(String.init)
            if document.name == "head" {
                result.head = document.fields
                result.headTime = document.updateTime
            } else if parts.count == 2, let kind = RecordKind(rawValue: parts[0]) {
                result.documents[RecordKey(kind, parts[1])] = document.fields
            }
        }
        return result
    }
}
