import Foundation
import TodoDomain

/// The project of a file in a backup of Todoist, which is named for it: `Work [2203306141].csv`.
struct TodoistProject {
    /// Its id there, which it keeps under another name.
    let id: String
    /// Its list; nil for the inbox.
    let list: String?

    /// The project; nil for a file of any other name.
    init?(fileName: String?) {
        guard let fileName, fileName.lowercased().hasSuffix("].csv"),
            let bracket = fileName.range(of: " [", options: .backwards)
        else { return nil }
        id = String(fileName[bracket.upperBound...].dropLast("].csv".count))
        guard id.contains(where: \.isNumber), id.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isLetter) }) else {
            return nil
        }
        let name = String(fileName[..<bracket.lowerBound]).trimmed
        guard !name.isEmpty else { return nil }
        list = TodoList.isInbox(name) ? nil : name
    }
}
