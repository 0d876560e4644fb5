import Basics
import FirestoreWire
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Sending again")
    struct Retries {
        @Test("a read is repeated after growing pauses, and gives up after the last attempt")
        func backoff() async throws {
            try await withService(failure(.unavailable)) { service, server, clock in
                let error = try await firestoreError { _ = try await service.getOne() }
                #expect(error.status == .unavailable)
                #expect(server.requests.count == 5)
                #expect(clock.pauses == [.seconds(1), .milliseconds(1500), .milliseconds(2250), .milliseconds(3375)])
            }
        }

        @Test("a read succeeds as soon as the server does")
        func recovers() async throws {
            try await withService(failure(.internal), reply(documentText())) { service, _, clock in
                let document = try await service.getOne()
                #expect(document.fields["a"] == 1)
                #expect(clock.pauses == [.seconds(1)])
            }
        }

        @Test("pauses grow to a minute, and chance moves them by half at most", arguments: [-1.0, -0.3, 0, 1])
        func jitter(chance: Double) async throws {
            let retry = RetryPolicy(maximumAttempts: 14, totalTime: .seconds(3600))
            try await withService(failure(.unavailable), retry: retry, chance: chance) { service, _, clock in
                _ = try await firestoreError { _ = try await service.getOne() }
                #expect(clock.pauses.count == 13)
                var base = Duration.seconds(1)
                for pause in clock.pauses {
                    #expect(pause >= min(base, .seconds(60)) * 0.5 - .nanoseconds(1))
                    #expect(pause <= min(base * 1.5, .seconds(60)) + .nanoseconds(1))
                    base = base * 1.5
                }
                #expect(clock.pauses.last == (chance < 0 ? .seconds(60) * (1 + 0.5 * chance) : .seconds(60)))
            }
        }

        @Test("the server's wish to wait is kept: seconds, a date by its own clock, or RetryInfo; the longest counts")
        func askedPauses() async throws {
            let date = ["Date: Sat, 21 Nov 2026 12:00:00 GMT", "Retry-After: Sat, 21 Nov 2026 12:00:07 GMT"]
            try await withService(
                failure(.resourceExhausted, fields: ["Retry-After: 9"]), failure(.unavailable, fields: date),
                failure(.unavailable, retryDelay: .milliseconds(5250)),
                failure(.unavailable, fields: ["Retry-After: 30"], retryDelay: .seconds(2)), reply(documentText())
            ) { service, _, clock in
                _ = try await service.getOne()
                #expect(clock.pauses == [.seconds(9), .seconds(7), .milliseconds(5250), .seconds(30)])
            }
        }

        @Test("a date that does not exist asks for nothing")
        func impossibleDate() async throws {
            let date = ["Date: Sat, 21 Nov 2026 12:00:00 GMT", "Retry-After: Tue, 31 Nov 2026 12:00:00 GMT"]
            try await withService(failure(.unavailable, fields: date), reply(documentText())) { service, _, clock in
                _ = try await service.getOne()
                #expect(clock.pauses == [.seconds(1)])
            }
        }

        @Test("a pause beyond the total time is not begun, and the error tells how long it would be")
        func totalTime() async throws {
            try await withService(failure(.unavailable, fields: ["Retry-After: 600"])) { service, server, clock in
                let error = try await firestoreError { _ = try await service.getOne() }
                #expect(error.retryDelay == .seconds(600))
                #expect(clock.pauses.isEmpty)
                #expect(server.requests.count == 1)
            }
        }

        @Test("what cannot help is not repeated", arguments: [StatusCode.notFound, .permissionDenied, .aborted])
        func permanent(code: StatusCode) async throws {
            try await withService(failure(code)) { service, server, _ in
                _ = try await firestoreError { _ = try await service.getOne() }
                #expect(server.requests.count == 1)
            }
        }

        @Test("a commit that certainly never arrived is repeated")
        func neverArrived() async throws {
            let answers = Counter()
            let clock = SteppingClock()
            let transport = StubTransport { _, _ in
                answers.increment()
                guard answers.value == 3 else {
                    throw HTTPTransportError(.connectionRefused, requestMayHaveReachedServer: false)
                }
                return (.init(status: .ok), #"{"writeResults":[{}]}"#)
            }
            let service = FirestoreService(
                try database(), transport: transport, surroundings: .init(clock: clock, chance: { 0 }))
            try await service.commitOne()
            #expect(clock.pauses == [.seconds(1), .milliseconds(1500)])
        }

        @Test("a cancelled task gives up at its next pause")
        func cancelled() async throws {
            let transport = StubTransport((.serviceUnavailable, ""))
            let service = FirestoreService(try database(), transport: transport)
            let task = Task { try await service.getOne() }
            #expect(await eventually { transport.requests.all.count == 1 })
            task.cancel()
            let error = try await firestoreError { _ = try await task.value }
            #expect(error == .cancelled || error.status == .unavailable)
            #expect(transport.requests.all.count == 1)
        }
    }
}
