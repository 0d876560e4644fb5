import Foundation
import TodoKit

/// A list as text: a header, a line for each to-do with its change since the previous frame, and an empty line.
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

/// Prints text immediately, even to a pipe.
func output(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
}
