import Foundation
import TodoDomain

/// The project of a file in a backup of Todoist. The file is named after it: `Work [2203306141].csv`.
struct TodoistProject {
    /// The id of the project in Todoist, which it keeps when it is renamed.
    let id: String
    /// The list of the project; nil for the inbox.
    let list: String?

    /// Reads the project from a file name; nil for any other name.
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
