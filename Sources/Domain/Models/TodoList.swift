public import Foundation

/// A list of to-dos. Lists can be nested.
public struct TodoList: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of a list.
    public typealias ID = Identifier<TodoList>

    /// Its identifier.
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
    /// Whether it is archived: it and the lists below it are only shown on request.
    public var isArchived: Bool
    /// The list that contains it; nil at the top.
    public var parent: ID?
    /// Where somebody put it among its siblings; nil if nobody did. Set by the store, which changes it when the list is
    /// moved, and ignored in other writes.
    public package(set) var position: OrderKey?
    /// The lists above it, outermost first; at most the nearest ``Limits/levels``. Set by the store and ignored in writes.
    public package(set) var ancestors: [Ancestor]
    /// The shared space that it is in; nil for the own one, which nobody else sees. Set by the store and ignored in writes.
    public package(set) var space: Space.ID?

    /// A list above another one.
    public struct Ancestor: Identifiable, Hashable, Sendable, Codable {
        /// Its identifier.
        public let id: ID
        /// Its title.
        public let title: String
        /// Whether it is archived itself.
        public let isArchived: Bool

        /// A list above another one.
        public init(id: ID, title: String, isArchived: Bool = false) {
            self.id = id
            self.title = title
            self.isArchived = isArchived
        }
    }

    /// A list; times are kept to the millisecond.
    public init(
        id: ID = ID(), title: String, color: String? = nil, parent: ID? = nil, isArchived: Bool = false,
        createdAt: Date = Date(), updatedAt: Date? = nil
    ) {
        self.id = id
        self.title = title
        self.color = color
        self.parent = parent
        self.isArchived = isArchived
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
        position = nil
        ancestors = []
    }

    /// A list that a file mentions by its path, which has at least one title; the id is empty if the file has none.
    package init(id: ID, path titles: [String], createdAt: Date) {
        self.init(id: id, title: titles.last ?? "", createdAt: createdAt)
        ancestors = titles.dropLast().map { Ancestor(id: .init(stored: ""), title: $0, isArchived: false) }
    }

    /// The titles from the top down to this list, separated by slashes: `Work/Reports`.
    public var path: String { Self.path(ancestors.map(\.title) + [title]) }

    /// The titles of a ``path``, as they were written.
    public static func titles(ofPath path: String) -> [String] {
        path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    }

    /// The path of these titles, outermost first.
    public static func path(_ titles: [String]) -> String { titles.joined(separator: "/") }

    /// Whether it, or a list above it, is archived.
    public var isHidden: Bool { isArchived || ancestors.contains(where: \.isArchived) }

    /// Changes to one list; fields that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// The list that is changed.
        public package(set) var id: ID
        /// A new title.
        public var title: String?
        /// A new colour, or its removal.
        public var color: Change<String>
        /// Another parent, or none.
        public var parent: Change<ID>
        /// Whether it is to be archived.
        public var isArchived: Bool?

        /// A change of the given fields.
        public init(
            id: ID, title: String? = nil, color: Change<String> = .keep, parent: Change<ID> = .keep,
            isArchived: Bool? = nil
        ) {
            self.id = id
            self.title = title
            self.color = color
            self.parent = parent
            self.isArchived = isArchived
        }

        /// The fields in which `list` differs from `original`.
        /// - Throws: `usage`, as ``TodoList/checkEdit(of:)`` does.
        public init(from original: TodoList, to list: TodoList) throws {
            try list.checkEdit(of: original)
            self.init(differenceOf: list, from: original)
        }

        /// The same for an edit that was checked.
        package init(differenceOf list: TodoList, from original: TodoList) {
            self.init(id: original.id)
            Content.fields.note(Content(list), from: Content(original), in: &self)
        }
    }
}
