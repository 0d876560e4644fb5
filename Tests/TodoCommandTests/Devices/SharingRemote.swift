import Foundation
import JSON
import TestSupport
import Testing

/// A server with several people, each with a home of their own.
final class SharingRemote {
    /// The address of the server.
    let url: String
    private let options: (String) -> [String]
    private let tokens: [String: String]
    /// Keeps the server and its files alive.
    private let owners: [AnyObject]

    private init(
        url: String, tokens: [String: String] = [:], owners: [AnyObject] = [], options: @escaping (String) -> [String]
    ) {
        self.url = url
        self.tokens = tokens
        self.owners = owners
        self.options = options
    }

    /// The built `todo-server`, with the access checks for the internet and a user for each person.
    static func todoServer(_ people: String...) throws -> SharingRemote {
        let folder = try TemporaryFolder()
        let database = folder.file("server.db")
        var tokens: [String: String] = [:]
        for person in people {
            let added = try ServerProcess.run("user", "add", person, "--database", database)
            try #require(added.status == 0, "\(added.error)")
            tokens[person] = added.output.trimmingCharacters(in: .newlines)
        }
        let server = try ServerProcess(
            database: database, ["--user-rate", "100000", "--address-rate", "100000", "--connections", "1000"])
        return SharingRemote(url: server.url, tokens: tokens, owners: [folder, server]) { ["--user", $0] }
    }

    /// Google's emulator with the security rules loaded, in its own project. Each device proves who it is by a token, without
    /// which the emulator would not apply the rules.
    static func emulator(_ people: String...) async throws -> SharingRemote {
        let emulator = try FirestoreEmulator.shared.get()
        let project = "todo-sharing-\(UUID().uuidString.prefix(8).lowercased())"
        try await emulator.loadRules(project: project)
        let tokens = people.map { ($0, FirestoreEmulator.token(of: $0, project: project)) }
        return SharingRemote(
            url: "http://127.0.0.1:\(emulator.port)", tokens: Dictionary(uniqueKeysWithValues: tokens)
        ) { ["--user", $0, "--project", project] }
    }

    /// A new, empty device of a person, with this machine's clock, which has signed in.
    func home(of person: String) throws -> TodoProcess {
        var home = try TodoProcess()
        home.environment["TODO_NOW"] = nil
        home.environment["NO_PROXY"] = "*"
        home.environment["XDG_CONFIG_HOME"] = home.folder.path
        let set = try home.run(["remote", "set", url, "--allow-http"] + options(person))
        try #require(set.status == 0, "\(set.error)")
        let token = try #require(tokens[person])
        let login = try home("remote", "login", input: token + "\n")
        try #require(login.status == 0, "\(login.error)")
        return home
    }
}

extension TodoProcess {
    /// Shares the list “Groceries”, which has the to-do “Milk”, under a name.
    /// - Returns: the id of the to-do there, and the link.
    func shareGroceries(as name: String) throws -> (id: String, link: String) {
        try self("add", "Milk", "--list", "Groceries", "--create")
        let shared = try self("share", "Groceries", "--as", name)
        try #require(shared.status == 0, "\(shared.error)")
        return (try groceries("Milk"), try #require(shared.lines.first))
    }

    /// The id of a to-do of the list “Groceries”.
    func groceries(_ title: String) throws -> String {
        let items = try self("list", "--list", "Groceries", "--all", "--json").json()["items"]?.elements ?? []
        return try #require(items.first { $0["title"] == .string(title) }?["id"]?.string)
    }

    /// The members of the list “Groceries”, each with the role.
    func members() throws -> [String] {
        try self("members", "Groceries").lines.map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return "\(fields[2]) \(fields[3])"
        }
    }
}
