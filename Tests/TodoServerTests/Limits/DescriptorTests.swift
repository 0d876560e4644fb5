import Foundation
import TestSupport
import Testing
import TodoServer

@Suite("the descriptors of the process")
struct DescriptorTests {
    @Test(
        "there are fewer connections than descriptors, and one address takes a quarter at most",
        arguments: [1, 64, 200, 1024, 4096, 20_000, .max])
    func fit(count: Int) {
        let limits = Descriptors(count: count).fit(Limits())
        #expect(1...Limits().connections ~= limits.connections)
        #expect(limits.connections < max(count, 4))
        #expect(1...max(limits.connections / 4, 1) ~= limits.connectionsPerAddress)
        #expect(limits.connectionsPerAddress <= Limits().connectionsPerAddress)
        if count >= 20_000 {
            #expect(limits.connections == Limits().connections)
            #expect(limits.connectionsPerAddress == Limits().connectionsPerAddress)
        }
        let development = Descriptors(count: count).fit(.development)
        #expect(development.connections < max(count, 4) && development.connectionsPerAddress == .max)
    }
}

extension HTTPTests {
    @Suite("few descriptors")
    struct FewDescriptors {
        @Test(
            "with two hundred, three hundred idle connections of one address leave the others their answers",
            .enabled(if: isLinux, "other systems have one address for this machine"))
        func idle() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            try Data().write(to: URL(filePath: folder.file("log")))
            let log = try FileHandle(forWritingTo: URL(filePath: folder.file("log")))
            let token = try ServerProcess.run("user", "add", "ann", "--database", path).output
                .trimmingCharacters(in: .newlines)
            let server = try ServerProcess(
                database: path, [], log: log, under: ["/bin/sh", "-c", #"ulimit -n 200; exec "$0" "$@""#])
            let authority = String(server.url.dropFirst("http://".count))
            let answers = try await blocking {
                let idle = (0..<300).compactMap { _ in try? RawConnection(authority, from: 2) }
                defer { withExtendedLifetime(idle) {} }
                let head = "GET \(Endpoint.documents)/users/ann/sync/head HTTP/1.1\r\nHost: a\r\n"
                return try (0..<60).map { _ in
                    let connection = try RawConnection(authority)
                    connection.send(head + "Authorization: Bearer \(token)\r\nConnection: close\r\n\r\n")
                    return String(decoding: connection.readAnswer() ?? [], as: UTF8.self).prefix(12)
                }
            }
            #expect(answers == [Substring](repeating: "HTTP/1.1 404", count: 60))
            server.kill()
            let text = String(decoding: contents(of: folder.file("log")) ?? Data(), as: UTF8.self)
            #expect(text.contains(#""descriptors":"200""#), "\(text)")
            #expect(text.contains("Connections were refused") && text.contains(#""client":"127.0.0.2""#), "\(text)")
        }

        @Test("a soft limit is raised to the hard one", .enabled(if: isLinux))
        func raised() throws {
            let folder = try TemporaryFolder()
            try Data().write(to: URL(filePath: folder.file("log")))
            let log = try FileHandle(forWritingTo: URL(filePath: folder.file("log")))
            let server = try ServerProcess(
                database: folder.file("server.db"), log: log,
                under: ["/bin/sh", "-c", #"ulimit -Sn 100; ulimit -Hn 700; exec "$0" "$@""#])
            server.kill()
            let text = String(decoding: contents(of: folder.file("log")) ?? Data(), as: UTF8.self)
            #expect(text.contains(#""descriptors":"700""#), "\(text)")
        }

        private static let isLinux: Bool = {
            #if os(Linux)
                true
            #else
                false
            #endif
        }()
    }
}
