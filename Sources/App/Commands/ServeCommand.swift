import ArgumentParser
import Basics
import Foundation
import TodoKit

struct ServeCommand: SessionCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "serve", abstract: "Run commands for a program in another language, as lines of JSON.",
        discussion: """
            Each line of the standard input is a request, such as {"id":1,"run":["add","Buy milk","--tag","shop"]}, and each \
            line of the standard output an answer. The words are those of a command, the results what it prints with --json. \
            {"id":2,"observe":["list","tag:shop"]} is answered again whenever its result changes, until {"id":3,"cancel":2}.

            EXAMPLES:
              todo serve --stdio
            """)

    @Flag(help: "Serve on the standard input and output, until the input ends.")
    var stdio = false
    @OptionGroup var global: GlobalOptions

    var isAlone: Bool { true }

    func validate() throws {
        guard stdio else { throw ValidationError("Say where to serve: todo serve --stdio") }
    }

    func run(in session: Session) async throws {
        let streams = try ClientStreams.take()
        let store = try TodoStore(
            .init(storage: .onDisk(path: session.path)), environment: session.environment)
        try store.refuseToKeepOthersOut()
        let path = session.path
        let server = LineServer(store, output: streams.output) {
            await Self.perform($0, onlyReading: $1, on: store, at: path)
        }
        try await server.run(
            reading: streams.reader, greeting: ["version": Version.current, "database": path])
    }

    private static func perform(
        _ words: [String], onlyReading: Bool, on store: TodoStore, at path: String
    ) async -> LineAnswer {
        let capture = StandardStreams.Capture()
        return await StandardStreams.$capture.withValue(capture) {
            var session: Session?
            do {
                let parsed = try await Invocation.command(["--db", path, "--json"] + words)
                guard var command = Invocation.inSession(parsed), !command.isAlone else {
                    throw TodoError(
                        .usage, "The command “\(type(of: parsed)._commandName)” is for a shell; here it does not run.")
                }
                guard command.onlyReads || !onlyReading else {
                    throw TodoError(.usage, "Only a command that changes nothing can be observed.")
                }
                guard command.global.db == path else {
                    throw TodoError(.usage, "The database is the one that is served.")
                }
                let opened = try Session(command.global, commands: RootCommand.names, using: store)
                session = opened
                try await command.run(in: opened)
                await opened.finish()
                return LineAnswer(.result(capture.output), messages: capture.messages)
            } catch let error as TodoError {
                return LineAnswer(session?.told(await session?.advised(error) ?? error) ?? error)
            } catch {
                return LineAnswer(explained(error, words))
            }
        }
    }

    /// An error of the parser as an error with a code. Help is an error here too, because it is for people.
    private static func explained(_ error: any Error, _ words: [String]) -> any Error {
        switch RootCommand.exitCode(for: error) {
        case .success: TodoError(.usage, "Help is for a shell; here it is not shown.")
        case .validationFailure: TodoError(.usage, Invocation.complaint(error, about: words))
        default: error
        }
    }
}
