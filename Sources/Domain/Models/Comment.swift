public import Foundation

extension Todo {
    /// A remark on a to-do: what was tried, heard or decided, and when.
    ///
    /// A comment is a record of its own, so that comments that two devices add at the same time are both kept.
    public struct Comment: Identifiable, Hashable, Sendable, Codable {
        /// The identifier of a comment.
        public typealias ID = Identifier<Todo.Comment>

        /// Its identifier.
        public package(set) var id: ID
        /// The to-do that it is about. No edit changes it.
        public package(set) var todo: Todo.ID
        /// 1 byte to 64 KiB, not only white space.
        public var text: String
        /// When it was made.
        public var createdAt: Date
        /// When it was last edited. Maintained by the store, which ignores the value given.
        public var updatedAt: Date
        /// The device that made it; nil if it comes from a file. Set by the store and ignored in writes.
        public package(set) var device: DeviceID?

        /// A comment; times are kept to the millisecond.
        public init(id: ID, on todo: Todo.ID, text: String, createdAt: Date, updatedAt: Date? = nil) {
            self.id = id
            self.todo = todo
            self.text = text
            self.createdAt = createdAt.roundedToMilliseconds
            self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
        }

        /// A comment that a file lists with its to-do; the id is empty if the file has none.
        package init(listedAs text: String, id: ID = .init(stored: ""), at createdAt: Date, editedAt: Date? = nil) {
            self.init(id: id, on: .init(stored: ""), text: text, createdAt: createdAt, updatedAt: editedAt)
        }

        /// Changes to one comment; fields that are not named stay as they are.
        public struct Update: Hashable, Sendable, Identifiable {
            /// The comment that is changed.
            public package(set) var id: ID
            /// A new text.
            public var text: String?

            /// A change of the given fields.
            public init(id: ID, text: String? = nil) {
                self.id = id
                self.text = text
            }

            /// The fields in which `comment` differs from `original`.
            /// - Throws: `usage`, as ``Todo/Comment/checkEdit(of:)`` does.
            public init(from original: Comment, to comment: Comment) throws {
                try comment.checkEdit(of: original)
                self.init(differenceOf: comment, from: original)
            }

            /// The same for an edit that was checked.
            package init(differenceOf comment: Comment, from original: Comment) {
                self.init(id: original.id)
                Content.fields.note(Content(comment), from: Content(original), in: &self)
            }
        }
    }
}

extension DeviceID: Codable {}
