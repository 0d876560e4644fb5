import Basics
import FirestoreWire
import TestSupport
import Testing
import TodoNetwork

@Suite("The table of Firestore errors")
struct ErrorTableTests {
    static let rows: [(code: StatusCode, expected: FirestoreErrorClass)] = [
        (.failedPrecondition, .lostRace), (.alreadyExists, .lostRace), (.aborted, .lostRace),
        (.unavailable, .transient), (.deadlineExceeded, .transient), (.internal, .transient), (.unknown, .transient),
        (.cancelled, .transient), (.resourceExhausted, .transient), (.ok, .transient), (.unauthenticated, .auth),
        (.invalidArgument, .permanent), (.permissionDenied, .permanent), (.unimplemented, .permanent),
        (.outOfRange, .permanent), (.notFound, .permanent), (.dataLoss, .permanent),
    ]

    @Test("every status has its class", arguments: rows)
    func classes(code: StatusCode, expected: FirestoreErrorClass) {
        let error = FirestoreError.status(Status(code))
        #expect(error.errorClass() == expected)
        #expect(error.mayBeLostRace == (code == .permissionDenied))
        #expect(Set(Self.rows.map(\.code)).count == StatusCode.allCases.count)
    }

    @Test("a refusal on a head that has moved is a lost race, and no other class changes by it")
    func movedHead() {
        for (code, expected) in Self.rows {
            let moved = FirestoreError.status(Status(code)).errorClass(headMoved: true)
            #expect(moved == (code == .permissionDenied ? .lostRace : expected))
        }
    }

    @Test("what breaks on the way is transient; a request or a bound that can never do is permanent")
    func transport() {
        for code in HTTPTransportError.Code.allCases {
            let error = FirestoreError.transport(HTTPTransportError(code, requestMayHaveReachedServer: true))
            let isPermanent = [.invalidRequest, .requestBody, .responseTooLarge].contains(code)
            #expect(error.errorClass() == (isPermanent ? .permanent : .transient))
        }
    }

    @Test("a reply that is none is transient, one beyond a bound is not; missing credentials want a sign-in")
    func others() {
        for error in [WireError.empty, .notJSON, .truncated] {
            #expect(FirestoreError.reply(error).errorClass() == .transient)
        }
        #expect(FirestoreError.reply(.elementTooLarge(limit: 1)).errorClass() == .permanent)
        for code in CredentialError.Code.allCases {
            let error = FirestoreError.credentials(CredentialError(code))
            #expect(error.errorClass() == (code == .unavailable ? .transient : .auth))
        }
        #expect(FirestoreError.outcomeUnknown(.status(Status(.unavailable))).errorClass() == .transient)
        #expect(FirestoreError.cancelled.errorClass() == .transient)
    }

    @Test("the emulator's word for a bad token is a matter of signing in")
    func invalidToken() {
        let error = FirestoreError.status(Status(.invalidArgument, "Invalid JWT: abc"))
        #expect(error.errorClass() == .auth)
    }

    @Test("codes are stable, and sentences tell nothing of the data")
    func texts() {
        let error = FirestoreError.status(Status(.permissionDenied, "secret of projects/p"))
        #expect(error.code == "permission-denied")
        #expect(FirestoreError.outcomeUnknown(error).code == "outcome-unknown")
        #expect(FirestoreError.outcomeUnknown(error).status == .permissionDenied)
        #expect(!"\(error) \(String(reflecting: error))".contains("secret"))
        #expect(
            FirestoreError.credentials(CredentialError(.signInAgain)).description
                == "The server does not accept the credentials.", "how to sign in says who knows the way")
    }
}

extension HTTPTests {
    @Suite("Firestore statuses over the wire")
    struct Statuses {
        @Test(
            "each arrives by its name, whatever the HTTP status, also within an array", arguments: StatusCode.allCases)
        func arrives(code: StatusCode) async throws {
            guard code != .ok else { return }
            let text = errorBody(code)
            for body in [text, "[\(text)]"] {
                try await withService(reply("\(code.httpStatus) X", body), retry: .never) { service, _, _ in
                    let error = try await firestoreError { _ = try await service.getOne() }
                    if code == .unauthenticated {
                        #expect(error == .credentials(CredentialError(.signInAgain)))
                    } else {
                        #expect(error.status == code)
                    }
                }
            }
        }

        @Test("a commit with a transient answer is unknown, with any other refused", arguments: ErrorTableTests.rows)
        func commit(code: StatusCode, expected: FirestoreErrorClass) async throws {
            guard code != .ok, code != .unauthenticated else { return }
            try await withService(failure(code)) { service, server, clock in
                let error = try await firestoreError { try await service.commitOne() }
                if case .outcomeUnknown = error {
                    #expect(expected == .transient && code != .resourceExhausted)
                } else {
                    #expect(error.errorClass() == expected)
                    // A quota is checked before anything is done.
                    #expect(expected != .transient || code == .resourceExhausted)
                }
                #expect(error.status == code)
                #expect(server.requests.count == 1)
                #expect(clock.pauses.isEmpty)
            }
        }
    }
}
