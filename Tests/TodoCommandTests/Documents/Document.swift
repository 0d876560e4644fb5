import Foundation

/// A file of the documentation.
struct Document {
    let lines: [String]

    /// - Parameter path: from the root of the project.
    init(_ path: String) throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        lines = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines of each code block in a language.
    func blocks(of language: String) -> [[String]] {
        var blocks: [[String]] = []
        var open = false
        for line in lines {
            if line == "```\(language)" {
                open = true
                blocks.append([])
            } else if line == "```" {
                open = false
            } else if open {
                blocks[blocks.count - 1].append(line)
            }
        }
        return blocks
    }
}
