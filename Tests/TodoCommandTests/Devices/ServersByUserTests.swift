import Foundation
import JSON
import TestSupport
import Testing

@Suite("Two todo-servers behind one name, by user")
struct ServersByUserTests {
    /// What stands in front of them.
    enum Proxy: String, CaseIterable, Sendable { case nginx, python }

    private static let nginx = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    private let folder: TemporaryFolder
    /// The databases of the two.
    private let databases: [String]

    init() throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        databases = ["a", "z"].map { folder.file("\($0).db") }
    }

    @Test(
        "each person's devices meet at theirs, and a line of the rule moves one to the other",
        .enabled(if: nginx != nil, "nginx is not installed"))
    func behindNginx() async throws { try await meet(behind: .nginx) }

    @Test("so they do behind a proxy of a few lines")
    func behindPython() async throws { try await meet(behind: .python) }

    private func meet(behind proxy: Proxy) async throws {
        let servers = try databases.map { database in
            _ = try ServerProcess.run("user", "add", "nobody", "--database", database)
            return try ServerProcess(database: database, ["--user-rate", "100000", "--address-rate", "100000"])
        }
        let ports = try servers.map { try #require($0.url.split(separator: ":").last.map(String.init)) }
        var front = try Front(proxy, ports, places: ["zoe": ports[1]], in: folder)
        let people = try ["ada", "zoe"].enumerated().map { index, name in
            let token = try ServerProcess.run("user", "add", name, "--database", databases[index])
            return try (0..<2).map { _ in try device(of: name, token: token.output, at: front.port) }
        }
        for (index, devices) in people.enumerated() {
            try devices[0]("add", "Made by \(index)")
            try devices[0]("sync", "--quiet")
            let watch = try devices[1].start("sync", "--watch")
            // Not by SIGTERM, which programs that a test starts may inherit as blocked.
            defer { kill(watch.processIdentifier, SIGKILL) }
            let other = devices[1]
            #expect(await eventually { (try? other.titles("list")) == ["Made by \(index)"] })
            // Through the proxy it hears of changes too.
            try devices[0]("add", "Made later")
            try devices[0]("sync", "--quiet")
            #expect(await eventually { (try? other.titles("list").count) == 2 })
        }
        for (name, database) in [("zoe", databases[0]), ("ada", databases[1])] {
            #expect(try ServerProcess.run("export", "--user", name, "--database", database).status == 1)
        }

        // Ada moves to the other one. Her address stays, so that her devices need nothing but her new token.
        let file = folder.file("ada.ndjson")
        #expect(try ServerProcess.run(["export", "--user", "ada", "--database", databases[0]], to: file).status == 0)
        #expect(try ServerProcess.run("import", file, "--database", databases[1]).status == 0)
        let token = try ServerProcess.run("user", "add", "ada", "--database", databases[1])
        let port = front.port
        front.stop()
        front = try Front(proxy, ports, places: ["zoe": ports[1], "ada": ports[1]], in: folder, port: port)
        servers[0].kill()
        for device in people[0] {
            let login = try device.run(["remote", "login"], input: Data(token.output.utf8))
            try #require(login.status == 0, "\(login.error)")
            try device("add", "After the move")
            #expect(try device("sync", "--json").json()["resync"] == .null)
        }
        for device in people[0] {
            try device("sync", "--quiet")
            #expect(try device.titles("list").count == 4)
        }
        front.stop()
    }

    private func device(of name: String, token: String, at port: Int) throws -> TodoProcess {
        var device = try TodoProcess()
        device.environment["TODO_NOW"] = nil
        device.environment["NO_PROXY"] = "*"
        let set = try device.run(["remote", "set", "http://127.0.0.1:\(port)/u/\(name)", "--user", name])
        try #require(set.status == 0, "\(set.error)")
        let login = try device.run(["remote", "login"], input: Data(token.utf8))
        try #require(login.status == 0, "\(login.error)")
        return device
    }

    /// A proxy that runs until it is stopped.
    private final class Front {
        let port: Int
        private let process = Process()

        /// - Parameters:
        ///   - places: the ports of those who are not at the first server.
        ///   - port: where to listen; nil for anywhere.
        init(_ proxy: Proxy, _ ports: [String], places: [String: String], in folder: TemporaryFolder, port: Int? = nil)
            throws
        {
            switch proxy {
            case .python:
                let program = URL(filePath: #filePath).deletingLastPathComponent()
                    .appending(path: "../Fixtures/by_user.py").standardized.path
                process.executableURL = URL(filePath: "/usr/bin/env")
                process.arguments =
                    ["python3", program, "\(port ?? 0)", ports[0]] + places.map { "\($0.key)=\($0.value)" }
                let output = Pipe()
                process.standardOutput = output
                try process.run()
                let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
                self.port = try #require(Int(line.trimmingCharacters(in: .newlines)))
            case .nginx:
                let port = try port ?? FreePort.find()
                let root = folder.file("nginx")
                try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
                try Self.configuration(ports, places, port: port, root).write(
                    toFile: "\(root)/nginx.conf", atomically: true, encoding: .utf8)
                process.executableURL = URL(filePath: nginx ?? "")
                process.arguments = ["-p", root, "-c", "nginx.conf", "-e", "stderr"]
                process.standardError = FileHandle.nullDevice
                try process.run()
                self.port = port
                // It listens before it answers anything.
                Thread.sleep(forTimeInterval: 0.5)
            }
        }

        /// The rule of docs/deploy, with these ports and these people in it.
        private static func configuration(
            _ ports: [String], _ places: [String: String], port: Int, _ root: String
        ) throws -> String {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../docs/deploy/by-user.nginx.conf").standardized
            let lines = try String(contentsOf: file, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            let rule = lines.flatMap { line -> [String] in
                if line.contains("~^[n-z]") { return places.map { "    \($0.key) 127.0.0.1:\($0.value);" } }
                if line.contains("    ada ") { return [] }
                return [
                    String(line).replacing("127.0.0.1:8081", with: "127.0.0.1:\(ports[0])")
                        .replacing("127.0.0.1:8080", with: "127.0.0.1:\(port)")
                ]
            }
            let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path \(root)/\($0);" }
            // As root it would work as a user who may not see the folder.
            let user = getuid() == 0 ? "user root;\n" : ""
            return """
                \(user)daemon off;
                master_process off;
                pid \(root)/pid;
                events {}
                http {
                access_log off;
                \(folders.joined(separator: "\n"))
                \(rule.joined(separator: "\n"))
                }
                """
        }

        func stop() {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        deinit { stop() }
    }
}
