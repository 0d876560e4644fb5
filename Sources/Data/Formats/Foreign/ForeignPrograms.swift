/// Programs whose JSON is recognized by its members, but cannot be read.
enum ForeignPrograms {
    private static let all: [(name: String, members: [String])] = [
        ("Asana", ["gid", "resource_type"]), ("Google Keep", ["textContent", "userEditedTimestampUsec"]),
        ("Habitica", ["habits", "dailys"]), ("Remember The Milk", ["smart_lists", "tasks"]),
        ("Wunderlist", ["list_id", "created_by_id"]), ("ClickUp", ["date_closed", "text_content"]),
        ("Notion's programming interface", ["object", "properties", "parent"]),
        ("Jira's programming interface", ["expand", "fields"]), ("GitHub", ["html_url", "node_id"]),
        ("Any.do", ["globalTaskId"]), ("Joplin", ["encryption_applied", "parent_id"]),
    ]

    /// The reason why a file with this beginning is not read, if it is of one of these programs.
    static func refusal(of beginning: FileBeginning) -> InputError? {
        let found = all.first { _, members in members.allSatisfy { beginning.hasMembers($0) } }
        return found.map { name, _ in
            InputError(
                "this looks like a file of \(name), which is not read; export it as CSV, or as records that each have a "
                    + "\"title\"")
        }
    }
}
