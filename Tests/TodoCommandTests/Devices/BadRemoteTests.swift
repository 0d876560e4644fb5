import Foundation
import JSON
import TestSupport
import Testing

@Suite("Servers that change under a device")
struct BadRemoteTests {
    private let folder: TemporaryFolder
    private let database: String

    init() throws {
        folder = try TemporaryFolder()
        database = folder.file("server.db")
    }

    private func token(_ command: String) throws -> String {
        try ServerProcess.run("user", command, "ada", "--database", database).output.trimmingCharacters(in: .newlines)
    }

    private func device(_ server: ServerProcess, token: String, _ options: String...) throws -> TodoProcess {
        var device = try TodoProcess()
        device.environment["TODO_NOW"] = nil
        device.environment["NO_PROXY"] = "*"
        device.environment["TOKEN"] = token
        let set = ["remote", "set", server.url, "--user", "ada", "--token-variable", "TOKEN"] + options
        try #require(try device.run(set).status == 0)
        return device
    }

    @Test("a server restored from an older or an empty backup gets back what it has lost")
    func restored() throws {
        let token = try token("add")
        let server = try ServerProcess(database: database, [])
        let empty = folder.file("empty.db")
        #expect(try ServerProcess.run("backup", empty, "--database", database).status == 0)
        let (here, there) = (try device(server, token: token), try device(server, token: token))
        _ = try here.add("Before")
        try here("sync")
        let older = folder.file("older.db")
        #expect(try ServerProcess.run("backup", older, "--database", database).status == 0)
        _ = try here.add("After")
        try here("sync")
        for (backup, isForPeople) in [(older, false), (empty, true)] {
            #expect(try ServerProcess.run("restore", backup, "--database", database).status == 0)
            func isSaid() throws -> Bool {
                guard !isForPeople else { return try here("sync").error.contains("The server was restored or emptied") }
                return try here("sync", "--json").json()["resync"] == "rollback"
            }
            // The server takes a moment to notice that it has been restored.
            var isFound = try isSaid()
            for _ in 0..<6000 where !isFound {
                Thread.sleep(forTimeInterval: 0.1)
                isFound = try isSaid()
            }
            #expect(isFound)
            try there("sync")
            #expect(try there.titles("list") == ["After", "Before"])
            #expect(try there("sync", "--verify").status == 0)
        }
    }

    @Test("a token that is worth nothing any more: a new one is asked for, and edits wait")
    func revoked() throws {
        let old = try token("add")
        let server = try ServerProcess(database: database, [])
        var here = try device(server, token: old)
        _ = try here.add("One")
        try here("sync")
        let new = try token("rotate")
        _ = try here.add("Two")
        // The server notices within a second.
        var result = try here("sync", "--json")
        for _ in 0..<6000 where result.status == 0 {
            Thread.sleep(forTimeInterval: 0.1)
            _ = try here.add("Three")
            result = try here("sync", "--json")
        }
        #expect(try result.failure() == ("not-authorised", 77))
        let added = try here("add", "Four")
        #expect(added.status == 0 && added.error.contains("waits to be synced"))
        here.environment["TOKEN"] = new
        #expect(try here("sync").status == 0)
        #expect(try here("sync", "status", "--json").json()["pending"] == 0)
    }

    @Test("a quota that is used up is said so; nothing is lost, and editing goes on")
    func quota() throws {
        let token = try token("add")
        let server = try ServerProcess(database: database, ["--quota-documents", "3"])
        let here = try device(server, token: token)
        for number in 1...5 { _ = try here.add("To-do \(number)") }
        let failure = try here("sync")
        #expect(failure.status == 69)
        #expect(failure.error.contains("quota") && !failure.error.contains("unknown"), "\(failure.error)")
        #expect(try here("add", "One more").status == 0)
        #expect(try here.titles("list").count == 6)
    }

    @Test(
        "a server whose disk is full is said so in words; the edits wait, and go once there is room",
        .enabled(if: Mount.isPossible))
    func fullDisk() throws {
        let disk = try Mount(size: "8m", at: URL(filePath: folder.file("disk")))
        defer { disk.detach() }
        let server = try ServerProcess(database: disk.path + "/server.db")
        defer { server.kill() }
        let here = try device(server, token: "any")
        _ = try here.add("Before")
        try here("sync")
        let filler = disk.path + "/filler"
        let file = open(filler, O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while write(file, block, block.count) > 0 {}
        close(file)
        let notes = String(repeating: "x", count: 200_000)
        let lines = (1...10).map { #"{"title":"Large \#($0)","notes":"\#(notes)"}"# + "\n" }.joined()
        let large = folder.file("large.ndjson")
        try Data(lines.utf8).write(to: URL(filePath: large))
        try #require(try here("import", large).status == 0)
        let failure = try here("sync")
        #expect(failure.status == 69 && failure.error.contains("The server has no space left"), "\(failure.error)")
        #expect(try here("sync", "status", "--json").json()["pending"] == 10)
        unlink(filler)
        #expect(try here("sync").status == 0)
        #expect(try here("sync", "status", "--json").json()["pending"] == 0)
    }

    @Test("a newer version's data are read and not written; foreign data are refused with a sentence")
    func otherData() throws {
        let server = try ServerProcess(database: database)
        let authority = try #require(server.url.split(separator: "//").last.map(String.init))
        func put(_ fields: String) throws {
            let body = #"{"fields":\#(fields)}"#
            let connection = try RawConnection(authority)
            connection.send(
                """
                PATCH /v1/projects/todo/databases/(default)/documents/users/ada/sync/head HTTP/1.1\r
                Host: \(authority)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
                """)
            let answer = try #require(connection.readAnswer())
            try #require(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        }
        let here = try device(server, token: "any")
        _ = try here.add("Mine")
        try put(
            """
            {"seq":{"integerValue":"7"},"epoch":{"stringValue":"e"},"schema":{"integerValue":"99"},
            "gcSeq":{"integerValue":"0"},"gcHi":{"integerValue":"0"},"last":{"mapValue":{}},"ring":{"arrayValue":{}}}
            """)
        let report = try here("sync", "--json").json()
        #expect(report["needsUpdate"] == true && report["pushed"] == 0)
        #expect(try here("sync").error.contains("update this one"))
        for number in ["9223372036854775807", "9007199254740993", "-1"] {
            try put(
                #"{"seq":{"integerValue":"\#(number)"},"epoch":{"stringValue":"e"},"schema":{"integerValue":"1"}}"#)
            #expect(try here("sync", "--json").failure() == ("remote-refused", 69), "\(number)")
        }
        try put(#"{"colour":{"stringValue":"blue"}}"#)
        let foreign = try here("sync")
        #expect(foreign.status == 69 && foreign.error.split(separator: "\n").count == 1, "\(foreign.error)")
        #expect(try here.titles("list") == ["Mine"])
        #expect(try here("sync", "status", "--json").json()["pending"] == 1)
    }

    @Test("a server that can store nothing says why to who asks for its status")
    func unwritable() throws {
        let server = try ServerProcess(database: database)
        let here = try device(server, token: "any")
        #expect(try here("remote", "status", "--json").json()["reachable"] == true)
        try FileManager.default.moveItem(atPath: database, toPath: database + ".away")
        let status = try here("remote", "status")
        #expect(status.status == 69, "\(status.error)")
        #expect(status.error.contains("stores nothing now. The server's database file was removed"), "\(status.error)")
        #expect(try here("remote", "status", "--json").failure() == ("unreachable", 69))
        try FileManager.default.moveItem(atPath: database + ".away", toPath: database)
        #expect(try here("remote", "status").status == 0 && here("sync").status == 0)
    }

    @Test("the server is of the version of the command")
    func version() throws {
        let (todo, server) = (try TodoProcess()("--version"), try ServerProcess.run("--version"))
        #expect(server.status == 0 && !server.output.isEmpty && server.output == todo.output)
    }

    @Test("a certificate of one's own is trusted where it is named, and refused with clear words where not")
    func ownCertificate() throws {
        let certificate = try Certificate(in: folder.path)
        let token = try token("add")
        let server = try ServerProcess(
            database: database, ["--tls-certificate", certificate.file, "--tls-key", certificate.key])
        let distrustful = try device(server, token: token)
        _ = try distrustful.add("One")
        for command in [["remote", "status"], ["sync"]] {
            let refused = try distrustful.run(command)
            #expect(refused.status == 69 && refused.error.contains("--ca-file"), "\(refused.error)")
        }
        let trusting = try device(server, token: token, "--ca-file", certificate.file)
        #expect(try trusting("remote", "status", "--json").json()["reachable"] == true)
        #expect(try trusting("sync").status == 0)
    }

    @Test("on a terminal, who signs in is told how, and not asked", .enabled(if: Pty.isPossible))
    func login() throws {
        var todo = try TodoProcess()
        todo.environment["NO_PROXY"] = "*"
        try todo("remote", "set", "http://127.0.0.1:1", "--user", "ada")
        #expect(try Pty.run(todo, "remote login", columns: 80).contains("todo remote login <"))
    }
}
