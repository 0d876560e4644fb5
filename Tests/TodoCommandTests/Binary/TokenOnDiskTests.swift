import Foundation
import TestSupport
import Testing

@Suite("A token on the disk", .enabled(if: Strace.isPossible, "strace is missing, or may not look at processes"))
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
}
