import Basics
import FirestoreWire
import Foundation
public import TodoDomain

/// All records of a device by id, including deleted ones.
package protocol RecordSource: Sendable {
    /// The records of a kind after an id, sorted by the bytes of their ids. A result with fewer than `limit` records is
    /// the last.
    func records(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [Record]
}

/// The result of comparing a device with the remote, register by register.
public struct SyncVerification: Hashable, Sendable {
    /// The result for one kind.
    public struct Kind: Hashable, Sendable {
        /// The kind.
        public let kind: RecordKind
        /// How many records this device has.
        public let count: Int
        /// SHA-256 over the lines `kind/id/register/stamp` of this device, in hexadecimal.
        public let digest: String
        /// The same digest over the remote's documents.
        public let remoteDigest: String
        /// The ids of the records that differ, or that exist on one side only.
        public let differing: [String]
    }

    /// The results for all kinds.
    public let kinds: [Kind]
    /// Documents that the remote read. Its owner is billed for them.
    public let documentsRead: Int
    /// Requests that were sent.
    public let requests: Int

    /// Whether the two sides are equal.
    public var isEqual: Bool { kinds.allSatisfy(\.differing.isEmpty) }
}

extension SyncEngine {
    /// Compares all records with the remote's, page by page.
    /// - Throws: ``RemoteFailure``, or the errors of the source.
    package static func verify(
        _ source: any RecordSource, against remote: any RemoteStore, pageSize: Int = 1000
    ) async throws -> SyncVerification {
        var kinds: [SyncVerification.Kind] = []
        var (documentsRead, requests) = (0, 0)
        for kind in RecordKind.allCases where kind.isContent {
            var (mine, theirs) = (RecordLines(kind), RecordLines(kind))
            var differing: [String] = []
            var here = Pages(of: pageSize) {
                try await source.records(of: kind, afterID: $0, limit: pageSize)
            } id: {
                $0.id
            }
            var there = Pages(of: pageSize) {
                try await remote.page(of: kind, afterID: $0, limit: pageSize)
            } id: {
                $0.isForeign ? nil : $0.key.id
            }
            var (left, right) = (try await here.next(), try await there.next())
            while left != nil || right != nil {
                try Task.checkCancellation()
                let id = [left?.id, right?.key.id].compactMap(\.self).min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
                guard let id else { break }
                var (leftLines, rightLines): ([String]?, [String]?)
                if let record = left, record.id == id {
                    // A record that was deleted before any other device saw it exists nowhere else.
                    if !record.isDeletedForGood || right?.key.id == id { leftLines = mine.add(record) }
                    left = try await here.next()
                }
                if let document = right, document.key.id == id {
                    let record = try? RecordCodec.record(document.key, document.fields).record
                    rightLines = record.map { theirs.add($0) } ?? []
                    right = try await there.next()
                }
                if leftLines != rightLines { differing.append(id) }
            }
            requests += there.loads
            documentsRead += there.count
            kinds.append(
                SyncVerification.Kind(
                    kind: kind, count: mine.count, digest: mine.digest, remoteDigest: theirs.digest,
                    differing: differing))
        }
        return SyncVerification(kinds: kinds, documentsRead: documentsRead, requests: requests)
    }
}

/// Formats the stamps of each record's registers as lines, and adds them to a digest.
private struct RecordLines {
    let kind: RecordKind
    private(set) var count = 0
    private var hash = SHA256()

    init(_ kind: RecordKind) { self.kind = kind }

    mutating func add(_ record: Record) -> [String] {
        let record = record.normalized()
        let prefix = "\(kind.rawValue)/\(record.id)/"
        var lines = ["\(prefix)*/\(record.origin)"]
        lines += record.registers.compactMap { name, register in register.stamp.map { "\(prefix)\(name)/\($0)" } }
        lines += record.elements.map { "\(prefix)tags.\($0)/\($1.stamp)" }
        if let deletion = record.deletion { lines.append("\(prefix)deleted/\(deletion.stamp ?? record.origin)") }
        lines.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for line in lines { hash.update("\(line)\n".utf8) }
        count += 1
        return lines
    }

    var digest: String {
        hash.finalize().map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

/// Iterates over pages one element at a time.
private struct Pages<Element> {
    let load: (String?) async throws -> [Element]
    /// The id after which the next page begins; nil if the element's id cannot be asked for.
    let id: (Element) -> String?
    let pageSize: Int
    private var page: ArraySlice<Element> = []
    private var lastID: String?
    private var isLast = false
    /// How many pages were requested.
    private(set) var loads = 0
    /// How many elements were read. An empty page counts as one element, because it is billed as one.
    private(set) var count = 0

    init(
        of pageSize: Int, load: @escaping (String?) async throws -> [Element], id: @escaping (Element) -> String?
    ) {
        self.pageSize = pageSize
        self.load = load
        self.id = id
    }

    mutating func next() async throws -> Element? {
        if page.isEmpty, !isLast {
            let loaded = try await load(lastID)
            loads += 1
            count += max(loaded.count, 1)
            page = loaded[...]
            let next = loaded.lazy.reversed().compactMap(id).first
            isLast = loaded.count < pageSize || next == nil
            lastID = next ?? lastID
        }
        return page.popFirst()
    }
}
