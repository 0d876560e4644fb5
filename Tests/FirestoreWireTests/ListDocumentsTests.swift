import FirestoreWire
import Testing

@Suite("Parameters of a list")
struct ListDocumentsTests {
    private let request = ListDocumentsRequest(
        pageSize: 20, pageToken: "a+b/c=", orderBy: "priority desc, __name__",
        mask: [Samples.path("a"), Samples.path("b c")], showMissing: true, consistency: .readTime(Samples.time))

    @Test("parameters are read as what they were written from")
    func roundTrip() throws {
        #expect(try ListDocumentsRequest(queryItems: request.queryItems) == request)
        let inTransaction = ListDocumentsRequest(consistency: .transaction([0xFF, 0xFE]))
        #expect(try ListDocumentsRequest(queryItems: inTransaction.queryItems) == inTransaction)
        #expect(ListDocumentsRequest().queryItems.isEmpty)
        #expect(
            request.queryString == "pageSize=20&pageToken=a%2Bb%2Fc%3D&orderBy=priority%20desc%2C%20__name__"
                + "&mask.fieldPaths=a&mask.fieldPaths=%60b%20c%60&showMissing=true&readTime=2026-11-20T16%3A02%3A45.698187Z"
        )
    }

    @Test("names in snake_case are read, and those that all methods have are skipped")
    func names() throws {
        let read = try ListDocumentsRequest(queryItems: [
            ("page_size", "3"), ("$alt", "json"), ("mask.field_paths", "a"),
        ])
        #expect(read == ListDocumentsRequest(pageSize: 3, mask: [Samples.path("a")]))
    }

    @Test(
        "a parameter that there is not is refused", arguments: ["pagesize", "mask", "recursive", "newTransaction", "x"])
    func unknown(name: String) {
        #expect(throws: Status(.invalidArgument, "The request has no parameter '\(name)'.")) {
            try ListDocumentsRequest(queryItems: [(name, "1")])
        }
    }

    @Test(
        "a value that cannot be is refused by name",
        arguments: [
            ("pageSize", "-1"), ("pageSize", "x"), ("mask.fieldPaths", "a b"), ("showMissing", "1"),
            ("readTime", "now"),
            ("transaction", "%"),
        ])
    func refused(name: String, value: String) {
        #expect(throws: Status(.invalidArgument, "Invalid value of the parameter \(name).")) {
            try ListDocumentsRequest(queryItems: [(name, value)])
        }
    }
}
