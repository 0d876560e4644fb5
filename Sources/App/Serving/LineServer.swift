import Basics
import Foundation
import JSON
import TodoKit

/// Runs commands for a client that sends them as lines of JSON, on one store that stays open.
final class LineServer: Sendable {
    /// The version of the protocol. It is raised only by a change that clients must follow.
    static let version = 1
    /// How many observations a client may have at once.
    static let maximumObservations = 100

    /// Runs the words of a command. If it may only read, it refuses a command that changes something.
    typealias Perform = @Sendable (_ words: [String], _ onlyReading: Bool) async -> LineAnswer

    private let store: TodoStore
    private let perform: Perform
    private let output: Int32
    private let observations = Locked<[JSONValue: Task<Void, Never>]>([:])
    /// Syncs that run beside other commands.
    private let syncs = Locked<[UUID: Task<Void, Never>]>([:])
    private let writing = Locked(())

    /// A server.
    /// - Parameters:
    ///   - store: the store that is observed.
    ///   - output: where the answers go.
    ///   - perform: runs a command on that store.
    init(_ store: TodoStore, output: Int32, perform: @escaping Perform) {
        self.store = store
        self.output = output
        self.perform = perform
    }

    /// Answers requests until the input ends, and then waits for the commands that are running.
    /// - Parameters:
    ///   - reader: the requests.
    /// - greeting: the members of the first line besides the version of the protocol.
    func run(reading reader: LineReader, greeting: KeyValuePairs<String, String>) async throws {
        if try await store.sync.remote?.isAutomatic == true { await store.sync.start() }
        greet(greeting)
        await reader.forEachLine { line in
            guard case .text(let bytes) = line else {
                let error = TodoError(.badInput, "A request has more than \(LineReader.maximum) bytes.")
                return send(LineAnswer(error).line(for: .null))
            }
            do {
                try await answer(try LineRequest(bytes))
            } catch {
                send(LineAnswer(error).line(for: LineRequest.id(in: bytes)))
            }
        }
        for task in observations.withLock({ Array($0.values) }) { task.cancel() }
        for task in syncs.withLock({ Array($0.values) }) { await task.value }
        await store.sync.stop()
    }

    private func greet(_ members: KeyValuePairs<String, String>) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("serve", Self.version)
        for (name, value) in members { writer.member(name, value) }
        writer.endObject()
        send(writer.bytes + [UInt8(ascii: "\n")])
    }

    private func answer(_ request: LineRequest) async throws {
        switch request.action {
        case .run(let words) where words.first == "sync":
            // A sync waits for the network, so other commands go on beside it.
            let key = Randomness.uuid()
            syncs.withLock { syncs in
                syncs[key] = Task {
                    send(await perform(words, false).line(for: request.id))
                    self.syncs.withLock { $0[key] = nil }
                }
            }
        case .run(let words): send(await perform(words, false).line(for: request.id))
        case .observe(let words): try observe(words, as: request.id)
        case .cancel(let id):
            guard let task = observations.withLock({ $0.removeValue(forKey: id) }) else {
                throw TodoError(.notFound, "There is no observation with this id.")
            }
            task.cancel()
            await task.value
            send(LineAnswer(.end).line(for: id))
            send(LineAnswer(.result([])).line(for: request.id))
        }
    }

    /// Sends the output of a command, and sends it again whenever it changes.
    private func observe(_ words: [String], as id: JSONValue) throws {
        try observations.withLock { observations in
            guard observations.count < Self.maximumObservations else {
                throw TodoError(.tooMany, "There are \(Self.maximumObservations) observations already; cancel one.")
            }
            guard observations[id] == nil else {
                throw TodoError(.alreadyExists, "There is an observation with this id already.")
            }
            observations[id] = Task { [weak self] in
                guard let self else { return }
                do {
                    let answers = store.observe { [weak self] _ in
                        await self?.perform(words, true) ?? LineAnswer(.end)
                    }
                    for try await answer in answers {
                        send(answer.line(for: id))
                        // A read that fails now would also fail after the next change.
                        if case .error = answer.outcome { break }
                    }
                } catch {
                    send(LineAnswer(error).line(for: id))
                }
                self.observations.withLock { if !Task.isCancelled { $0[id] = nil } }
            }
        }
    }

    private func send(_ line: [UInt8]) {
        // If the client is gone, its input ends too, and with that the loop.
        writing.withLock { _ in StandardStreams.send(json: line, to: output) }
    }
}
