import Foundation
import JSON
import Testing
import TodoKit
import todo

@Suite("What is said of errors")
struct ErrorReportTests {
    @Test("a person gets a sentence, with nothing in it that a terminal would obey")
    func sentence() {
        let report = ErrorReport(TodoError(.notFound, "There is no \u{1B}[31m\u{202E}tag.\nAdd it."))
        #expect(report.text(asJSON: false) == "todo: There is no ␛[31m\u{FFFD}tag.\nAdd it.\n")
        #expect(report.status == .notFound)
    }

    @Test("a program gets the code and the message as one line of JSON, and nothing else")
    func json() throws {
        let report = ErrorReport(TodoError(.usage, "Say \"today\"\n\u{1B}"))
        #expect(
            report.text(asJSON: true)
                == #"{"error":{"code":"usage","message":"Say \"today\"\n\u001b"}}"# + "\n")
        #expect(
            try JSONValue(parsing: report.text(asJSON: true)) == [
                "error": ["code": "usage", "message": "Say \"today\"\n\u{1B}"]
            ])
    }

    @Test("an error that nobody foresaw says its kind, and none of its text")
    func unexpected() {
        struct Secret: Error, CustomStringConvertible { let description = "the title of a to-do" }
        let report = ErrorReport(Secret())
        #expect((report.code, report.status) == ("unexpected", .unexpected))
        #expect(report.message == "Something failed that should not have (Secret); please report it.")
    }

    @Test("what helps is said in the words of the command, and what may have been meant is listed")
    func advice() {
        func message(_ error: TodoError) -> String { ErrorReport(error).message }
        #expect(message(.noRemote) == "No remote is set up. Set one up with: todo remote set URL")
        let refused = TodoError(
            .undoConflict, "Nothing was undone.", effect: .nothingChanged,
            remedies: [.force("the rest is undone"), .restore("/tmp/a b.db")])
        #expect(
            refused.message
                == "Nothing was undone. Nothing was changed. With force, the rest is undone. The backup /tmp/a b.db can be restored."
        )
        #expect(
            message(refused) == """
                Nothing was undone. Nothing was changed. With --force the rest is undone. Bring that back with: todo restore \
                '/tmp/a b.db'
                """)
        let candidates = TodoError.Candidates([.init(id: "3f2a", title: "Buy milk")], hasMore: true)
        #expect(message(TodoError(.ambiguous, "Several:", candidates: candidates)) == "Several:\n  3f2a  Buy milk\n  …")
    }

    @Test("every code that a layer declares has an exit status, that of the contract")
    func statuses() throws {
        var declared: [String] = []
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources").standardized
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("extension TodoError.Code") else { continue }
            declared += text.matches(of: /static let \w+ = Self\("([a-z-]+)"\)/).map { String($0.1) }
        }
        #expect(declared.count > 40 && Set(declared).count == declared.count)
        #expect(Set(declared) == Set(ProcessStatus.table.keys.map(\.rawValue)))

        var documented: [String: Int32] = [:]
        for line in try Document("docs/cli.md").lines {
            guard let row = line.wholeMatch(of: /\| (\d+) \| [^|]* \| (.*) \|/), let status = Int32(row.1) else {
                continue
            }
            for code in row.2.matches(of: /`([a-z-]+)`/) { documented[String(code.1)] = status }
        }
        #expect(documented.removeValue(forKey: "unexpected") == ProcessStatus.unexpected.rawValue)
        for (code, status) in ProcessStatus.table where status != .usage || documented[code.rawValue] != nil {
            #expect(documented.removeValue(forKey: code.rawValue) == status.rawValue, "\(code.rawValue)")
        }
        #expect(documented.isEmpty)
        #expect(ProcessStatus(TodoError.Code("of-another-program")) == .unexpected)
        #expect(ProcessStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 69, 70, 74, 75, 77, 78])
    }
}
