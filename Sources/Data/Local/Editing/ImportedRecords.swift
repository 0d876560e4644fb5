import TodoDomain

/// What an import has found out about the records that its file names.
struct ImportedRecords {
    /// The tags in this database for the tags of the file.
    var tags: [Tag.ID: Tag] = [:]
    /// The lists in this database for the lists of the file, by their ids and paths there.
    var lists: [String: TodoList] = [:]
    /// The ids of the lists that the file lists separately.
    var declaredLists: Set<String> = []
    /// The deleted comments by their to-dos; nil as long as none has asked for them.
    var deletedComments: [String: [CommentEntity]]?
    /// The titles of merged tags in the file, each with the title of the tag that replaces it.
    var mergedTitles: [String: String] = [:]
}
