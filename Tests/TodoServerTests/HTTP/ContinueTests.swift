import Foundation
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("a client that asks before it sends a body")
    struct ContinueTests {
        private static let body = #"{"fields":{}}"#

        private static func head(_ server: RunningServer, _ id: String, length: Int) -> String {
            """
            PATCH \(Endpoint.documents)/c/\(id) HTTP/1.1\r
            Host: \(server.endpoint.authority)\r\nContent-Type: application/json\r
            Expect: 100-continue\r\nContent-Length: \(length)\r\n\r\n
            """
        }

        private static func answer(_ connection: RawConnection) async throws -> String {
            String(decoding: try #require(try await blocking { connection.readAnswer() }), as: UTF8.self)
        }

        @Test("it is told to go on, and what is too large is refused before it is sent")
        func answered() async throws {
            try await RunningServer.with { server async throws in
                let connection = try RawConnection(server.endpoint.authority)
                for id in ["a", "b"] {
                    connection.send(Self.head(server, id, length: Self.body.utf8.count))
                    let interim = try await Self.answer(connection)
                    #expect(interim == "HTTP/1.1 100 Continue\r\n\r\n")
                    connection.send(Self.body)
                    let answer = try await Self.answer(connection)
                    #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
                }
                connection.send(Self.head(server, "c", length: 11 << 20))
                let refused = try await Self.answer(connection)
                #expect(refused.hasPrefix("HTTP/1.1 400"), "\(refused)")
            }
        }

        @Test("it is told so after the answers to what it asked before, where it asks for several things at once")
        func pipelined() async throws {
            try await RunningServer.with { server async throws in
                let connection = try RawConnection(server.endpoint.authority)
                let first = "GET \(Endpoint.documents)/c/none HTTP/1.1\r\nHost: \(server.endpoint.authority)\r\n\r\n"
                connection.send(first + Self.head(server, "a", length: Self.body.utf8.count))
                var text = ""
                while !text.contains("100 Continue") {
                    text += try await Self.answer(connection)
                }
                #expect(text.hasPrefix("HTTP/1.1 404") && text.hasSuffix("HTTP/1.1 100 Continue\r\n\r\n"), "\(text)")
                connection.send(Self.body)
                let answer = try await Self.answer(connection)
                #expect(answer.hasPrefix("HTTP/1.1 200"), "\(answer)")
            }
        }
    }
}
