import ArgumentParser
import JSON
import TodoDomain
import TodoFormats
import TodoKit

struct CommentCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "comment", abstract: "Comment on a to-do.",
        discussion: """
            A comment says when it was made and on which device. `todo show` prints the comments of a to-do with their \
            ids, and `todo search` finds the to-do by them.

            EXAMPLES:
              todo comment 3f2a "Called, nobody answered"
              git log -1 | todo comment 3f2a -
              todo comment edit 81c0 "Called twice, nobody answered"
              todo comment delete 81c0
            """,
        subcommands: [Add.self, Edit.self, Delete.self], defaultSubcommand: Add.self)

    struct Add: WordsCommand, TextCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "add", abstract: "Add a comment.",
            discussion: """
                EXAMPLES:
                  todo comment 3f2a "Called, nobody answered"
                  todo comment add 3f2a Called, nobody answered
                """)

        @Argument(
            help: "The id of the to-do, or its beginning.",
            completion: Completer.ids)
        var id: String
        @Argument(help: "What it says; -: the standard input.")
        var text: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let text = try Session.commentText(DashedWords.unmarked(text))
            let comment = try await session.store.addComment(
                text, to: try await session.todoID(DashedWords.unmarked(id)))
            try session.report(comment)
        }
    }

    struct Edit: TextCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "edit", abstract: "Change what a comment says.",
            discussion: """
                EXAMPLES:
                  todo comment edit 81c0 "Called twice, nobody answered"
                """)

        @Argument(help: "The id of the comment, or its beginning.")
        var id: String
        @Argument(help: "What it says now; -: the standard input.")
        var text: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let text = try Session.commentText(DashedWords.unmarked(text))
            let id = try await session.commentID(DashedWords.unmarked(id))
            try session.report(try await session.store.comments.update(Todo.Comment.Update(id: id, text: text)))
        }
    }

    struct Delete: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "delete", abstract: "Delete comments.",
            discussion: """
                EXAMPLES:
                  todo comment delete 81c0
                """)

        @Argument(help: "The ids of the comments, or their beginnings.")
        var ids: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            var found: [Todo.Comment.ID] = []
            for text in ids {
                let id = try await session.commentID(text)
                if !found.contains(id) { found.append(id) }
            }
            try await session.store.comments.delete(found)
            try session.reportDeleted(found.map(\.rawValue), noun: "comment")
        }
    }
}

extension Session {
    /// The text of a comment: these words, or the standard input if they are only `-`.
    fileprivate static func commentText(_ words: [String]) throws -> String {
        try Validation.comment(StandardInput.text(typed: words.joined(separator: " "), for: .comment))
    }

    /// Prints a comment as JSON, or in the form that `show` uses.
    fileprivate func report(_ comment: Todo.Comment) throws {
        guard !isJSON else { return try print(json: { TodoJSON.write(comment, to: &$0) }) }
        let block = TodoBlock(dueText: DueText(now: now, timeZone: timeZone))
        try print(block.lines(comment, styles: output.styles))
    }
}
