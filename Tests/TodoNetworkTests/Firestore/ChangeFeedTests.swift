import FirestoreWire
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

@Suite("The change feed, seen from the client")
struct ChangeFeedTests {
    private func service(
        announcing path: String?, _ answer: (HTTPResponse.Status, String)
    ) throws -> (FirestoreService, StubTransport) {
        let transport = StubTransport { request, _ in
            guard request.path?.hasPrefix("/feed") != true else { return (HTTPResponse(status: answer.0), answer.1) }
            var response = HTTPResponse(status: .ok)
            if let path, let name = HTTPField.Name("Todo-Change-Feed") { response.headerFields[name] = path }
            return (response, documentText())
        }
        let service = FirestoreService(
            try database(), transport: transport, surroundings: .init(clock: SteppingClock()))
        return (service, transport)
    }

    @Test("a server that announces none, as Google's, is never asked")
    func none() async throws {
        let (service, transport) = try service(announcing: nil, (.ok, ""))
        _ = try await service.getOne()
        #expect(service.changeFeed == nil)
        #expect(try await service.waitForChange(space: "u", after: 1) == nil)
        #expect(transport.requests.all.count == 1)
    }

    @Test(
        "what leads elsewhere is no path",
        arguments: ["http://evil.example/", "//evil.example/", "feed", "/a b", "/?x"])
    func elsewhere(path: String) async throws {
        let (service, _) = try service(announcing: path, (.ok, ""))
        _ = try await service.getOne()
        #expect(service.changeFeed == nil)
    }

    @Test("a sequence is a change, an empty 204 is none, and both are asked for space and sequence")
    func answers() async throws {
        for (answer, expected) in [
            ((HTTPResponse.Status.ok, #"{"sequence":"42"}"#), Int64(42)), ((.noContent, ""), nil),
        ] {
            let (service, transport) = try service(announcing: "/feed", answer)
            _ = try await service.getOne()
            #expect(try await service.waitForChange(space: "a/b", after: 7) == expected)
            #expect(transport.requests.all.last?.request.path == "/feed?space=a%2Fb&after=7")
            #expect(transport.requests.all.last?.request.method == .get)
        }
    }

    @Test("one request waits for many spaces, and a space that may no longer be read is a change too")
    func many() async throws {
        for (answer, expected) in [
            ((HTTPResponse.Status.ok, #"{"changed":{"spaces/s":"8"}}"#), true),
            ((.ok, #"{"changed":{"spaces/s":"gone","users/ann":"43"}}"#), true), ((.noContent, ""), false),
        ] {
            let (service, transport) = try service(announcing: "/feed", answer)
            _ = try await service.getOne()
            #expect(try await service.waitForChanges(of: ["users/ann": 42, "spaces/s": 7]) == expected)
            #expect(
                transport.requests.all.last?.request.path == "/feed?watch=spaces%2Fs%407&watch=users%2Fann%4042")
        }
        for answer in [#"{"changed":{}}"#, #"{"changed":{"spaces/s":8}}"#, #"{"changed":{"spaces/s":"soon"}}"#, "{}"] {
            let (service, _) = try service(announcing: "/feed", (.ok, answer))
            _ = try await service.getOne()
            _ = try await firestoreError { _ = try await service.waitForChanges(of: ["spaces/s": 7]) }
        }
    }

    @Test("anything else is an error, and the request is not sent again")
    func faults() async throws {
        for answer in [(HTTPResponse.Status.ok, "{}"), (.ok, "<html>"), (.serviceUnavailable, "")] {
            let (service, transport) = try service(announcing: "/feed", answer)
            _ = try await service.getOne()
            _ = try await firestoreError { _ = try await service.waitForChange(space: "u", after: 7) }
            #expect(transport.requests.all.count == 2)
        }
    }

    @Test("a feed that is gone is forgotten")
    func gone() async throws {
        let (service, _) = try service(announcing: "/feed", (.notFound, errorBody(.notFound)))
        _ = try await service.getOne()
        #expect(service.changeFeed == "/feed")
        #expect(try await service.waitForChange(space: "u", after: 7) == nil)
        #expect(service.changeFeed == nil)
    }
}
