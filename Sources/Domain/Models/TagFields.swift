public import JSON

/// The registers of a tag, and the fields of the model that they are.
public enum TagRegister: String, CaseIterable, Sendable {
    /// What it is called.
    case title
    /// Its colour as a front end understands it, or null.
    case color
    /// The id of the tag in whose place it is used. It counts only while the tag is deleted, which a merge does as well.
    case mergedInto
    /// When another tag was last merged into it, in milliseconds since 1970: that brings it back.
    case used
}

extension TagRegister: FieldRegister {
    package var field: Field<Tag.Content> {
        switch self {
        case .title: .line(rawValue, \.tag.title, \.title, isSearched: true, check: Validation.tagTitle)
        case .color: .optionalText(rawValue, \.tag.color, \.color, check: Validation.color)
        case .mergedInto: .hidden(rawValue, \.mergedInto)
        case .used: .hidden(rawValue, column: "usedAt", \.usedAt)
        }
    }
}

/// The content of a record in whose place another one may be used.
public protocol MergeableContent: RecordContent {
    /// The id of the record in whose place it is used while it is deleted; nil: none.
    var mergedInto: String? { get }
}

extension Tag {
    /// What the registers of a tag hold. Of the tag in it only the fields count.
    public struct Content: RecordContent, MergeableContent {
        /// The tag.
        public package(set) var tag: Tag
        /// The tag in whose place it is used while it is deleted.
        public package(set) var mergedInto: String?
        /// When another tag was last merged into it, in milliseconds since 1970.
        public package(set) var usedAt: Int64?

        /// What holds nothing yet.
        public init() { self = Self.empty }

        /// All that a tag shows.
        package init(_ tag: Tag) { self.tag = tag }

        private static let empty = Content(Tag(id: .init(stored: ""), title: "", createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(TagRegister.self)

        /// What changes a tag.
        public typealias Update = Tag.Update
    }
}

extension Tag.Update {
    /// The values of the registers that it writes, by name.
    public var registers: [String: JSONValue] { Tag.Content.fields.registers(of: self) }
}
