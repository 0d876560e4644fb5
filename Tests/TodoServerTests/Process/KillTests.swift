import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("todo-server killed")
    struct KillTests {
        @Test("killed at any moment under load, it has every commit that it acknowledged, and none in part")
        func killedUnderLoad() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            var devices = try Device.make(8, path)
            for round in 0..<6 {
                let server = try ServerProcess(database: path, Self.options)
                let transport = CurlTransport(configuration: .init(proxy: .none))
                let url = server.url
                let busy = Busy()
                devices = await withTaskGroup(of: Device.self) { group in
                    for device in devices {
                        group.addTask {
                            await device.pushing(to: url, transport) { busy.note($0) }
                        }
                    }
                    // All of them are running. From here on, any moment will do.
                    #expect(await eventually { busy.count == 8 })
                    try? await Task.sleep(for: .milliseconds(70 * round))
                    server.kill()
                    return await group.reduce(into: []) { $0.append($1) }
                }
                await transport.shutDown()
            }
            #expect(devices.allSatisfy { $0.acknowledged > 0 })
            let check = try ServerProcess.run("check", "--database", path)
            #expect(check.status == 0, "\(check.output)\(check.error)")

            let server = try ServerProcess(database: path, Self.options)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            for device in devices {
                let service = try device.service(server.url, transport)
                let sequence = try #require(await device.sequence(service))
                #expect(sequence >= device.acknowledged, "an acknowledged commit is lost")
                for kind in Device.kinds {
                    let found = try await service.runQuery(
                        StructuredQuery(from: [CollectionSelector(kind)]),
                        under: service.database.resource("users", device.user))
                    let sequences = found.documents.compactMap { $0.fields["seq"]?.integer }
                    #expect(sequences.sorted() == Array(1...sequence), "a commit is torn")
                }
            }
            await transport.shutDown()
            server.kill()
        }

        private static let options = ["--user-rate", "1000000", "--address-rate", "1000000"]
    }
}

/// Which users have committed something.
private final class Busy: Sendable {
    // Not a `Mutex`, which the thread sanitizer takes for no lock.
    private let users = Locked<Set<String>>([])

    var count: Int { users.withLock { $0.count } }
    func note(_ user: String) { users.withLock { _ = $0.insert(user) } }
}

/// A user's device, which commits as fast as it can what the security rules allow.
private struct Device: Sendable {
    static let kinds = ["todos", "tags", "locations", "lists"]

    let user: String
    let token: String
    /// The sequence of the last commit that the server acknowledged.
    private(set) var acknowledged: Int64 = 0

    /// Creates users, with a device each.
    static func make(_ count: Int, _ path: String) throws -> [Device] {
        let store = try DocumentStore(path: path)
        let devices = try (0..<count).map { number in
            Device(user: "u\(number)", token: try store.accounts.add("u\(number)").text)
        }
        try store.close()
        return devices
    }

    func service(_ url: String, _ transport: CurlTransport) throws -> FirestoreService {
        FirestoreService(
            try FirestoreDatabase(projectID: "p", url: url), transport: transport,
            credentials: StaticTokenCredentials(try BearerToken(token)), retry: .never)
    }

    /// The head's sequence; nil if there is no head, or no server.
    func sequence(_ service: FirestoreService) async -> Int64? {
        let head = try? await service.get(service.database.resource("users", user, "sync", "head"))
        return head?.fields["seq"]?.integer
    }

    /// The device as it is when a commit fails: until then it has committed, starting from what the server has.
    /// - Parameter report: called with the user after each commit.
    func pushing(to url: String, _ transport: CurlTransport, _ report: @Sendable (String) -> Void) async -> Device {
        var device = self
        guard let service = try? service(url, transport) else { return device }
        var sequence = await sequence(service) ?? 0
        while (try? await service.commit(device.writes(sequence + 1))) != nil {
            sequence += 1
            device.acknowledged = sequence
            report(user)
        }
        return device
    }

    private func writes(_ sequence: Int64) -> [Write] {
        let space = "projects/p/databases/(default)/documents/users/\(user)"
        let head: Fields = ["seq": .integer(sequence), "gcSeq": 0, "epoch": "e", "schema": 1]
        let records = Self.kinds.map { kind in
            Document(name: "\(space)/\(kind)/\(sequence)", fields: ["seq": .integer(sequence), "hi": 1])
        }
        return ([Document(name: "\(space)/sync/head", fields: head)] + records).map { Write(.update($0)) }
    }
}

extension Value {
    fileprivate var integer: Int64? {
        if case .integer(let number) = self { number } else { nil }
    }
}
