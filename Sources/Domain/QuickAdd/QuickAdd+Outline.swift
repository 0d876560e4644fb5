extension QuickAdd {
    /// A text with one to-do on each line. A line that is indented further than a line before it can be a part of that line.
    /// Empty lines mean nothing.
    /// ```
    /// Summer party +family
    ///   Cake saturday
    ///     Eggs
    ///   Music
    /// ```
    public struct Outline: Hashable, Sendable {
        /// The line of one to-do.
        public struct Item: Hashable, Sendable {
            /// The text of the line, without white space around it.
            public let line: String
            /// The number of the line in the text, from 1.
            public let number: Int
            /// The index in ``Outline/items`` of the parent; nil if there is none.
            public let parent: Int?
        }

        /// The to-dos, in the order of the text. A parent comes before its parts.
        public let items: [Item]

        /// The maximum number of to-dos in a text. Larger files have to be imported.
        public static let mostItems = 5_000

        /// Reads a text.
        /// - Parameters:
        ///   - text: the lines.
        ///   - nests: whether indentation makes a line a part of another one. A tab goes on to the next multiple of four.
        /// - Throws: ``TodoError`` with code `too-many` for more than ``mostItems``.
        public init(_ text: String, nests: Bool) throws {
            var items: [Item] = []
            // The possible parents of the next line. Each is indented further than the one before.
            var open: [(index: Int, indentation: Int)] = []
            for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            {
                let content = String(line).trimmed
                guard !content.isEmpty else { continue }
                guard items.count < Self.mostItems else {
                    throw TodoError(.tooMany, "A text has at most \(Self.mostItems) to-dos; import a longer one.")
                }
                let indentation = nests ? Self.indentation(of: line) : 0
                while let last = open.last, last.indentation >= indentation { open.removeLast() }
                items.append(Item(line: content, number: number + 1, parent: open.last?.index))
                open.append((items.count - 1, indentation))
            }
            self.items = items
        }

        private static func indentation(of line: Substring) -> Int {
            line.prefix(while: \.isWhitespace).reduce(0) { $1 == "\t" ? ($0 / 4 + 1) * 4 : $0 + 1 }
        }
    }
}
