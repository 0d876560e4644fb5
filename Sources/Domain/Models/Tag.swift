public import Foundation

/// A label for any number of to-dos.
public struct Tag: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of a tag.
    public typealias ID = Identifier<Tag>

    /// Its identifier.
    public package(set) var id: ID
    /// When the tag was made.
    public var createdAt: Date
    /// When its title or colour last changed.
    public var updatedAt: Date
    /// 1 to 256 bytes on one line, without white space at either end.
    public var title: String
    /// A colour in any notation that the front end understands, up to 64 bytes; nil for none.
    public var color: String?

    /// A tag; times are kept to the millisecond.
    public init(
        id: ID = ID(), title: String, color: String? = nil, createdAt: Date = Date(), updatedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.color = color
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
    }

    /// Changes to one tag; fields that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// Its identifier.
        public package(set) var id: ID
        /// A new title.
        public var title: String?
        /// A new colour, or its removal.
        public var color: Change<String>

        /// An update of the given fields.
        public init(id: ID, title: String? = nil, color: Change<String> = .keep) {
            self.id = id
            self.title = title
            self.color = color
        }

        /// The update that turns `original` into `tag`: only the fields that differ.
        /// - Throws: ``TodoError`` with code `usage` as ``Tag/checkEdit(of:)`` does.
        public init(from original: Tag, to tag: Tag) throws {
            try tag.checkEdit(of: original)
            self.init(differenceOf: tag, from: original)
        }

        /// The same for an edit that has been checked.
        package init(differenceOf tag: Tag, from original: Tag) {
            self.init(id: original.id)
            Content.fields.note(Content(tag), from: Content(original), in: &self)
        }
    }
}
