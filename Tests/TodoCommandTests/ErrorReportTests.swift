import JSON
import Testing
import TodoDomain
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

    @Test("every code has the exit status of the contract")
    func statuses() {
        let byStatus: [ProcessStatus: Set<TodoError.Code>] = [
            .notFound: [.notFound, .ambiguous, .nothingToUndo, .undoConflict, .historyExpired],
            .badInput: [.badInput],
            .unreachable: [.unreachable, .remoteRefused],
            .storage: [
                .diskFull, .corrupt, .readOnly, .newerVersion, .foreignDatabase, .cannotOpen, .storage, .faultsFound,
            ],
            .locked: [.locked, .syncing],
            .notAuthorised: [.notAuthorised],
            .configuration: [.noRemote, .otherRemote, .badConfiguration],
        ]
        for code in TodoError.Code.allCases {
            let expected = byStatus.first { $0.value.contains(code) }?.key ?? .usage
            #expect(ProcessStatus(code) == expected, "\(code)")
        }
        #expect(ProcessStatus.allCases.map(\.rawValue) == [0, 1, 64, 65, 69, 70, 74, 75, 77, 78])
    }
}
