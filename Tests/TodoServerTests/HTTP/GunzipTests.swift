import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

@Suite("gzip")
struct GunzipTests {
    static let text =
        #"{"writes":[{"update":{"name":"projects/p/databases/(default)/documents/c/a","#
        + #""fields":{"a":{"stringValue":"x"}}}}]}"#

    /// Blocks of all three kinds, as zlib produces them; the last with an extra field, a name and a comment.
    static let stored = bytes(
        """
        H4sIAAAAAAAA/wFyAI3/eyJ3cml0ZXMiOlt7InVwZGF0ZSI6eyJuYW1lIjoicHJvamVjdHMvcC9kYXRhYmFzZXMvKGRlZmF1bHQp\
        L2RvY3VtZW50cy9jL2EiLCJmaWVsZHMiOnsiYSI6eyJzdHJpbmdWYWx1ZSI6IngifX19fV19G1HZTHIAAAA=
        """)
    static let fixed = bytes(
        """
        H4sIAAAAAAAA/6tWKi/KLEktVrKKrlYqLUhJLElVsqpWykvMBdJKBUX5WanJJcX6BfpAmcSkxOLUYn2NlNS0xNKcEk39lPzk0tzU\
        PKB8sn6iko5SWmZqTkoxSH8iiCguKcrMSw9LzCkFmVWhVAsEsbUAG1HZTHIAAAA=
        """)
    static let dynamic = bytes(
        """
        H4sIHAAAAAAA/wIAeHluYW1lAGNvbW1lbnQAfZRLbsMwDET3PYWPIH4l5TZt0QIFgvb+u0Iko8iylKWHNjDzPOT95/frSMff95Fu\
        x9u9PUF7gtvx/vHpAjaBTegaNa0+tC6zfauD3kfSRijnUZ9qm5Jepv2FbCbqw2Rpj8qDy9qUAmebYNEgpYtT8JgIK69gkYF54xbI\
        c9a9X3AUVTtWBxAEQlOHopNrC4vlyhcsNyEvXVeHCBvXaDD4BGN+xagww8M1+s8vI2m09IL17BotsWS9uEaLrvPPj6Ex0Kw71wYj\
        4wvWaFRyMxmCl4HHFpOlr8/0IVvieoIWEy9BWsMmr0AqdeObvAAgL0pN4iVsZEJRV6qO1g0BkE7EqURN+WreCICs+82+FrqoQrzg\
        26EF9ubZ+WTt2NmZFK6DeY5FoKnk7PuQTq2Ika8FrA8J+3Zg2pFnw4KU+IV544OcetMl+S4GkxCNA2qa7opYdszpSl7Il3e2F1Oj\
        gRV2dRfDQmlxKZ/v+LUE6sdFctyFkbz4sSCdbrf4neDTz337B06PQnEKBgAA
        """)

    static func bytes(_ base64: String) -> [UInt8] { Array(Data(base64Encoded: base64) ?? Data()) }

    @Test("blocks of each kind are expanded")
    func kinds() throws {
        #expect(try Gunzip.expand(Self.stored, limit: 114) == Array(Self.text.utf8))
        #expect(try Gunzip.expand(Self.fixed, limit: 1000) == Array(Self.text.utf8))
        let lines = (0..<60).map { "line \($0) of \($0 * $0): \(String(repeating: "abc", count: $0 % 7))\n" }.joined()
        #expect(try Gunzip.expand(Self.dynamic, limit: 1546) == Array(lines.utf8))
        #expect(Gunzip.claimedSize(of: Self.dynamic) == 1546 && Gunzip.claimedSize(of: []) == 0)
    }

    @Test("no more comes out than is allowed")
    func limit() {
        for member in [Self.stored, Self.fixed] {
            #expect(throws: Gunzip.Failure.tooLarge) { try Gunzip.expand(member, limit: 113) }
        }
        #expect(throws: Gunzip.Failure.tooLarge) { try Gunzip.expand(Self.dynamic, limit: 1545) }
    }

    @Test("whatever is damaged or cut short is refused")
    func damage() {
        for member in [Self.stored, Self.fixed, Self.dynamic] {
            for count in 0..<member.count {
                #expect(throws: Gunzip.Failure.malformed) { try Gunzip.expand(Array(member[..<count]), limit: 2000) }
            }
            let whole = try? Gunzip.expand(member, limit: 2000)
            for bit in 0..<member.count * 8 {
                var damaged = member
                damaged[bit / 8] ^= 1 << UInt8(bit % 8)
                // What is not data (a time, a name) can be anything.
                let expanded = try? Gunzip.expand(damaged, limit: 2000)
                #expect(expanded == nil || expanded == whole, "bit \(bit)")
            }
        }
    }
}

extension HTTPTests {
    @Suite("compressed requests")
    struct CompressedRequests {
        private func commit(
            _ server: RunningServer, _ body: [UInt8], _ coding: String
        ) async throws -> (status: Int, json: JSONValue) {
            var request = HTTPRequest(
                method: .post, scheme: "http", authority: server.endpoint.authority,
                path: "\(Endpoint.documents):commit")
            request.headerFields[.contentType] = "application/json"
            request.headerFields[.contentEncoding] = coding
            let (response, bytes) = try await server.endpoint.transport.collect(request, body: HTTPBody(body))
            return (response.status.code, (try? JSONValue(parsing: bytes)) ?? .null)
        }

        @Test("a body in gzip is read; another coding, damage, and what claims another size are refused")
        func gzip() async throws {
            try await RunningServer.with { server in
                #expect(try await commit(server, GunzipTests.fixed, "gzip").status == 200)
                let document = try await server.endpoint.send(.get, "\(Endpoint.documents)/c/a")
                #expect(document.json["fields"] == ["a": ["stringValue": "x"]])
                let text = Array(GunzipTests.text.utf8)
                #expect(try await commit(server, text, "identity").status == 200)
                var (more, less) = (GunzipTests.fixed, GunzipTests.fixed)
                more[more.count - 1] = 0x7F
                less[less.count - 4] -= 1
                for (body, coding) in [
                    (GunzipTests.fixed, "br"), (GunzipTests.fixed, "gzip, gzip"), (text, "gzip"), (more, "gzip"),
                    (less, "gzip"), ([], "gzip"),
                ] {
                    let (status, json) = try await commit(server, body, coding)
                    #expect(status == 400 && json["error"]?["status"] == "INVALID_ARGUMENT", "\(coding) \(body.count)")
                }
            }
        }
    }
}
