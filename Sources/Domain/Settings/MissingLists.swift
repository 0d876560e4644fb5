/// How a list is treated that somebody names and that does not exist.
///
/// It is one rule wherever a to-do is put into a list by the path of the list: quick add, options, the editor, pages and
/// assistants. Imports are not asked: they make the lists that their file has.
public enum MissingLists: String, Hashable, Sendable, CaseIterable {
    /// The name is refused, with the most similar one. It may be a slip.
    case refused
    /// The list is made, with the lists above it.
    case created
}
