package import FirestoreWire

/// A database and where it is served: at Google, in the emulator, or by a self-hosted server.
package struct FirestoreDatabase: Sendable, Equatable {
    /// Why an endpoint is not valid.
    package enum Invalid: String, Error, Equatable, Sendable, CustomStringConvertible {
        /// The URL is not `scheme://host[:port][/path]`.
        case malformedURL = "malformed-remote-url"
        /// The URL is `http` to another machine: others could read tokens and to-dos on the way.
        case clearText = "clear-text-remote"
        /// The id of the project or database is not valid.
        case malformedName = "malformed-database-name"

        /// A sentence for people.
        package var description: String {
            switch self {
            case .malformedURL: "The address of the remote must be http(s)://host[:port][/path]."
            case .clearText: "The address of the remote must begin with https, or tokens can be read on the way."
            case .malformedName: "The id of the project or of the database is malformed."
            }
        }
    }

    /// The probable address if its scheme was left out, as in `localhost:8080` or `todo.example.org`; nil if the text
    /// is not an address with any scheme. For this machine the scheme is `http`.
    package static func withScheme(_ url: String) -> String? {
        guard !url.contains("://"), let endpoint = EndpointURL("http://" + url) else { return nil }
        return (endpoint.isClearText ? "https://" : "http://") + url
    }

    /// Google's own URL.
    package static let googleURL = "https://firestore.googleapis.com"

    /// Project and database.
    package let name: DatabaseName
    /// The root of all documents.
    package let root: ResourceName
    let endpoint: EndpointURL

    /// A database at `url`, by default at Google.
    /// - Parameter allowsClearText: Whether `http` to other machines is allowed. To this machine it always is.
    package init(
        projectID: String, databaseID: String = DatabaseName.defaultID, url: String = Self.googleURL,
        allowsClearText: Bool = false
    ) throws(Invalid) {
        guard let endpoint = EndpointURL(url) else { throw .malformedURL }
        guard allowsClearText || !endpoint.isClearText else { throw .clearText }
        guard let name = try? DatabaseName(projectID: projectID, databaseID: databaseID),
            let root = try? ResourceName(database: name)
        else { throw .malformedName }
        self.name = name
        self.root = root
        self.endpoint = endpoint
    }

    /// The database in the emulator given by `FIRESTORE_EMULATOR_HOST` (`host:port`); nil if it is not set.
    ///
    /// Source: <https://firebase.google.com/docs/emulator-suite/connect_firestore>
    package init?(
        emulatorOf environment: [String: String], projectID: String, databaseID: String = DatabaseName.defaultID
    ) throws(Invalid) {
        guard let host = environment["FIRESTORE_EMULATOR_HOST"], !host.isEmpty else { return nil }
        // It may run in a container with another name, and its tokens are not secret.
        try self.init(projectID: projectID, databaseID: databaseID, url: "http://\(host)", allowsClearText: true)
    }

    /// The document or collection at `segments`.
    package func resource(_ segments: String...) throws(InvalidName) -> ResourceName {
        try ResourceName(database: name, segments: segments)
    }
}
