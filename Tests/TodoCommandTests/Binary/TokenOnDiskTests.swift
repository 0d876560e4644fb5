import Foundation
import TestSupport
import Testing

@Suite(
    "Tokens and files on the disk", .enabled(if: Strace.isPossible, "strace is missing, or may not look at processes"))
struct TokenOnDiskTests {
    @Test("a token and its file's name are on the disk when the command that keeps it has ended")
    func login() throws {
        let todo = try TodoProcess()
        let server = try ServerProcess(database: todo.folder.appending(path: "server.db").path)
        try todo("remote", "set", server.url, "--user", "ada")
        let strace = try Strace()
        let words = strace.words.map { "'\($0)'" }.joined(separator: " ")
        let login = try todo.shell("echo a-token-of-ada | \(words) '\(TodoProcess.executable.path)' remote login")
        #expect(login.status == 0, "\(login.error)")
        #expect(strace.showsDurableRename(to: todo.database.path + ".credentials"), "\(strace.calls)")
        server.kill()
    }

    @Test(
        "so are settings, exports and backups",
        arguments: [
            ("config set list.sort due", "config"), ("export --output out.json", "out.json"),
            ("backup copy.db", "copy.db"),
        ])
    func files(command: String, file: String) throws {
        let todo = try TodoProcess()
        _ = try todo.add("Pay the rent")
        let strace = try Strace()
        let words = strace.words.map { "'\($0)'" }.joined(separator: " ")
        let result = try todo.shell(
            "TODO_CONFIG='\(todo.folder.path)/config' \(words) '\(TodoProcess.executable.path)' \(command)")
        #expect(result.status == 0, "\(result.error)")
        #expect(strace.showsDurableRename(to: todo.folder.appending(path: file).path), "\(strace.calls)")
    }

    @Test("so is a restore")
    func restore() throws {
        let todo = try TodoProcess()
        _ = try todo.add("Pay the rent")
        try todo("backup", "copy.db")
        _ = try todo.add("Call Bob")
        let strace = try Strace()
        let words = strace.words.map { "'\($0)'" }.joined(separator: " ")
        let result = try todo.shell("\(words) '\(TodoProcess.executable.path)' restore copy.db")
        #expect(result.status == 0, "\(result.error)")
        #expect(strace.syncs(of: "/todo.db-wal") > 0, "\(strace.calls)")
    }
}
