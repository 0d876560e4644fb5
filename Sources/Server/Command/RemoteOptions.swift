import ArgumentParser
import FirestoreWire
import TodoNetwork
import TodoServer

/// The database, in a file of this server or on another server, and the credentials for that server.
struct RemoteOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The project of the database.", valueName: "id"))
    var project = "todo"

    @Option(help: ArgumentHelp("The database of the project.", valueName: "id"))
    var databaseID = DatabaseName.defaultID

    @Option(
        help: ArgumentHelp("A file of mode 0600 that holds an administrator's token.", valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(help: ArgumentHelp("An environment variable that holds it.", valueName: "name"))
    var tokenVariable: String?

    @Option(
        help: ArgumentHelp(
            "A program that prints it, such as 'gcloud auth print-access-token'.", valueName: "command"))
    var tokenCommand: String?

    @Flag(help: "The other server is Google's emulator, which checks no credentials.")
    var emulator = false

    @Option(help: ArgumentHelp("Trust these authorities (PEM).", valueName: "file"), completion: .file())
    var caFile: String?

    @Flag(help: "Send everything over the network unencrypted, including the token.")
    var allowHTTP = false

    func validate() throws {
        guard ways <= 1 else {
            throw ValidationError("Give only one of --token-file, --token-variable, --token-command and --emulator.")
        }
        guard [tokenFile, tokenVariable, tokenCommand].allSatisfy({ $0?.allSatisfy(\.isWhitespace) != true }) else {
            throw ValidationError("The option for the token is empty; name a file, a variable or a command.")
        }
    }

    private var ways: Int {
        [tokenFile, tokenVariable, tokenCommand].count { $0 != nil } + (emulator ? 1 : 0)
    }

    /// Refuses options that do not fit together: credentials for another server require its address.
    func require(url: String?) throws {
        if url == nil, ways > 0 || caFile != nil || allowHTTP {
            throw ValidationError("Options for another server require its address.")
        }
        if url != nil, ways == 0 {
            throw ValidationError(
                "Give credentials: --token-file, --token-variable, --token-command or --emulator.")
        }
    }

    /// Calls `body` with a space: at `url`, or in this server's own database if that is nil.
    func withSpace<T>(
        _ space: SpacePlace, at url: String?, or database: DatabaseOptions, orMake isNew: Bool = false,
        _ body: (any SpaceHost) async throws -> T
    ) async throws -> T {
        do {
            guard let url else {
                return try await database.withStore(orMake: isNew) { store in
                    let name = try DatabaseName(projectID: project, databaseID: databaseID)
                    return try await body(try LocalSpace(store, database: name, space))
                }
            }
            let database = try FirestoreDatabase(
                projectID: project, databaseID: databaseID, url: url, allowsClearText: allowHTTP)
            let transport = CurlTransport(configuration: .init(certificateAuthorityFile: caFile))
            let service = FirestoreService(database, transport: transport, credentials: try credentials())
            return try await body(try RemoteSpace(service, space))
        } catch FirestoreDatabase.Invalid.malformedURL {
            let meant = url.flatMap(FirestoreDatabase.withScheme).map { " Did you mean \($0)?" } ?? ""
            throw Failure(.usage, "\(FirestoreDatabase.Invalid.malformedURL)\(meant)")
        } catch let error as InvalidName {
            throw Failure(
                .usage, "The user, the space, the project or the database cannot be in a document's name. \(error)")
        }
    }

    private func credentials() throws -> any CredentialProvider {
        if let tokenFile { return StaticTokenCredentials(file: tokenFile) }
        if let tokenVariable { return try StaticTokenCredentials(variable: tokenVariable) }
        if let tokenCommand { return CommandCredentials(CommandCredentials.words(of: tokenCommand)) }
        return try EmulatorCredentials.admin()
    }
}
