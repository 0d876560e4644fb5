import Foundation
import TodoKit

/// A list as text: a head, a line for each to-do with what became of it since the frame before, and an empty line.
func frame(_ change: PageChange<Todo>) -> String {
    let inserted = Set(change.difference.inserted.map(\.index))
    let changed = Set(change.difference.changed.map(\.index))
    let moved = Set(change.difference.moved.map(\.index))
    var text = "== \(change.page.items.count) of \(change.page.total ?? 0) ==\n"
    for (index, todo) in change.page.items.enumerated() {
        let mark =
            inserted.contains(index) ? "+" : changed.contains(index) ? "~" : moved.contains(index) ? ">" : " "
        let tags = todo.tags.map { " #\($0.title)" }.joined()
        text += "\(mark) \(index + 1). [\(todo.isDone ? "x" : " ")] \(todo.title)\(tags)\n"
    }
    return text + "\n"
}

/// Shows text at once, on a pipe too.
func output(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
}
