public import Foundation

/// A list, in which any number of to-dos stand. Lists stand in lists.
public struct TodoList: Identifiable, Hashable, Sendable, Codable {
    /// What a list is known by.
    public typealias ID = Identifier<TodoList>

    /// What it is known by.
    public package(set) var id: ID
    /// When the list was made.
    public var createdAt: Date
    /// When it was last edited.
    public var updatedAt: Date
    /// 1 to 256 bytes on one line, without white space at either end and without a slash, which separates the lists of a
    /// ``path``.
    public var title: String
    /// Any text that a front end understands as a colour, up to 64 bytes; nil for none.
    public var color: String?
    /// Whether it is out of the way: it and the lists below it are shown only where archived ones are asked for.
    public var isArchived: Bool
    /// The list in which it stands; nil at the top.
    public var parent: ID?
    /// The lists above it, that at the top first; of more than ``Limits/levels`` the nearest. Kept by the store, ignored
    /// where it is given.
    public package(set) var ancestors: [Ancestor]

    /// A list above another one.
    public struct Ancestor: Identifiable, Hashable, Sendable, Codable {
        /// What it is known by.
        public let id: ID
        /// What it is called.
        public let title: String
        /// Whether it is archived itself.
        public let isArchived: Bool

        /// A list above another one.
        package init(id: ID, title: String, isArchived: Bool) {
            (self.id, self.title, self.isArchived) = (id, title, isArchived)
        }
    }

    /// A list; times are kept to the millisecond.
    public init(
        id: ID, title: String, color: String? = nil, parent: ID? = nil, isArchived: Bool = false, createdAt: Date,
        updatedAt: Date? = nil
    ) {
        (self.id, self.title, self.color, self.parent, self.isArchived) = (id, title, color, parent, isArchived)
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
        ancestors = []
    }

    /// A list as a file tells of it: at a path of at least one title, its id empty where it has none.
    package init(id: ID, path titles: [String], createdAt: Date) {
        self.init(id: id, title: titles.last ?? "", createdAt: createdAt)
        ancestors = titles.dropLast().map { Ancestor(id: .init(stored: ""), title: $0, isArchived: false) }
    }

    /// The titles from the top down to this list, with slashes between them: `Work/Reports`.
    public var path: String { (ancestors.map(\.title) + [title]).joined(separator: "/") }

    /// Whether it, or a list above it, is archived.
    public var isHidden: Bool { isArchived || ancestors.contains(where: \.isArchived) }

    /// Changes to one list; what is not named stays as it is.
    public struct Update: Hashable, Sendable, Identifiable {
        /// What it is known by.
        public package(set) var id: ID
        /// A new title.
        public var title: String?
        /// A new colour, or none any more.
        public var color: Change<String>
        /// Another list to stand in, or none any more.
        public var parent: Change<ID>
        /// Whether it is to be archived.
        public var isArchived: Bool?

        /// A change of the given fields.
        public init(
            id: ID, title: String? = nil, color: Change<String> = .keep, parent: Change<ID> = .keep,
            isArchived: Bool? = nil
        ) {
            (self.id, self.title, self.color, self.parent, self.isArchived) = (id, title, color, parent, isArchived)
        }

        /// What turns `original` into `list`: only the fields that differ.
        /// - Throws: ``TodoError`` with code `usage` as ``TodoList/checkEdit(of:)`` does.
        public init(from original: TodoList, to list: TodoList) throws {
            try list.checkEdit(of: original)
            self.init(differenceOf: list, from: original)
        }

        /// The same of an edit that was checked.
        package init(differenceOf list: TodoList, from original: TodoList) {
            self.init(id: original.id)
            Content.fields.note(Content(list), from: Content(original), in: &self)
        }
    }
}
