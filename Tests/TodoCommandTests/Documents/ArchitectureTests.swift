import Foundation
import Testing

@Suite("docs/architecture.md")
struct ArchitectureTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardized

    @Test("every file, folder and type that it names is there")
    func names() throws {
        let text = try Document("docs/architecture.md").lines.joined(separator: "\n")
        let words = text.matches(of: /`([A-Za-z+\/.]+)`/).map { String($0.1) }
        let paths = words.filter { $0.contains("/") }
        #expect(paths.count > 20)
        for path in paths {
            #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: path).path), "\(path)")
        }
        let declared = try Self.folders().union(Self.declaredTypes())
        let types = Set(words.filter { $0.wholeMatch(of: /[A-Z][a-z]+([A-Z][a-z]+)+/) != nil })
        #expect(types.count > 15)
        let others: Set = ["TodoKit", "TodoSync", "AsyncSequence"]
        #expect(types.subtracting(others).subtracting(declared).isEmpty)
    }

    /// The names of the rooms.
    private static func folders() -> Set<String> {
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        return Set(
            (files ?? .init()).compactMap { ($0 as? URL).flatMap { $0.hasDirectoryPath ? $0.lastPathComponent : nil } })
    }

    /// The names after the keywords that declare a type.
    private static func declaredTypes() throws -> Set<String> {
        let files = FileManager.default.enumerator(at: root.appending(path: "Sources"), includingPropertiesForKeys: nil)
        let keywords: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
        var names: Set<String> = []
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let words = try String(contentsOf: file, encoding: .utf8).split { " \n".contains($0) }
            for (keyword, name) in zip(words, words.dropFirst()) where keywords.contains(keyword) {
                names.insert(String(name.prefix { $0.isLetter }))
            }
        }
        return names
    }
}
