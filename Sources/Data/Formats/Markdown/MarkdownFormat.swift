import Foundation
import TodoDomain

/// Lists of tasks in Markdown, with what the plugin Tasks of Obsidian writes after them
/// (publish.obsidian.md/tasks/Reference/Task+Formats): `- [ ] call Bob #home 🔁 every week 📅 2026-03-05`. A heading is a list,
/// a task below another one a subtask, and other text below a task its notes.
package struct MarkdownFormat: WritableTodoFormat {
    package let name = "markdown"
    package let fileExtensions = ["md", "markdown"]
    package let extrasPrefix = Self.prefix
    static let prefix = "markdown."

    /// The format.
    package init() {}

    package func recognizes(name: String?, beginning: FileBeginning) -> Recognition {
        // A table may have such lines in its cells.
        guard !beginning.isTable(named: name), !beginning.isJSON(named: name) else { return .none }
        let lines = beginning.text.split(separator: "\n", maxSplits: 1000).prefix(1000)
        if lines.contains(where: { MarkdownTask($0) != nil }) { return .form }
        // Most texts of Markdown hold no tasks, such as a README.
        return beginning.text.isEmpty ? recognizes(name: name) : .none
    }

    package func makeReader(_ source: ByteSource, context: ImportContext) -> any ItemReader {
        let said: Set<ForeignTask.Part> = [
            .notes, .list, .tags, .parent, .due, .start, .recurrence, .dependsOn, .priority, .days,
        ]
        return ForeignFileReader(source, format: self, saying: said, context: context) { bytes, items in
            let text = try bytes.withUnsafeBufferPointer { try String(fileBytes: $0) }
            var document = MarkdownDocument(context: context)
            try document.read(text)
            try document.finish(into: &items)
        }
    }

    package func makeWriter(context: ExportContext) -> any ItemWriter { MarkdownWriter(context: context) }
}
