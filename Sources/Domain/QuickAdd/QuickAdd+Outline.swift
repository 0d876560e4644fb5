extension QuickAdd {
    /// Several to-dos as a text: a line for each, in which a line that is indented further than one before it may be a part of
    /// that one. Empty lines mean nothing.
    /// ```
    /// Summer party +family
    ///   Cake saturday
    ///     Eggs
    ///   Music
    /// ```
    public struct Outline: Hashable, Sendable {
        /// The line of one to-do.
        public struct Item: Hashable, Sendable {
            /// What was typed, without white space around it.
            public let line: String
            /// The number of the line in the text, from 1.
            public let number: Int
            /// Which of the ``Outline/items`` it is a part of; nil for none.
            public let parent: Int?
        }

        /// The to-dos, in the order of the text; a parent comes before its parts.
        public let items: [Item]

        /// How many to-dos a text may have. Files with more are imported.
        public static let mostItems = 5_000

        /// Reads a text.
        /// - Parameters:
        ///   - text: the lines.
        ///   - nests: whether indentation says what is a part of what. A tab goes on to the next multiple of four.
        /// - Throws: ``TodoError`` with code `too-many` for more than ``mostItems``.
        public init(_ text: String, nests: Bool) throws {
            var items: [Item] = []
            // The to-dos that the next line may be a part of, each further to the right than the one before.
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
