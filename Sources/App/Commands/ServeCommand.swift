import ArgumentParser
import Foundation
import TodoKit

struct ServeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Run commands for a program in another language, as lines of JSON.",
        discussion: """
            Each line of the standard input is a request, each line of the standard output an answer. The words are those of \
            a command, the results what it prints with --json. An observation answers again whenever its result changes.

            EXAMPLES:
              todo serve --stdio
              {"id":1,"run":["add","Buy milk","--tag","shop"]}
              {"id":2,"observe":["list","tag:shop"]}
              {"id":3,"cancel":2}
            """)

    @Flag(help: "Serve on the standard input and output, until the input ends.")
    var stdio = false
    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    func validate() throws {
        guard stdio else { throw ValidationError("Say where to serve: todo serve --stdio") }
    }

    func run(in session: Session) async throws {
        // What belongs to the client is moved away from the streams that commands read and write.
        let (input, output, nothing) = (dup(STDIN_FILENO), dup(STDOUT_FILENO), open("/dev/null", O_RDONLY))
        guard input >= 0, output >= 0, dup2(nothing, STDIN_FILENO) >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw TodoError(.storage, "The standard streams cannot be used: \(String(cString: strerror(errno))).")
        }
        signal(SIGPIPE, SIG_IGN)
        let store = try TodoStore(
            .init(storage: .onDisk(path: session.path)), environment: session.environment)
        try await LineServer(store, path: session.path, output: output).run(reading: LineReader(descriptor: input))
    }
}
