import ArgumentParser
import Foundation
import JSON
import TodoKit

struct RemoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "remote", abstract: "Choose the server with which the to-dos are synced.",
        discussion: """
            EXAMPLES:
              todo remote set https://todo.example.org --user ada
              todo remote login < token.txt
              todo remote status
              todo remote set https://firestore.googleapis.com --project my-project --firebase-key KEY
              todo remote login --email ada@example.org < password.txt
            """,
        subcommands: [Set.self, Login.self, Status.self, Remove.self], defaultSubcommand: Status.self)

    struct Set: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "set", abstract: "Set up the server, or change how to reach it.",
            discussion: """
                Without another way to prove who you are, a token is expected, which `todo remote login` keeps in a file \
                beside the database that only you can read.

                EXAMPLES:
                  todo remote set https://todo.example.org --user ada
                  todo remote set https://todo.example.org --user ada --token-file ~/.todo-token --auto
                  todo remote set http://127.0.0.1:8080 --user ada --emulator
                """)

        @Argument(help: ArgumentHelp("Its address: https://host[:port][/path].", valueName: "url"))
        var url: String
        @Option(help: ArgumentHelp("The project; a server of your own needs none.", valueName: "id"))
        var project = RemoteConfiguration.defaultProject
        @Option(help: ArgumentHelp("The database of the project.", valueName: "id"))
        var database = "(default)"
        @Option(help: ArgumentHelp("Whose to-dos they are; with --firebase-key, whoever signs in.", valueName: "id"))
        var user: String?
        @Option(
            help: ArgumentHelp("A file of mode 0600 that holds the token.", valueName: "file"), completion: .file())
        var tokenFile: String?
        @Option(help: ArgumentHelp("An environment variable that holds the token.", valueName: "name"))
        var tokenVariable: String?
        @Option(
            help: ArgumentHelp(
                "A program that prints the token, such as 'gcloud auth print-access-token'.", valueName: "command"))
        var tokenCommand: String?
        @Option(help: ArgumentHelp("Sign in at Firebase, with the API key of the project.", valueName: "key"))
        var firebaseKey: String?
        @Flag(help: "The server is Google's emulator, which needs no proof of who you are.")
        var emulator = false
        @Option(help: ArgumentHelp("Trust these authorities (PEM).", valueName: "file"), completion: .file())
        var caFile: String?
        @Flag(help: "Send everything over the network unencrypted.")
        var allowHTTP = false
        @Flag(name: .customLong("auto"), help: "Sync in the background after each command that changes something.")
        var isAutomatic = false
        @Flag(help: "Bring to-dos that belong to another server to this one as well.")
        var merge = false
        @Flag(help: "They were moved there, with 'todo-server export' and 'import': go on where they stood.")
        var moved = false
        @OptionGroup var global: GlobalOptions

        func validate() throws {
            guard !merge || !moved else { throw ValidationError("--moved is for the same to-dos, --merge for others.") }
        }

        func run(in session: Session) async throws {
            let configuration = RemoteConfiguration(
                url: url, project: project, database: database, user: user ?? "", credentials: try credentials(),
                certificateAuthorityFile: caFile.map(Self.absolute), allowsClearText: allowHTTP,
                isAutomatic: isAutomatic)
            try configuration.checkAddress()
            guard !configuration.user.isEmpty || firebaseKey != nil else {
                throw TodoError(.usage, "Say whose to-dos they are: --user ID.")
            }
            try await session.store.sync.setRemote(configuration, merging: merge, moved: moved)
            try session.printRemote(configuration, isReachable: nil)
            if session.output.isInteractive { session.say(Self.nextStep(configuration.credentials)) }
        }

        /// Prints the next command to type.
        private static func nextStep(_ credentials: RemoteConfiguration.Credentials) -> String {
            switch credentials {
            case .kept: "Now sign in: todo remote login < FILE"
            case .firebase: "Now sign in: todo remote login --email ADDRESS < FILE"
            case .tokenFile, .tokenVariable, .command, .emulator: "Now sync: todo sync"
            }
        }

        private func credentials() throws -> RemoteConfiguration.Credentials {
            let given = [
                ("--token-file", tokenFile), ("--token-variable", tokenVariable), ("--token-command", tokenCommand),
            ]
            for case (let option, let value?) in given where value.allSatisfy(\.isWhitespace) {
                throw TodoError(.usage, "\(option) is empty; name what the token comes from.")
            }
            var named: [RemoteConfiguration.Credentials] = []
            if let tokenFile { named.append(.tokenFile(Self.absolute(tokenFile))) }
            if let tokenVariable { named.append(.tokenVariable(tokenVariable)) }
            if let tokenCommand { named.append(.commandLine(tokenCommand)) }
            if let firebaseKey {
                let environment = ProcessInfo.processInfo.environment
                // https://firebase.google.com/docs/emulator-suite/connect_auth
                let emulator = environment["FIREBASE_AUTH_EMULATOR_HOST"].map { "http://\($0)" }
                named.append(
                    .firebase(
                        apiKey: firebaseKey, identityURL: emulator.map { $0 + "/identitytoolkit.googleapis.com" },
                        tokenURL: emulator.map { $0 + "/securetoken.googleapis.com" }))
            }
            if emulator { named.append(.emulator) }
            guard named.count < 2 else {
                throw TodoError(.usage, "There is one way to prove who you are; name one.")
            }
            return named.first ?? .kept
        }

        /// The absolute path, because the file is read later from any folder.
        private static func absolute(_ path: String) -> String {
            path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        }
    }

    struct Login: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "login", abstract: "Prove who you are: the token, or the password, on the standard input.",
            discussion: """
                EXAMPLES:
                  todo remote login < token.txt
                  todo remote login --email ada@example.org < password.txt
                """)

        @Option(help: ArgumentHelp("The e-mail address, for Firebase.", valueName: "address"))
        var email: String?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            guard try await coordinator.remote != nil else { throw TodoError.noRemote }
            let secret = try StandardInput.line(
                "Give the \(email == nil ? "token" : "password") on the standard input: todo remote login < file")
            if let email {
                try await coordinator.signIn(email: email, password: secret)
                try await coordinator.check()
            } else {
                try await coordinator.signIn(token: secret)
            }
            guard let remote = try await coordinator.remote else { throw TodoError.noRemote }
            try session.printRemote(remote, isReachable: true)
        }
    }

    struct Status: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "status", abstract: "Show the server, and ask it whether it can be used.",
            discussion: """
                EXAMPLES:
                  todo remote status
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            guard let remote = try await coordinator.remote else { throw TodoError.noRemote }
            if !session.isJSON { try session.printRemote(remote, isReachable: nil) }
            try await coordinator.check()
            try await coordinator.checkStorage()
            if session.isJSON {
                try session.printRemote(remote, isReachable: true)
            } else {
                session.say("The server answers and knows you.")
            }
        }
    }

    struct Remove: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "remove", abstract: "Stop syncing. The to-dos stay, here and on the server.",
            discussion: """
                EXAMPLES:
                  todo remote remove
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let coordinator = try session.store.sync
            guard let remote = try await coordinator.remote else { throw TodoError.noRemote }
            try await coordinator.setRemote(nil)
            try session.printRemote(remote, isReachable: nil)
        }
    }
}

extension Session {
    /// Prints a remote, without any credentials.
    fileprivate func printRemote(_ remote: RemoteConfiguration, isReachable: Bool?) throws {
        let fields: [(name: String, value: String)] = [
            ("url", remote.url), ("project", remote.project), ("database", remote.database), ("user", remote.user),
            ("credentials", remote.credentials.name),
        ]
        guard isJSON else {
            let width = output.isInteractive ? 12 : 0
            return try print(
                fields.map { name, value in
                    let name = width > 0 ? name.padding(toLength: width, withPad: " ", startingAt: 0) : name + "\t"
                    return name + Sanitized.line(value)
                } + [(width > 0 ? "automatic   " : "automatic\t") + (remote.isAutomatic ? "yes" : "no")])
        }
        try print(json: { writer in
            writer.beginObject()
            for (name, value) in fields {
                writer.key(name)
                writer.string(value)
            }
            writer.key("automatic")
            writer.bool(remote.isAutomatic)
            writer.key("reachable")
            if let isReachable { writer.bool(isReachable) } else { writer.null() }
            writer.endObject()
        })
    }
}
