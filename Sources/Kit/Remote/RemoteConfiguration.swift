import Foundation
import TodoLocal
import TodoNetwork

/// The configuration of the remote with which a person's to-dos are synced. The remote is a `todo-server`, Google Cloud
/// Firestore or its emulator.
public struct RemoteConfiguration: Hashable, Sendable {
    /// How this device authenticates itself.
    public enum Credentials: Hashable, Sendable {
        /// A token, or the refresh token of a signed-in user, in a file beside the database that only its owner can
        /// read. See ``SyncCoordinator/signIn(token:)``.
        case kept
        /// A token in a file of mode 0600.
        case tokenFile(String)
        /// A token in an environment variable.
        case tokenVariable(String)
        /// A token that a program prints, such as `gcloud auth print-access-token`.
        case command([String])
        /// A user who signs in at Firebase with an e-mail address and a password, and the project's API key. The URLs are
        /// those of an emulator; nil for Google's.
        case firebase(apiKey: String, identityURL: String? = nil, tokenURL: String? = nil)
        /// The user of Google's emulator, who needs no credentials.
        case emulator
    }

    /// The URL of the server, as `scheme://host[:port][/path]`. Google's is `https://firestore.googleapis.com`.
    public var url: String
    /// The id of the project. A `todo-server` accepts any.
    public var project: String
    /// The id of the database in the project.
    public var database: String
    /// The id of the user whose records they are. With Firebase, the uid.
    public var user: String
    /// How this device authenticates itself.
    public var credentials: Credentials
    /// A PEM file of certificate authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// Whether `http` to other machines is allowed, although anyone on the network path can then read the to-dos.
    public var allowsClearText: Bool
    /// Whether each command that changes something starts a sync in the background.
    public var isAutomatic: Bool

    /// A remote.
    public init(
        url: String, project: String = Self.defaultProject, database: String = Self.defaultDatabase, user: String,
        credentials: Credentials = .kept, certificateAuthorityFile: String? = nil, allowsClearText: Bool = false,
        isAutomatic: Bool = false
    ) {
        self.url = url
        self.project = project
        self.database = database
        self.user = user
        self.credentials = credentials
        self.certificateAuthorityFile = certificateAuthorityFile
        self.allowsClearText = allowsClearText
        self.isAutomatic = isAutomatic
    }

    /// The project name for a `todo-server`, which has only one project.
    public static let defaultProject = "todo"
    /// The database of a project that has one.
    public static let defaultDatabase = "(default)"
}

extension RemoteConfiguration.Credentials {
    /// A token that a typed command prints. The command is run by the shell if it has quotation marks, pipes or similar
    /// characters.
    package static func commandLine(_ line: String) -> Self { .command(CommandCredentials.words(of: line)) }

    /// A stable name for programs.
    public var name: String {
        switch self {
        case .kept: "kept"
        case .tokenFile: "token-file"
        case .tokenVariable: "token-variable"
        case .command: "command"
        case .firebase: "firebase"
        case .emulator: "emulator"
        }
    }
}

extension RemoteConfiguration {
    /// The database of the remote.
    /// - Throws: `usage` for an impossible address, or an impossible id of a project or a database.
    func firestore() throws -> FirestoreDatabase {
        do {
            return try FirestoreDatabase(
                projectID: project, databaseID: database, url: url, allowsClearText: allowsClearText)
        } catch {
            let meant = error == .malformedURL ? FirestoreDatabase.withScheme(url) : nil
            throw TodoError(
                .usage, error.description + (meant.map { " Did you mean \($0)?" } ?? ""),
                remedies: error == .clearText ? [.allowClearText] : [], underlying: error)
        }
    }

    /// Refuses an impossible address, or an impossible id of a project or a database, before anything else is checked.
    /// - Throws: `usage`.
    package func checkAddress() throws { _ = try firestore() }
}

// The stored form of the configuration.
extension RemoteConfiguration {
    init(_ row: RemoteRow) {
        let options = row.options
        self.init(
            url: row.url, project: row.project, database: row.database, user: row.space,
            credentials: Credentials(options["credentials"] ?? [:]),
            certificateAuthorityFile: options["certificateAuthorityFile"]?.string,
            allowsClearText: options["allowsClearText"]?.bool ?? false,
            isAutomatic: options["isAutomatic"]?.bool ?? false)
    }

    var row: RemoteRow {
        RemoteRow(
            url: url, project: project, database: database, space: user,
            options: [
                "credentials": credentials.json, "certificateAuthorityFile": .register(certificateAuthorityFile),
                "allowsClearText": .bool(allowsClearText), "isAutomatic": .bool(isAutomatic),
            ])
    }
}

extension RemoteConfiguration.Credentials {
    fileprivate init(_ json: JSONValue) {
        let value = json["value"]
        switch json["name"]?.string {
        case "token-file": self = .tokenFile(value?.string ?? "")
        case "token-variable": self = .tokenVariable(value?.string ?? "")
        case "command": self = .command(value?.elements?.compactMap(\.string) ?? [])
        case "firebase":
            self = .firebase(
                apiKey: value?["apiKey"]?.string ?? "", identityURL: value?["identityURL"]?.string,
                tokenURL: value?["tokenURL"]?.string)
        case "emulator": self = .emulator
        default: self = .kept
        }
    }

    fileprivate var json: JSONValue {
        let value: JSONValue =
            switch self {
            case .kept, .emulator: .null
            case .tokenFile(let text), .tokenVariable(let text): .string(text)
            case .command(let words): .array(words.map(JSONValue.string))
            case .firebase(let apiKey, let identityURL, let tokenURL):
                [
                    "apiKey": .string(apiKey), "identityURL": .register(identityURL), "tokenURL": .register(tokenURL),
                ]
            }
        return ["name": .string(name), "value": value]
    }
}
