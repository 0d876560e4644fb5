import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("compressed answers")
    struct CompressedAnswers {
        /// Puts documents of some kilobytes, and returns the path of a list of them.
        private func fill(_ server: RunningServer) async throws -> String {
            for id in 0..<40 {
                let text = String(repeating: "all work and no play \(id) ", count: 100)
                let reply = try await server.endpoint.send(
                    .patch, "\(Endpoint.documents)/c/\(id)",
                    #"{"fields":{"t":{"stringValue":"\#(text)"}}}"#)
                #expect(reply.status == 200)
            }
            return "\(Endpoint.documents)/c?pageSize=100"
        }

        private func ask(
            _ connection: RawConnection, _ server: RunningServer, _ path: String, _ fields: String = ""
        ) {
            connection.send("GET \(path) HTTP/1.1\r\nHost: \(server.endpoint.authority)\r\n\(fields)\r\n")
        }

        /// The head and the body of an answer, out of its chunks.
        private func parts(_ answer: [UInt8]) throws -> (head: String, body: [UInt8]) {
            let end = try #require(answer.firstRange(of: Array("\r\n\r\n".utf8)))
            let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
            var (rest, body) = (answer[end.upperBound...], [UInt8]())
            guard head.contains("transfer-encoding: chunked") else { return (head, Array(rest)) }
            while let line = rest.firstRange(of: Array("\r\n".utf8)) {
                let size = try #require(Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16))
                guard size > 0 else { break }
                body += rest[line.upperBound..<(line.upperBound + size)]
                rest = rest[(line.upperBound + size + 2)...]
            }
            return (head, body)
        }

        @Test("an answer is in gzip for a client that asks for it, and as it is for others")
        func gzip() async throws {
            try await RunningServer.with { server in
                let path = try await fill(server)
                let connection = try RawConnection(server.endpoint.authority)
                ask(connection, server, path, "Accept-Encoding: gzip\r\n")
                let packed = try parts(try #require(try await blocking { connection.readAnswer() }))
                #expect(packed.head.contains("content-encoding: gzip") && packed.head.contains("vary: accept-encoding"))
                for fields in ["", "Accept-Encoding: br\r\n", "Accept-Encoding: gzip;q=0\r\n"] {
                    ask(connection, server, path, fields)
                    let plain = try parts(try #require(try await blocking { connection.readAnswer() }))
                    #expect(!plain.head.contains("content-encoding"))
                    #expect(plain.body.count > packed.body.count * 10)
                    #expect(try Gunzip.expand(packed.body, limit: plain.body.count) == plain.body)
                }
                // Too short to be worth it.
                ask(connection, server, "/health", "Accept-Encoding: gzip\r\n")
                let short = try parts(try #require(try await blocking { connection.readAnswer() }))
                #expect(!short.head.contains("content-encoding") && short.body == Array("ok\n".utf8))
            }
        }

        @Test("our client asks for it, and reads the same")
        func client() async throws {
            try await RunningServer.with { server in
                let path = try await fill(server)
                let reply = try await server.endpoint.send(.get, path)
                #expect(reply.status == 200 && reply.json["documents"]?.elements?.count == 40)
            }
        }

        @Test("heads that answer no request that was read disturb nothing: an interim one, and a refusal")
        func interim() async throws {
            try await RunningServer.with { server async throws in
                let path = try await fill(server)
                let connection = try RawConnection(server.endpoint.authority)
                for _ in 0..<2 {
                    let body = #"{"fields":{}}"#
                    connection.send(
                        """
                        PATCH \(Endpoint.documents)/c/new HTTP/1.1\r
                        Host: \(server.endpoint.authority)\r\nAccept-Encoding: gzip\r
                        Content-Type: application/json\r
                        Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\n\r\n
                        """)
                    let interim = try #require(try await blocking { connection.readAnswer() })
                    #expect(String(decoding: interim, as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
                    connection.send(body)
                    let done = try parts(try #require(try await blocking { connection.readAnswer() }))
                    #expect(done.head.hasPrefix("http/1.1 200"))
                    ask(connection, server, path, "Accept-Encoding: gzip\r\n")
                    let packed = try parts(try #require(try await blocking { connection.readAnswer() }))
                    #expect(packed.head.contains("content-encoding: gzip"))
                }
                connection.send("GET / HTTP/9.9\r\nX\r\n\r\n")
                let refused = try #require(try await blocking { connection.readToEnd() })
                #expect(refused.hasPrefix("HTTP/1.1 400") && refused.contains("INVALID_ARGUMENT"), "\(refused)")
                // The server lives.
                #expect(try await server.endpoint.send(.get, path).status == 200)
            }
        }
    }
}
