import Foundation
import TodoKit
import TodoKitUI

/// A list as text: a header, a line for each to-do with its change since the previous frame, and an empty line.
@MainActor
func frame(_ list: TodoListModel) -> String {
    let inserted = Set(list.difference.inserted.map(\.index))
    let changed = Set(list.difference.changed.map(\.index))
    let moved = Set(list.difference.moved.map(\.index))
    var text = "== \(list.items.count) of \(list.total) ==\n"
    for (index, todo) in list.items.enumerated() {
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
