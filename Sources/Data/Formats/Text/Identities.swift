import Foundation
import JSON
import TodoDomain

/// Gives stable ids to records that have no usable id: the same file always results in the same ids.
struct Identities {
    private let namespace: UUID
    /// How often each content occurred.
    var numbers = RecordNumbers()

    /// The ids of one format: the same text in two formats has two ids.
    init(format: String) { namespace = UUID(namespace: Self.root, name: format) }

    /// The id of a record with another program's id that is not valid here.
    func id(ofForeign foreign: String) -> Todo.ID {
        Todo.ID(UUID(namespace: namespace, name: "id\u{0}" + foreign))
    }

    /// The id of a record without one, from its unchanging content; equal records are numbered.
    mutating func id(ofContent content: String) -> Todo.ID {
        let first = first(of: content)
        return Self.id(first, numbers.next(first))
    }

    /// The id that ``id(ofContent:)`` would give next, which it still gives then.
    func nextID(ofContent content: String) -> Todo.ID {
        let first = first(of: content)
        return Self.id(first, numbers.count(of: first))
    }

    private func first(of content: String) -> UUID { UUID(namespace: namespace, name: "content\u{0}" + content) }

    private static func id(_ first: UUID, _ occurrence: UInt32) -> Todo.ID {
        Todo.ID(occurrence == 0 ? first : UUID(namespace: first, name: String(occurrence)))
    }

    /// The same for a record with unknown fields, which are part of its identity.
    mutating func id(ofContent content: String, others: [String: JSONValue]) -> Todo.ID {
        id(ofContent: others.isEmpty ? content : "\(content)\u{0}\(JSONValue.object(others).canonicalJSON)")
    }

    /// The id of a location that only has a position and a name, the same in every format.
    static func place(_ coordinate: Coordinate, altitude: Double?, name: String?) -> Location.ID {
        let altitude = altitude.map { "\($0)" } ?? ""
        let content = "place\u{0}\(coordinate.latitude)\u{0}\(coordinate.longitude)\u{0}\(altitude)\u{0}\(name ?? "")"
        return Location.ID(UUID(namespace: root, name: content))
    }

    private static let root = UUID(
        uuid: (0x9D, 0x51, 0x0E, 0xB7, 0x2C, 0x64, 0x4A, 0x18, 0xA3, 0x7F, 0x05, 0xE9, 0xB4, 0xC2, 0x38, 0x6D))
}

/// How often each record without an id has occurred so far. The number distinguishes equal records.
public struct RecordNumbers: Sendable {
    /// By the first half of the hash of the content. Two contents with the same half would only number each other, which is
    /// harmless since it happens the same way each time.
    private var occurrences: [UInt64: UInt32] = [:]

    /// Starts without any occurrence.
    public init() {}

    fileprivate func count(of content: UUID) -> UInt32 { occurrences[Self.hash(content), default: 0] }

    /// The number of this occurrence, from 0.
    fileprivate mutating func next(_ content: UUID) -> UInt32 {
        let hash = Self.hash(content)
        defer { occurrences[hash, default: 0] += 1 }
        return occurrences[hash, default: 0]
    }

    private static func hash(_ content: UUID) -> UInt64 {
        withUnsafeBytes(of: content.uuid) { $0.loadUnaligned(as: UInt64.self) }
    }
}

/// Creates the tags of records that refer to them by title, without hashing the same title repeatedly.
struct TagMaker {
    private var known: [String: Tag.ID] = [:]

    /// The tags with these titles, without duplicates or empty titles. Their creation date is that of their record.
    mutating func tags(titled titles: some Sequence<String>, createdAt: Date) throws -> [Tag] {
        var tags: [Tag] = []
        for title in titles {
            let title = title.trimmed
            if title.isEmpty { continue }
            let valid = try Validation.tagTitle(title)
            let id = id(for: valid)
            if !tags.contains(where: { $0.id == id }) { tags.append(Tag(id: id, title: valid, createdAt: createdAt)) }
        }
        return tags
    }

    /// The id of the tag with this title.
    mutating func id(for title: String) -> Tag.ID {
        if let id = known[title] { return id }
        if known.count >= 10_000 { known.removeAll(keepingCapacity: true) }
        let id = TagName.id(for: title)
        known[title] = id
        return id
    }
}
