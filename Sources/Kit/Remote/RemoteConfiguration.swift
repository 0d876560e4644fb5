import Foundation
import TodoLocal

/// A remote that the to-dos of one person are synced with: a `todo-server`, Google Cloud Firestore, or its emulator.
public struct RemoteConfiguration: Hashable, Sendable {
    /// How this device proves who it is.
    public enum Credentials: Hashable, Sendable {
        /// A token, or the token that keeps a person signed in, in a file beside the database that only its owner can
        /// read. See ``SyncCoordinator/signIn(token:)``.
        case kept
        /// A token in a file of mode 0600.
        case tokenFile(String)
        /// A token in an environment variable.
        case tokenVariable(String)
        /// A token that a program prints, such as `gcloud auth print-access-token`.
        case command([String])
        /// A person who signs in with e-mail and password at Firebase, by the API key of the project. The URLs are those
        /// of an emulator; nil: Google's.
        case firebase(apiKey: String, identityURL: String? = nil, tokenURL: String? = nil)
        /// The user of Google's emulator, who needs none.
        case emulator
    }

    /// `scheme://host[:port][/path]`; `https://firestore.googleapis.com` is Google's.
    public var url: String
    /// The id of the project; a `todo-server` takes any.
    public var project: String
    /// The id of the database in the project.
    public var database: String
    /// Whose records they are: the id of the user. With Firebase, the uid.
    public var user: String
    /// How this device proves who it is.
    public var credentials: Credentials
    /// A PEM file of authorities to trust instead of the system's.
    public var certificateAuthorityFile: String?
    /// Whether `http` may go to another machine, where anybody on the way can read the to-dos.
    public var allowsClearText: Bool
    /// Whether each command that changes something has it synced in the background.
    public var isAutomatic: Bool

    /// A remote.
    public init(
        url: String, project: String = Self.defaultProject, database: String = "(default)", user: String,
        credentials: Credentials = .kept, certificateAuthorityFile: String? = nil, allowsClearText: Bool = false,
        isAutomatic: Bool = false
    ) {
        (self.url, self.project, self.database, self.user) = (url, project, database, user)
        (self.credentials, self.certificateAuthorityFile) = (credentials, certificateAuthorityFile)
        (self.allowsClearText, self.isAutomatic) = (allowsClearText, isAutomatic)
    }

    /// The project of a server of one's own, which has only one.
    public static let defaultProject = "todo"
}

extension RemoteConfiguration.Credentials {
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

// How it is kept beside the records.
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
