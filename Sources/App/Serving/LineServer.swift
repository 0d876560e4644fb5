import ArgumentParser
import Basics
import Foundation
import JSON
import TodoKit

/// Runs commands for a client that sends them as lines of JSON, on one store that stays open.
final class LineServer: Sendable {
    /// The version of the protocol; it is raised only where a client would have to be changed.
    static let version = 1
    /// How many observations a client may have at once.
    static let maximumObservations = 100

    private let store: TodoStore
    /// The database and the form of the output, for every command.
    private let globals: [String]
    private let output: Int32
    private let observations = Locked<[JSONValue: Task<Void, Never>]>([:])
    /// Syncs that are running beside other commands.
    private let syncs = Locked<[Task<Void, Never>]>([])
    private let writing = Locked(())

    /// A server.
    /// - Parameters:
    ///   - store: the store.
    ///   - path: the path of its database.
    ///   - output: where the answers go.
    init(_ store: TodoStore, path: String, output: Int32) {
        (self.store, self.output) = (store, output)
        globals = ["--db", path, "--json"]
    }

    /// Answers requests until there are no more; commands that were begun are ended.
    func run(reading reader: LineReader) async throws {
        if try await store.sync.remote?.isAutomatic == true { await store.sync.start() }
        send(greeting)
        while let line = await reader.next() {
            guard case .text(let bytes) = line else {
                let error = TodoError(.badInput, "A request has more than \(LineReader.maximum) bytes.")
                send(LineAnswer(error).line(for: .null))
                continue
            }
            guard !bytes.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }) else { continue }
            do {
                try await answer(try LineRequest(bytes))
            } catch {
                send(LineAnswer(error).line(for: LineRequest.id(in: bytes)))
            }
        }
        for task in observations.withLock({ Array($0.values) }) { task.cancel() }
        for task in syncs.withLock({ $0 }) { await task.value }
        await store.sync.stop()
    }

    private var greeting: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("serve", Self.version)
        writer.member("version", Version.current)
        writer.member("database", globals[1])
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }

    private func answer(_ request: LineRequest) async throws {
        switch request.action {
        case .run(let words) where words.first == "sync":
            // It waits for the network, and other commands do not wait for it.
            let task = Task {
                send(await perform(words).line(for: request.id))
            }
            syncs.withLock { $0.append(task) }
        case .run(let words): send(await perform(words).line(for: request.id))
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

    /// Sends what a command prints, and again whenever that changes.
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
                        await self?.perform(words, onlyReading: true) ?? LineAnswer(.end)
                    }
                    for try await answer in answers {
                        send(answer.line(for: id))
                        // What cannot be read now cannot be read after the next change either.
                        if case .error = answer.outcome { break }
                    }
                } catch {
                    send(LineAnswer(error).line(for: id))
                }
                self.observations.withLock { if !Task.isCancelled { $0[id] = nil } }
            }
        }
    }

    private func perform(_ words: [String], onlyReading: Bool = false) async -> LineAnswer {
        let capture = StandardStreams.Capture()
        return await StandardStreams.$capture.withValue(capture) {
            var session: Session?
            do {
                let parsed = try await Invocation.command(globals + words)
                guard var command = parsed as? any SessionCommand, !command.isAlone else {
                    throw TodoError(.usage, "This command is for a shell; here it does not run.")
                }
                guard command.onlyReads || !onlyReading else {
                    throw TodoError(.usage, "Only a command that changes nothing can be observed.")
                }
                guard command.global.db == globals[1] else {
                    throw TodoError(.usage, "The database is the one that is served.")
                }
                let opened = try Session(command.global, using: store)
                session = opened
                try await command.run(in: opened)
                await opened.finish()
                return LineAnswer(.result(capture.output), messages: capture.messages)
            } catch let error as TodoError {
                return LineAnswer(await session?.advised(error) ?? error)
            } catch {
                return LineAnswer(Self.explained(error, words))
            }
        }
    }

    /// What the parser throws, as an error with a code; help is one too, since it is for people.
    private static func explained(_ error: any Error, _ words: [String]) -> any Error {
        switch RootCommand.exitCode(for: error) {
        case .success: TodoError(.usage, "Help is for a shell; here it is not shown.")
        case .validationFailure: TodoError(.usage, Invocation.complaint(error, about: words))
        default: error
        }
    }

    private func send(_ line: [UInt8]) {
        // A client that is gone also closes its side of the input, which ends the loop.
        writing.withLock { _ in _ = StandardStreams.write(line, to: output) }
    }
}
