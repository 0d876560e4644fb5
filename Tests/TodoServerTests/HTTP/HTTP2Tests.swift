import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("clients that speak HTTP/2")
    struct HTTP2Tests {
        private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

        private static func frame(_ type: UInt8, stream: UInt8 = 0, _ content: [UInt8] = []) -> [UInt8] {
            [0, 0, UInt8(content.count), type, 0, 0, 0, 0, stream] + content
        }

        @Test("each call ends at once with UNIMPLEMENTED and what to use; then the connection is closed")
        func refusal() async throws {
            try await RunningServer.with { server in
                let answer = try await blocking { [authority = server.endpoint.authority] in
                    let connection = try RawConnection(authority)
                    // In pieces, as they may arrive.
                    connection.send(Array(Self.preface.prefix(10)))
                    connection.send(Array(Self.preface.dropFirst(10)) + Self.frame(4) + [0, 0])
                    connection.send(Array(Self.frame(1, stream: 1, [0x82, 0x86]).dropFirst(2)))
                    connection.send(Self.frame(6, [1, 2, 3, 4, 5, 6, 7, 8]) + Self.frame(1, stream: 3, [0x82]))
                    return connection.readToEnd()
                }
                let text = try #require(answer)
                #expect(text.components(separatedBy: "grpc-status\u{2}12").count == 3, "two calls, two answers")
                #expect(text.contains("application/grpc") && text.contains("This server has no gRPC"))
            }
        }

        @Test("what only begins like it, and what is too large for it, is not answered so")
        func others() async throws {
            try await RunningServer.with { server in
                for bytes in [Array("PRI * HTTP/1.1\r\n\r\n".utf8), Array("PRI".utf8), Self.preface + [1, 0, 0, 1]] {
                    let answer = try await blocking { [authority = server.endpoint.authority] in
                        let connection = try RawConnection(authority)
                        connection.send(bytes + [0, 0, 0, 0, 0, 0, 0])
                        connection.finish()
                        return connection.readToEnd()
                    }
                    #expect(answer?.contains("grpc") == false)
                }
                let path = "\(Endpoint.documents)/c/a"
                #expect(try await server.endpoint.send(.patch, path, #"{"fields":{}}"#).status == 200)
            }
        }

        @Test("with TLS, a client that knows HTTP/1.1 too gets that, and one that does not is told the same")
        func tls() throws {
            let folder = try TemporaryFolder()
            _ = try Certificate(in: folder.path)
            let server = try ServerProcess(
                database: folder.file("server.db"),
                ["--tls-certificate", folder.file("certificate.pem"), "--tls-key", folder.file("key.pem")])
            func chosen(_ offered: String) throws -> String {
                let process = Process()
                let output = Pipe()
                process.executableURL = URL(filePath: "/bin/sh")
                let address = server.url.dropFirst("https://".count)
                process.arguments = [
                    "-c", "exec openssl s_client -connect \(address) -alpn \(offered) </dev/null 2>&1",
                ]
                process.standardOutput = output
                try process.run()
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                return text
            }
            #expect(try chosen("h2,http/1.1").contains("ALPN protocol: http/1.1"))
            #expect(try chosen("h2").contains("ALPN protocol: h2"))
            server.kill()
        }
    }
}
