import TodoDomain

/// The state of an import: what is known so far about the records that its file names.
struct ImportedRecords {
    /// The tags in this database for the tags of the file.
    var tags: [Tag.ID: Tag] = [:]
    /// The lists in this database that stand for the lists of the file, by their ids and paths there.
    var lists: [String: TodoList] = [:]
    /// The ids of the lists that the file lists separately.
    var declaredLists: Set<String> = []
    /// The deleted comments by to-do; nil until they are needed.
    var deletedComments: [String: [CommentEntity]]?
    /// The titles of merged tags in the file, each with the title of the tag that replaces it.
    var mergedTitles: [String: String] = [:]
}
