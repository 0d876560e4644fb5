public import JSON

/// The registers of a tag and their fields in the model.
package enum TagRegister: String, CaseIterable, Sendable {
    /// Its title.
    case title
    /// Its colour in the front end's notation, or null.
    case color
    /// The id of the tag that replaces it. Only used while the tag is deleted; merging it deletes it as well.
    case mergedInto
    /// When another tag was last merged into it, in milliseconds since 1970. This revives it.
    case used
}

extension TagRegister: FieldRegister {
    package var field: Field<Tag.Content> {
        switch self {
        case .title:
            .line(rawValue, \.tag.title, \.title, isSearched: true, limit: Limits.name, check: Validation.tagTitle)
        case .color: .optionalText(rawValue, \.tag.color, \.color, limit: Limits.color, check: Validation.color)
        case .mergedInto: .hidden(rawValue, \.mergedInto)
        case .used: .hidden(rawValue, column: "usedAt", \.usedAt)
        }
    }
}

/// The content of a record that another one can replace.
public protocol MergeableContent: RecordContent {
    /// The id of the record that replaces it while it is deleted; nil for none.
    var mergedInto: String? { get }
}

extension Tag {
    /// The content of a tag's record. Of `tag`, only the fields are used.
    public struct Content: RecordContent, MergeableContent {
        /// The tag.
        public package(set) var tag: Tag
        /// The tag that replaces it while it is deleted.
        public package(set) var mergedInto: String?
        /// When another tag was last merged into it, in milliseconds since 1970.
        package var usedAt: Int64?

        /// Empty content.
        public init() { self = Self.empty }

        /// The content of a tag.
        package init(_ tag: Tag) { self.tag = tag }

        private static let empty = Content(Tag(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(TagRegister.self)

        /// The update of a tag.
        public typealias Update = Tag.Update
    }
}

extension Tag.Update {
    /// The values of the registers that the update writes, by name.
    public var registers: [String: JSONValue] { Tag.Content.fields.registers(of: self) }
}
