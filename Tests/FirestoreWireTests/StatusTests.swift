import FirestoreWire
import JSON
import Testing

@Suite("Errors")
struct StatusTests {
    @Test(
        "every canonical code has its number, its name and its HTTP status",
        arguments: [
            (.ok, 0, "OK", 200), (.cancelled, 1, "CANCELLED", 499), (.unknown, 2, "UNKNOWN", 500),
            (.invalidArgument, 3, "INVALID_ARGUMENT", 400), (.deadlineExceeded, 4, "DEADLINE_EXCEEDED", 504),
            (.notFound, 5, "NOT_FOUND", 404), (.alreadyExists, 6, "ALREADY_EXISTS", 409),
            (.permissionDenied, 7, "PERMISSION_DENIED", 403), (.resourceExhausted, 8, "RESOURCE_EXHAUSTED", 429),
            (.failedPrecondition, 9, "FAILED_PRECONDITION", 400), (.aborted, 10, "ABORTED", 409),
            (.outOfRange, 11, "OUT_OF_RANGE", 400), (.unimplemented, 12, "UNIMPLEMENTED", 501),
            (.internal, 13, "INTERNAL", 500), (.unavailable, 14, "UNAVAILABLE", 503), (.dataLoss, 15, "DATA_LOSS", 500),
            (.unauthenticated, 16, "UNAUTHENTICATED", 401),
        ] as [(StatusCode, Int, String, Int)])
    func table(code: StatusCode, number: Int, name: String, httpStatus: Int) throws {
        #expect(code.rawValue == number && code.name == name && code.httpStatus == httpStatus)
        #expect(StatusCode(name: name) == code && StatusCode(rawValue: number) == code)
        // Several codes share an HTTP status, but a given code always has the same one.
        if code != .unknown { #expect(StatusCode(httpStatus: httpStatus).httpStatus == httpStatus) }
        let status = Status(code, "why")
        #expect(try status.rereads())
        guard code != .ok else { return }
        #expect(try ErrorBody(json: ErrorBody(status).json).status == status)
        #expect(Status(errorBody: ErrorBody(status).json, httpStatus: httpStatus) == status)
    }

    @Test("the table is complete, and what is not in it is unknown")
    func unknown() {
        #expect(StatusCode.allCases.map(\.rawValue) == Array(0...16))
        #expect(StatusCode(name: "not_found") == nil && StatusCode(name: "") == nil)
        for (http, code) in [
            (418, StatusCode.unknown), (302, .unknown), (0, .unknown), (502, .unavailable), (413, .invalidArgument),
            (204, .ok),
        ] {
            #expect(StatusCode(httpStatus: http) == code)
        }
    }

    @Test(
        "an error body is read as an object or in an array, and by its name before its number",
        arguments: [
            (#"{"error":{"code":409,"message":"m","status":"ALREADY_EXISTS"}}"#, 409, StatusCode.alreadyExists, "m"),
            (#"[{"error":{"code":409,"message":"m","status":"ABORTED"}}]"#, 409, .aborted, "m"),
            (
                " \n[ {\"error\":{\"code\":400,\"message\":\"m\",\"status\":\"FAILED_PRECONDITION\"}}\n]\r\n", 400,
                .failedPrecondition, "m"
            ),
            (#"{"error":{"code":404,"message":"m"}}"#, 404, .notFound, "m"),
            (#"{"error":{"code":9,"message":"m"}}"#, 400, .failedPrecondition, "m"),
            (#"{"error":{"code":503,"message":"m","status":"SOMETHING_NEW"}}"#, 503, .unavailable, "m"),
            (#"{"error":{"message":"m","status":"OK"}}"#, 500, .internal, "m"),
            (#"{"error":{"message":"m","errors":[{"domain":"global"}]}}"#, 403, .permissionDenied, "m"),
            (#"{"error":"invalid_grant","error_description":"x"}"#, 401, .unauthenticated, ""),
            ("", 503, .unavailable, "The server answered with HTTP 503."),
            ("<html>Sign in</html>", 403, .permissionDenied, "The server answered with HTTP 403."),
            (#"{"error":{"code":40"#, 404, .notFound, "The server answered with HTTP 404."),
            (#"{"message":"other"}"#, 429, .resourceExhausted, "The server answered with HTTP 429."),
            ("[]", 500, .internal, "The server answered with HTTP 500."),
            ("", 200, .unknown, "The server answered with HTTP 200."),
        ])
    func bodies(text: String, httpStatus: Int, code: StatusCode, message: String) {
        let status = Status(errorBody: text.utf8, httpStatus: httpStatus)
        #expect(status.code == code && status.message == message)
    }

    @Test("an error body is written as Google writes it")
    func writing() {
        let body = ErrorBody(Status(.notFound, "No document.", retryDelay: .milliseconds(1500)))
        #expect(
            String(decoding: body.json, as: UTF8.self) == """
                {"error":{"code":404,"message":"No document.","status":"NOT_FOUND","details":\
                [{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.500000000s"}]}}
                """)
    }

    @Test(
        "the delay that a server asks for is read from its details",
        arguments: [
            ("30s", .seconds(30)), ("0s", .zero), ("1.5s", .milliseconds(1500)), ("0.000000001s", .nanoseconds(1)),
            ("3.123456789s", .nanoseconds(3_123_456_789)), ("-1s", nil), ("1", nil), ("s", nil), (".5s", nil),
            ("1.s", nil),
            ("1.5.5s", nil), ("1e3s", nil), ("+1s", nil), ("9999999999999999999999s", nil), ("1.0000000001s", nil),
        ] as [(String, Duration?)])
    func retryDelay(text: String, expected: Duration?) {
        let other: JSONValue = ["@type": "type.googleapis.com/google.rpc.ErrorInfo", "retryDelay": "99s"]
        let info: JSONValue = ["@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": .string(text)]
        #expect(Status(.unavailable, details: [other, 1, info]).retryDelay == expected)
        if let expected { #expect(Status(.unavailable, retryDelay: expected).retryDelay == expected) }
    }

    @Test("an error shows its code and not its message, which may hold data of the user")
    func description() {
        #expect("\(Status(.notFound, "secret"))" == "NOT_FOUND")
    }

    @Test("an error in place of any reply is thrown as what it is")
    func replies() {
        let body = #"{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED"}}"#.utf8
        let expected = Status(.permissionDenied, "no")
        #expect(throws: expected) { try CommitResponse(json: body) }
        #expect(throws: expected) { try Document(json: body) }
        #expect(throws: expected) { try BatchWriteResponse(json: body) }
        #expect(throws: expected) { try ListDocumentsResponse(json: body) }
        #expect(throws: expected) { try ListCollectionIdsResponse(json: body) }
        #expect(throws: expected) { try BeginTransactionResponse(json: body) }
        #expect(throws: expected) { try Empty(json: body) }
    }

    @Test("a body that is no message is told apart: empty, no JSON, cut off, or of another shape")
    func wireErrors() {
        #expect(throws: WireError.empty) { try CommitResponse(json: []) }
        #expect(throws: WireError.empty) { try CommitResponse(json: " \r\n".utf8) }
        #expect(throws: WireError.notJSON) { try CommitResponse(json: "<!DOCTYPE html><html>".utf8) }
        #expect(throws: WireError.notJSON) { try CommitResponse(json: "OK".utf8) }
        #expect(throws: WireError.truncated) { try CommitResponse(json: #"{"commitTime":"2026-11-20T1"#.utf8) }
        #expect(throws: WireError.truncated) { try CommitResponse(json: "{".utf8) }
        #expect(throws: WireError.malformed(JSONError("expected an object", at: 0))) {
            try CommitResponse(json: "[]".utf8)
        }
        #expect(throws: WireError.malformed(JSONError("invalid time", at: 14))) {
            try CommitResponse(json: #"{"commitTime":"yesterday"}"#.utf8)
        }
        #expect(WireError.truncated.isRetryable && !WireError.elementTooLarge(limit: 1).isRetryable)
    }
}
