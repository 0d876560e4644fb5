import Foundation
import JSON
import TestSupport
import Testing

/// A command does what it was told, or fails: that a file cannot be opened must never look like success. Where it fails, it has
/// changed nothing, unless a signal has ended it: the library behind Swift's tasks opens files now and then, and ends the
/// program at once where it cannot.
@Suite("Where files cannot be opened")
struct BareSurroundingsTests {
    /// Commands on a database with one to-do, whose id stands for `ID`; all but the last change something.
    static let commands = [
        "add 'Call Bob'", "quick Call Bob tomorrow +work", "delete ID", "done ID", "comment ID 'Before noon'",
        "tag add Garden", "list --json",
    ]

    /// How many descriptors a program may have; with fewer than the first it cannot be loaded, and the last is enough.
    private static let limits = [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20]

    /// Whether this machine lets us hide `/proc` and other folders from a program, which takes root.
    private static let canHideProc: Bool = {
        let hidden = try? TodoProcess().shell("unshare -m sh -c 'umount -l /proc && test ! -e /proc/self'")
        return hidden?.status == 0
    }()

    @Test("with few descriptors a command is done, or fails and changes nothing", arguments: commands)
    func fewDescriptors(command: String) throws {
        let trial = try Trial(command)
        for limit in Self.limits {
            let result = try trial.run { "ulimit -n \(limit); \($0); exit $?" }
            if limit == Self.limits.last { #expect(result.status == 0, "\(result)") }
        }
    }

    @Test("with few descriptors, to-dos that were added are all there, each with an id of its own")
    func idsWithFewDescriptors() throws {
        for limit in Self.limits {
            let todo = try TodoProcess()
            let statuses = try ["Pay the rent", "Call Bob", "Buy milk"].map {
                try todo.shell("ulimit -n \(limit); todo add '\($0)'; exit $?").status
            }
            let items = try #require(try todo("list", "--json").json()["items"]?.elements)
            let ids = items.compactMap { $0["id"]?.string }
            #expect(Set(ids).count == items.count)
            #expect(ids.allSatisfy { !$0.hasPrefix("00000000-0000") })
            let (done, killed) = (statuses.count { $0 == 0 }, statuses.count { $0 >= 128 })
            #expect(done...(done + killed) ~= items.count, "\(statuses) with \(limit) descriptors")
            guard done > 0 else { continue }
            #expect(try todo.shell("sqlite3 todo.db 'SELECT deviceID <> 0 FROM replica'").output == "1\n")
        }
    }

    @Test("with little address space a command is done, or says so and changes nothing", arguments: commands)
    func littleAddressSpace(command: String) throws {
        let trial = try Trial(command)
        for kilobytes in [100_000, 200_000, 400_000, 4_000_000] {
            let result = try trial.run { "ulimit -v \(kilobytes); \($0); exit $?" }
            if kilobytes <= 200_000 {
                let isRefused = result.status == 74 && result.error.contains("ulimit -v")
                // With so little memory the program may not even be loaded, or its libraries may end it before it begins.
                let hasNotBegun = kilobytes == 100_000 && result.status >= 127
                #expect(isRefused || hasNotBegun, "\(kilobytes): \(result)")
            }
            if kilobytes == 4_000_000 { #expect(result.status == 0, "\(result)") }
        }
    }

    @Test(
        "settings that cannot be opened are named, and not taken for none",
        .enabled(if: Strace.isPossible, "strace is missing, or may not look at processes"))
    func unopenedSettings() throws {
        let todo = try TodoProcess()
        _ = try todo.add("Pay the rent")
        let settings = todo.folder.appending(path: "config").path
        try Data("list.sort = due\n".utf8).write(to: URL(filePath: settings))
        let full = "strace -f -q -o /dev/null -P '\(settings)' -e trace=open,openat -e inject=open,openat:error=EMFILE"
        let result = try todo.shell("TODO_CONFIG='\(settings)' \(full) '\(TodoProcess.executable.path)' quick Call")
        #expect(result.error.contains("\(settings) cannot be read"), "\(result)")
    }

    @Test(
        "without /dev, to-dos that were added are all there too",
        .enabled(if: canHideProc, "/dev cannot be hidden here"))
    func idsWithoutDevices() throws {
        let todo = try TodoProcess()
        let adding = "for title in one two three; do todo add $title || exit 1; done"
        let added = try todo.shell("unshare -m sh -c 'mount -t tmpfs tmpfs /dev; \(adding)'")
        #expect(added.status == 0, "\(added)")
        let items = try #require(try todo("list", "--json").json()["items"]?.elements)
        #expect(Set(items.compactMap { $0["id"]?.string }).count == 3)
        #expect(try todo.shell("sqlite3 todo.db 'SELECT deviceID <> 0 FROM replica'").output == "1\n")
    }

    @Test(
        "without /proc every command fails and changes nothing",
        .enabled(if: canHideProc, "/proc cannot be hidden here"), arguments: commands)
    func withoutProc(command: String) throws {
        let result = try Trial(command).run { "unshare -m sh -c \"umount -l /proc; \($0); exit \\$?\"" }
        #expect(result.status == 74 || result.status >= 128, "\(result)")
        if result.status == 74 { #expect(result.error.contains("/proc")) }
    }

    @Test(
        "without /proc the server fails too", .enabled(if: canHideProc, "/proc cannot be hidden here"),
        arguments: ["todo-server --version", "todo-server check"])
    func serverWithoutProc(command: String) throws {
        let result = try TodoProcess().shell("unshare -m sh -c 'umount -l /proc; \(command); exit $?'")
        #expect(result.status == 74 || result.status >= 128, "\(result)")
        #expect(result.output.isEmpty)
    }

    @Test(
        "where /proc does not tell the arguments, a command is done all the same",
        .enabled(if: canHideProc, "/proc cannot be hidden here"), arguments: commands)
    func withoutArguments(command: String) throws {
        let trial = try Trial(command)
        // Files in which the program looks for its threads. The program's number is a little greater than that of the shell.
        let bare = """
            mount -t tmpfs tmpfs /proc
            cd /proc
            mkdir $(seq $$ $(($$ + 2000)))
            for number in *; do echo > $number/stat; done
            cd "$OLDPWD"
            """
        try Data(bare.utf8).write(to: trial.todo.folder.appending(path: "bare.sh"))
        try trial.run { "unshare -m sh -c \". ./bare.sh; \($0); exit \\$?\"" }
    }
}

/// A command that is tried again and again on the same database.
private struct Trial {
    let todo: TodoProcess
    private let command: String
    private let isReading: Bool
    private let before: String

    init(_ command: String) throws {
        todo = try TodoProcess()
        self.command = try command.replacing("ID", with: todo.add("Pay the rent"))
        isReading = command.hasPrefix("list")
        before = try todo("export").output
        #expect(before.contains("Pay the rent"))
        try todo.shell("cp todo.db as-before.db")
    }

    /// Runs the command, and checks what became of it.
    /// - Parameter surroundings: makes a shell script of the command. It does more after it, so that the shell waits for it
    ///   and tells by which signal it ended.
    @discardableResult
    func run(_ surroundings: (String) -> String) throws -> TodoProcess.Result {
        try todo.shell("rm -f todo.db*; cp as-before.db todo.db")
        let result = try todo.shell(surroundings("todo \(command)"))
        let after = try todo("export").output
        if result.status == 0 {
            #expect(isReading ? result.output.contains("Pay the rent") : after != before, "\(command): \(result)")
        } else if result.status < 128 {
            #expect(after == before, "\(command): \(result)")
        }
        return result
    }
}
