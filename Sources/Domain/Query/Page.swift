import Basics
import JSON

/// A part of a query's result.
public struct Page<Item: Sendable>: Sendable {
    /// The models, in order.
    public var items: [Item]
    /// The number of the page, from 0; nil if everything, or the part after a cursor, was requested.
    public var page: Int?
    /// The requested size of the page; nil for all.
    public var pageSize: Int?
    /// How many models the query matches; nil if that was not requested.
    public var total: Int?
    /// The cursor of the next page; nil at the end.
    public var nextCursor: Cursor?

    /// A part of a result.
    public init(items: [Item], page: Int? = nil, pageSize: Int? = nil, total: Int? = nil, nextCursor: Cursor? = nil) {
        self.items = items
        self.page = page
        self.pageSize = pageSize
        self.total = total
        self.nextCursor = nextCursor
    }
}

extension Page: RandomAccessCollection {
    /// The position of the first model: 0.
    public var startIndex: Int { items.startIndex }
    /// The number of models in this part, which is not the total.
    public var endIndex: Int { items.endIndex }
    /// The model at a position in this part.
    public subscript(position: Int) -> Item { items[position] }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}

/// A position in a sorted list, after one of its elements. It stays valid when the list changes.
public struct Cursor: Hashable, Sendable {
    /// The order that it belongs to.
    public let order: String
    /// The element's values for the terms of the order.
    public let values: [SortValue]
    /// The element's id.
    public let id: String

    init(order: String, values: [SortValue], id: String) {
        self.order = order
        self.values = values
        self.id = id
    }

    /// Whether the cursor lies before a model.
    func precedes<Model>(_ model: Model, in query: Query<Model>) -> Bool {
        for (term, value) in zip(query.effectiveOrder, values) {
            let other = model.sortValue(for: term.key)
            if value != other { return (value < other) != term.isDescending }
        }
        let (left, right) = (id.utf8, "\(model.id)".utf8)
        return query.hasDescendingIDs ? right.lexicographicallyPrecedes(left) : left.lexicographicallyPrecedes(right)
    }
}

extension Cursor: LosslessStringConvertible, Codable {
    /// The cursor as text that is safe in URLs and on command lines. Its content is not part of the contract.
    public var description: String {
        let values = values.map { value -> JSONValue in
            switch value {
            case .integer(let integer): .integer(integer)
            case .real(let real): .double(real)
            case .text(let text): .string(text)
            }
        }
        return Base64.urlText(JSONValue.array([.string(order), .string(id), .array(values)]).canonicalJSON.utf8)
    }

    /// Parses a ``description``; nil for anything else.
    public init?(_ description: String) {
        guard let bytes = Base64.decode(description), let json = try? JSONValue(parsing: bytes),
            let parts = json.elements, parts.count == 3, let order = parts[0].string, let id = parts[1].string,
            let elements = parts[2].elements
        else { return nil }
        let values = elements.compactMap { element -> SortValue? in
            switch element {
            case .integer(let integer): .integer(integer)
            case .double(let real): .real(real)
            case .string(let text): .text(text)
            default: nil
            }
        }
        guard values.count == elements.count, values.count == order.utf8.count(where: { "+-".utf8.contains($0) }) - 1
        else { return nil }
        self.init(order: order, values: values, id: id)
    }

    /// Decodes the text of a cursor.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let cursor = Cursor(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a cursor")
        }
        self = cursor
    }

    /// Encodes the text of the cursor.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
