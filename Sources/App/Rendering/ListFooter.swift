package import TodoKit

/// The line under a list on a terminal. It says which part of the list is shown, and how to see more.
package enum ListFooter {
    /// `3 to-dos`, `20 of 123 · next page: todo list --page 1`, `21–40 of 123 · …`.
    /// - Parameter command: the command that printed this page, without the options that choose a page.
    package static func line<Item>(_ page: Page<Item>, command: [String]) -> String {
        let next = page.nextCursor.map { cursor in
            let option = page.page.map { ["--page", "\($0 + 1)"] } ?? ["--after", "\(cursor)"]
            return " · next page: " + (command + option).map(ShellWord.quoted).joined(separator: " ")
        }
        return amount(page) + (next ?? "")
    }

    private static func amount<Item>(_ page: Page<Item>) -> String {
        let count = page.items.count
        let noun = count == 1 ? "1 to-do" : "\(count) to-dos"
        guard let total = page.total else { return noun }
        if let number = page.page, let size = page.pageSize, number > 0 {
            // A page past the end. For a number far past it, the multiplication would trap.
            guard count > 0 else { return "0 of \(total)" }
            return "\(number * size + 1)–\(number * size + count) of \(total)"
        }
        return count == total ? noun : "\(count) of \(total)"
    }
}
