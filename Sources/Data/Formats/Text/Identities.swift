import Foundation
import JSON
import TodoDomain

/// Gives records that have no usable id one that they keep: the same file always gives the same ids.
struct Identities {
    private let namespace: UUID
    /// How often a content was met, by the first half of its hash. Two contents with the same half would merely number
    /// each other, which is harmless as it happens alike each time.
    private var occurrences: [UInt64: UInt32] = [:]

    /// Ids of one format: the same text in two formats gives two ids.
    init(format: String) { namespace = UUID(namespace: Self.root, name: format) }

    /// The id of a record that another program knows by an id that we cannot take.
    func id(ofForeign foreign: String) -> Todo.ID {
        Todo.ID(UUID(namespace: namespace, name: "id\u{0}" + foreign))
    }

    /// The id of a record that has none, by that in it which does not change; equal records are told apart by number.
    mutating func id(ofContent content: String) -> Todo.ID {
        let first = UUID(namespace: namespace, name: "content\u{0}" + content)
        let hash = withUnsafeBytes(of: first.uuid) { $0.loadUnaligned(as: UInt64.self) }
        let occurrence = occurrences[hash, default: 0]
        occurrences[hash] = occurrence + 1
        return Todo.ID(occurrence == 0 ? first : UUID(namespace: first, name: String(occurrence)))
    }

    /// The same for a record with fields that are unknown here, which have a part in what it is.
    mutating func id(ofContent content: String, others: [String: JSONValue]) -> Todo.ID {
        id(ofContent: others.isEmpty ? content : "\(content)\u{0}\(JSONValue.object(others).canonicalJSON)")
    }

    /// The id of a place that is known by nothing but where it is and what it is called, alike in every format.
    static func place(_ coordinate: Coordinate, altitude: Double?, name: String?) -> Location.ID {
        let altitude = altitude.map { "\($0)" } ?? ""
        let content = "place\u{0}\(coordinate.latitude)\u{0}\(coordinate.longitude)\u{0}\(altitude)\u{0}\(name ?? "")"
        return Location.ID(UUID(namespace: root, name: content))
    }

    private static let root = UUID(
        uuid: (0x9D, 0x51, 0x0E, 0xB7, 0x2C, 0x64, 0x4A, 0x18, 0xA3, 0x7F, 0x05, 0xE9, 0xB4, 0xC2, 0x38, 0x6D))
}

/// Makes the tags of records that know them by title only, without hashing the same title again and again.
struct TagMaker {
    private var known: [String: Tag.ID] = [:]

    /// The tags with these titles, each once; empty titles are left out. They count as made with their record.
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
