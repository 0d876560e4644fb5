import ArgumentParser
import Basics
import Foundation
import TodoKit

struct DavCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "dav", abstract: "Serve your to-dos to phones and desktops that speak CalDAV.",
        discussion: """
            Runs the program `todo-dav` until it is interrupted. Its own commands and options follow, such as `password add phone`; \
            `todo-dav --help` shows them.

            EXAMPLES:
              todo dav password add phone
              todo dav
            """)

    @Argument(parsing: .captureForPassthrough, help: ArgumentHelp("What todo-dav is started with.", valueName: "words"))
    var words: [String] = []
    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    /// Replaces this process by `todo-dav`.
    func run(in session: Session) throws {
        guard let program = Self.program else {
            throw TodoError(
                .notFound,
                """
                `todo dav` is the program todo-dav, which is neither beside todo nor in PATH; `make install` installs both.
                """)
        }
        setenv("TODO_DB", session.path, 1)
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        throw TodoError(.cannotOpen, "\(program) cannot be started: \(String(cString: strerror(errno))).")
    }

    /// The program beside this one, or else the first in PATH.
    private static var program: String? {
        let own = Bundle.main.executablePath.map { ($0 as NSString).deletingLastPathComponent }
        return (own.flatMap { Program(named: $0 + "/todo-dav") } ?? Program(named: "todo-dav"))?.path
    }
}
