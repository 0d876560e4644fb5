import ArgumentParser
import Basics
import Foundation
import TodoKit

struct WebCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "web", abstract: "Look at your to-dos in a browser.",
        discussion: """
            Serves them as pages on this machine, until it is interrupted, and prints a link that signs one browser in, once, \
            within 15 minutes. It is the program `todo-web` that does it, which also serves other machines: see \
            `todo-web --help`.

            EXAMPLES:
              todo web
              todo web --port 0 --no-open
            """)

    @Option(help: ArgumentHelp("The port to listen on; 0 takes any that is free.", valueName: "number"))
    var port: Int?
    @Flag(help: "Do not open a browser.")
    var noOpen = false
    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    func validate() throws {
        guard port.map({ 0...65535 ~= $0 }) ?? true else { throw ValidationError("--port is 0 to 65535.") }
    }

    /// Replaces this process with `todo-web`, which serves until it is interrupted.
    func run(in session: Session) throws {
        guard let program = Self.program else {
            throw TodoError(
                .notFound,
                """
                `todo web` is the program todo-web, which is neither beside todo nor in PATH; `make install` installs both.
                """)
        }
        var words = [program, "serve", "--db", session.path]
        if let port { words += ["--port", String(port)] }
        if noOpen { words.append("--no-open") }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        execv(program, arguments)
        throw TodoError(.cannotOpen, "\(program) cannot be started: \(String(cString: strerror(errno))).")
    }

    /// The program in the folder of this one, or otherwise the first in PATH.
    private static var program: String? {
        let own = Bundle.main.executablePath.map { ($0 as NSString).deletingLastPathComponent }
        return (own.flatMap { Program(named: $0 + "/todo-web") } ?? Program(named: "todo-web"))?.path
    }
}
