import Basics
import Foundation
import JSON
import TestSupport
import Testing

/// `make quick ONLY=Command FILTER=DeviceTests DEVICE_SEED=7 TODO_LONG_TESTS=1` draws other edits and faults.
@Suite("Devices that sync with a server behind a bad line")
struct DeviceTests {
    private static let seed = ProcessInfo.processInfo.environment["DEVICE_SEED"].flatMap(UInt64.init) ?? 1

    /// How many devices there are.
    private static let counts = Dose.of([2], whole: [2, 4])
    /// How often all of them sync. With the first seed one of two is killed in the second round.
    private static let rounds = Dose.of(2, whole: 6)

    @Test("devices that are cut off, killed and answered twice agree on all edits", arguments: counts)
    func todoServer(devices: Int) async throws { try await sync(devices, with: try .todoServer()) }

    @Test(
        "so they do with Google's emulator and the security rules",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"), arguments: counts)
    func emulator(devices: Int) async throws { try await sync(devices, with: try await .emulator()) }

    private func sync(_ count: Int, with remote: Remote) async throws {
        let faults = Faults(seed: Self.seed)
        let relay = Relay(toPort: remote.port) { _ in faults.next() }
        let server = try ScriptedServer(keepsRequests: false) { _ in [.relay(relay)] }
        defer { server.stop() }
        let devices = try (0..<count).map { _ in try remote.device(port: server.port) }
        var edits = Edits(seed: Self.seed)
        var random = SeededGenerator(seed: Self.seed)
        for _ in 0..<Self.rounds {
            // All sync at once, while edits go on.
            let syncs = try devices.map { ($0, try $0.start("sync"), random.chance(0.3)) }
            for _ in 0..<(3 * count) { try edits.make(on: random.pick(devices)) }
            for (_, sync, isKilled) in syncs {
                if isKilled { kill(sync.processIdentifier, SIGKILL) }
                // Not waitUntilExit, which would block a thread that other tests need.
                while sync.isRunning { try await Task.sleep(for: .milliseconds(20)) }
                #expect(isKilled || [0, 69].contains(sync.terminationStatus), "seed \(Self.seed)")
            }
        }
        faults.end()
        #expect(await eventually { relay.isQuiet })
        #expect(faults.count >= count, "too few faults for the test to say much")
        try settle(devices)
        let fresh = try remote.device()
        try fresh("sync", "--quiet")
        // The others learn the new device's name, and the conflicts that were noticed last.
        for device in devices + [fresh] + devices { try device("sync", "--quiet") }
        let whole = try devices[0]("export", "--format", "json").json()
        for device in devices + [fresh] {
            #expect(try edits.differences(from: device) == [], "seed \(Self.seed)")
            #expect(try device("export", "--format", "json").json() == whole, "seed \(Self.seed)")
            let idle = try device("sync", "--json").json()
            #expect(idle["requests"] == 1 && idle["documentsRead"] == 1, "an idle sync asks once")
            #expect(try device("sync", "--verify", "--json").status == 0)
            let status = try device("sync", "status", "--json").json()
            #expect(status["pending"] == 0 && status["quarantined"] == 0)
            #expect(try device("doctor").status == 0)
        }
    }

    /// Syncs until nothing moves any more.
    private func settle(_ devices: [TodoProcess]) throws {
        for _ in 0..<4 {
            let reports = try devices.map { try $0("sync", "--json").json() }
            if reports.allSatisfy({ $0["pulled"] == 0 && $0["pushed"] == 0 }) { return }
        }
        Issue.record("seed \(Self.seed): the devices do not come to rest")
    }
}

/// What happens to requests, until it ends.
private final class Faults: Sendable {
    private let state: Locked<(random: SeededGenerator, count: Int, hasEnded: Bool)>

    init(seed: UInt64) { state = Locked((SeededGenerator(seed: seed), 0, false)) }

    /// How many requests were not simply forwarded.
    var count: Int { state.withLock { $0.count } }

    func end() { state.withLock { $0.hasEnded = true } }

    func next() -> Relay.Fate {
        state.withLock { state in
            guard !state.hasEnded, state.random.chance(0.3) else { return .pass }
            state.count += 1
            switch Int.random(in: 0..<7, using: &state.random) {
            case 0: return .lostRequest
            case 1: return .lostReply
            case 2: return .cutReply(Double.random(in: 0..<1, using: &state.random))
            case 3: return .twice
            case 4: return .late(.milliseconds(Int.random(in: 1..<500, using: &state.random)))
            case 5:
                let text = #"{"error":{"code":503,"message":"later","status":"UNAVAILABLE"}}"#
                return .reply(
                    Array("HTTP/1.1 503 -\r\nRetry-After: 0\r\nContent-Length: \(text.count)\r\n\r\n\(text)".utf8))
            default:
                return .reply(
                    Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\n<html".utf8))
            }
        }
    }
}
