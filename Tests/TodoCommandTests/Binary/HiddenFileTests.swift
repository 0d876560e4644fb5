import Foundation
import TestSupport
import Testing

/// A file that the system does not show is not one that is missing.
@Suite("Files that are hidden")
struct HiddenFileTests {
    /// Whether commands can run as somebody else, which takes root, and the folders above the program can be searched.
    private static let canBeOther: Bool = {
        let program = TodoProcess.executable.path
        let result = try? TodoProcess().shell(
            "setpriv --reuid 65534 --regid 65534 --clear-groups '\(program)' --version")
        return result?.status == 0
    }()

    private static let reading = ["list --json", "show abcd", "agenda", "stats", "export", "search milk"]

    @Test("a database that cannot be looked at is no empty one", arguments: reading)
    func loop(command: String) throws {
        let todo = try TodoProcess()
        let loop = todo.folder.appending(path: "loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        for path in [loop, loop + "/todo.db"] {
            let result = try todo.shell("TODO_DB='\(path)' todo \(command)")
            #expect(result.status == 74 && result.output.isEmpty && result.error.contains(path), "\(result)")
        }
    }

    @Test(
        "nor is one in a folder that belongs to somebody else",
        .enabled(if: canBeOther, "no other user can run the command here"), arguments: reading)
    func othersFolder(command: String) throws {
        let todo = try TodoProcess()
        _ = try todo.add("Pay the rent")
        let hidden = todo.folder.appending(path: "hidden")
        try FileManager.default.createDirectory(
            at: hidden, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try todo.shell("cp todo.db hidden/todo.db; chmod 755 .")
        let result = try todo.shell(
            "TODO_DB='\(hidden.path)/todo.db' setpriv --reuid 65534 --regid 65534 --clear-groups "
                + "'\(TodoProcess.executable.path)' \(command)")
        #expect(result.status == 74 && result.output.isEmpty && result.error.contains("hidden/todo.db"), "\(result)")
    }

    @Test("settings that cannot be looked at are not the usual ones, and setting one does not replace them")
    func settings() throws {
        let todo = try TodoProcess()
        let loop = todo.folder.appending(path: "loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let result = try todo.shell("TODO_CONFIG='\(loop)/config' todo config set list.sort due")
        #expect(result.status != 0 && result.error.contains(loop), "\(result)")
    }

    @Test(
        "a change whose answer cannot be printed was made, and the error says so",
        arguments: ["add 'Call Bob' --json", "done ID --json", "comment ID 'Before noon' --json"])
    func answerLost(command: String) throws {
        let todo = try TodoProcess()
        let id = try todo.add("Pay the rent")
        let before = try todo("export").output
        let result = try todo.shell("todo \(command.replacing("ID", with: id)) > /dev/full")
        #expect(result.status != 0)
        #expect(
            result.error.contains("The command itself has finished its work")
                && !result.error.contains("Nothing was changed"),
            "\(result)")
        #expect(try todo("export").output != before)
    }
}
