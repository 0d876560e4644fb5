import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("a server whose database is taken away, cut off or without room")
    struct StorageTests {
        /// Runs `body` with a separate server, which answers before and after.
        private func withServer(
            in folder: String, log: FileHandle = .nullDevice,
            _ body: (_ path: String, _ server: ServerProcess, _ endpoint: Endpoint) async throws -> Void
        ) async throws {
            let path = folder + "/server.db"
            let server = try ServerProcess(database: path, ["--open"], log: log)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            #expect(try await endpoint.send(.get, "/health").status == 200)
            #expect(try await Self.put(endpoint, "first").status == 200)
            try await body(path, server, endpoint)
            await transport.shutDown()
            #expect(server.process.isRunning, "the server has ended")
            server.process.terminate()
            server.process.waitUntilExit()
            #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
        }

        private static func put(_ endpoint: Endpoint, _ id: String, size: Int = 10) async throws -> Endpoint.Reply {
            let text = String(repeating: "x", count: size)
            return try await endpoint.send(
                .patch, "\(Endpoint.documents)/c/\(id)", #"{"fields":{"t":{"stringValue":"\#(text)"}}}"#)
        }

        @Test("a file that is removed, or another in its place: nothing is acknowledged, and /health says so")
        func removed() async throws {
            let folder = try TemporaryFolder()
            try await withServer(in: folder.path) { path, _, endpoint in
                let files = FileManager.default
                try files.moveItem(atPath: path, toPath: path + ".away")
                for round in 0..<2 {
                    let refused = try await Self.put(endpoint, "lost")
                    #expect(refused.status == 503 && refused.text.contains("removed or replaced"), "\(refused.text)")
                    let health = try await endpoint.send(.get, "/health")
                    #expect(health.status == 503 && health.text.contains("removed or replaced"))
                    if round == 0 { try Data("another".utf8).write(to: URL(filePath: path)) }
                }
                try files.removeItem(atPath: path)
                try files.moveItem(atPath: path + ".away", toPath: path)
                #expect(try await Self.put(endpoint, "kept").status == 200)
                #expect(try await endpoint.send(.get, "/health").status == 200)
                #expect(try await endpoint.send(.get, "\(Endpoint.documents)/c/lost").status == 404)
                // What the log holds is just as much part of the database.
                try files.removeItem(atPath: path + "-wal")
                #expect(try await Self.put(endpoint, "lost").status == 503)
            }
            #expect(try ServerProcess.run("check", "--database", folder.file("server.db")).status == 0)
        }

        @Test(
            "another file in its place: reads fail as well, what was stored is in a copy that the log names, and stays there"
        )
        func replaced() async throws {
            let folder = try TemporaryFolder()
            let other = try ServerProcess(database: folder.file("other.db"), ["--open"])
            other.process.terminate()
            other.process.waitUntilExit()
            let logPath = folder.file("log")
            try Data().write(to: URL(filePath: logPath))
            let log = try FileHandle(forWritingTo: URL(filePath: logPath))
            @Sendable func copy() -> String? {
                let text = String(decoding: contents(of: logPath) ?? Data(), as: UTF8.self).replacing("\\/", with: "/")
                return text.firstMatch(of: /[^ "]*replaced-[0-9]{8}T[0-9]{6}\.[0-9]{3}Z/).map { String($0.output) }
            }
            try await withServer(in: folder.path, log: log) { path, _, endpoint in
                #expect(rename(folder.file("other.db"), path) == 0)
                let read = try await endpoint.send(.get, "\(Endpoint.documents)/c/first")
                #expect(read.status == 503 && read.text.contains("removed or replaced"), "\(read.text)")
                #expect(try await Self.put(endpoint, "lost").status == 503)
                #expect(await eventually { copy() != nil })
            }
            let saved = try #require(copy())
            for path in [folder.file("server.db"), saved] {
                #expect(try ServerProcess.run("check", "--database", path).status == 0)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(
                names.count { $0.contains("replaced-") && $0.hasSuffix("Z") } == 1,
                "\(names)")
            #expect(names.contains("server.db.foreign-wal"))
            let server = try ServerProcess(database: saved, ["--open"])
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            #expect(try await endpoint.send(.get, "\(Endpoint.documents)/c/first").status == 200)
            await transport.shutDown()
            server.process.terminate()
            server.process.waitUntilExit()
        }

        @Test("a file that is cut off under the server is an error of reads and writes, and not its end")
        func truncated() async throws {
            let folder = try TemporaryFolder()
            try await withServer(in: folder.path) { path, _, endpoint in
                // More than the log holds: most of it is in the file itself.
                for index in 0..<40 { #expect(try await Self.put(endpoint, "\(index)", size: 400_000).status == 200) }
                // What is read once is mapped, and large values are not kept in memory.
                for index in 0..<40 {
                    #expect(try await endpoint.send(.get, "\(Endpoint.documents)/c/\(index)").status == 200)
                }
                truncate(path, 64 << 10)
                for index in 0..<40 {
                    let reply = try await endpoint.send(.get, "\(Endpoint.documents)/c/\(index)")
                    #expect(reply.status == 503 && reply.text.contains("cut off"), "\(reply.status) \(reply.text)")
                }
                #expect(try await Self.put(endpoint, "lost").status == 503)
                let health = try await endpoint.send(.get, "/health")
                #expect(health.status == 503 && health.text.contains("cut off"))
            }
        }

        @Test("a symbolic and a hard link to the file lead no second server to it")
        func links() async throws {
            let folder = try TemporaryFolder()
            try await withServer(in: folder.path) { path, _, _ in
                try FileManager.default.createSymbolicLink(atPath: folder.file("link.db"), withDestinationPath: path)
                try FileManager.default.linkItem(atPath: path, toPath: folder.file("hard.db"))
                for name in ["link.db", "hard.db", "./server.db"] {
                    let second = try ServerProcess.run("serve", "--port", "0", "--database", folder.file(name))
                    #expect(second.status == 75 && second.error.contains("Another todo-server"), "\(name)")
                }
            }
        }

        @Test(
            "a full disk is said by commits, by /health and by the log, and so is that it has room again",
            .enabled(if: Mount.isPossible))
        func full() async throws {
            let folder = try TemporaryFolder()
            let disk = try Mount(size: "8m", at: URL(filePath: folder.file("disk")))
            defer { disk.detach() }
            try Data().write(to: URL(filePath: folder.file("log")))
            let log = try FileHandle(forWritingTo: URL(filePath: folder.file("log")))
            try await withServer(in: disk.path, log: log) { _, _, endpoint in
                let filler = disk.path + "/filler"
                // Until no block is free.
                let file = open(filler, O_WRONLY | O_CREAT, 0o600)
                let block = [UInt8](repeating: 1, count: 4096)
                while write(file, block, block.count) > 0 {}
                close(file)
                let refused = try await Self.put(endpoint, "large", size: 900_000)
                #expect(refused.status == 503 && refused.text.contains("disk is full"), "\(refused.text)")
                #expect(refused.text.contains(#""reason":"NO_SPACE""#), "\(refused.text)")
                let health = try await endpoint.send(.get, "/health")
                #expect(health.status == 503 && health.text.contains("disk is full"))
                let logPath = folder.file("log")
                @Sendable func says(_ text: String) -> Bool {
                    String(decoding: contents(of: logPath) ?? Data(), as: UTF8.self).contains(text)
                }
                #expect(await eventually { says("disk is full") })
                #expect(try await endpoint.send(.get, "\(Endpoint.documents)/c/first").status == 200)
                unlink(filler)
                #expect(await eventually { says("can store commits again") })
                #expect(try await endpoint.send(.get, "/health").status == 200)
                #expect(try await Self.put(endpoint, "large", size: 900_000).status == 200)
            }
        }
    }
}
