import Foundation
import TodoDomain
import TodoLocal

/// The text that one person sends to another: the remote, the space, and the secret that opens it.
///
/// `https://todo.example.org/#join.SPACE.SECRET.NUMBER`. At a remote that is not a `todo-server`, the project and the database stand
/// before the mark: `https://firestore.googleapis.com/PROJECT/DATABASE#join…`. A browser sends no server what follows the mark.
struct ShareLink: Hashable {
    /// The address of the remote, without a slash at its end.
    let url: String
    /// The project and the database at the remote.
    let project: String
    let database: String
    /// The name of the space.
    let space: String
    /// The secret: 24 random bytes in 32 letters.
    let secret: String
    /// The number of the space's head when the link was made. A remote whose head is lower has been put back.
    let number: Int64

    private static let mark = "#join."

    /// The text of the link.
    var text: String {
        let place =
            (project, database) == (RemoteConfiguration.defaultProject, RemoteConfiguration.defaultDatabase)
            ? "" : "\(project)/\(database)"
        return "\(url)/\(place)\(Self.mark)\(space).\(secret).\(number)"
    }

    init(at remote: RemoteConfiguration, to space: String, secret: String, number: Int64) {
        url = RemoteRow.address(remote.url)
        project = remote.project
        database = remote.database
        self.space = space
        self.secret = secret
        self.number = number
    }

    /// Reads a link, with spaces or angle brackets around it, as mails have them.
    /// - Throws: `bad-link`.
    init(_ typed: String) throws {
        let text = typed.trimmed.trimmingCharacters(in: CharacterSet(charactersIn: "<>"))
        let bad = TodoError(
            .badLink,
            "“\(typed.excerpt)” is not a link to a shared list. It has the form https://SERVER/#join.….….1; in a shell it needs quotation marks."
        )
        guard text.utf8.count <= 2048, let range = text.range(of: Self.mark) else { throw bad }
        let parts = text[range.upperBound...].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, parts[0].utf8.count == 26, parts[0].utf8.allSatisfy(Self.isDigit),
            1...64 ~= parts[1].utf8.count, parts[1].utf8.allSatisfy(Self.isLetter), let number = Int64(parts[2]),
            number >= 0
        else { throw bad }
        (space, secret) = (parts[0], parts[1])
        self.number = number
        let place = String(text[..<range.lowerBound])
        guard let components = URLComponents(string: place), let host = components.host, !host.isEmpty,
            let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme)
        else { throw bad }
        if place.hasSuffix("/") {
            url = RemoteRow.address(place)
            project = RemoteConfiguration.defaultProject
            database = RemoteConfiguration.defaultDatabase
        } else {
            let names = place.split(separator: "/").suffix(2).map(String.init)
            guard names.count == 2 else { throw bad }
            url = RemoteRow.address(String(place.dropLast(names[0].count + names[1].count + 2)))
            (project, database) = (names[0], names[1])
        }
    }

    /// Whether it leads to a remote that is set up.
    func leads(to remote: RemoteConfiguration) -> Bool {
        (RemoteRow.address(url), project, database) == (RemoteRow.address(remote.url), remote.project, remote.database)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "v") ~= byte
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
