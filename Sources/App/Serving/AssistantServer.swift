import Basics
import TodoAssistant
import TodoKit

/// Speaks with an assistant's client over two streams. It answers one request after another. Between the answers it sends
/// changes of the resources that the client watches.
final class AssistantServer: Sendable {
    /// Requests that wait while the person is being asked.
    private static let mostWaiting = 16

    private let assistant: Assistant
    private let reader: LineReader
    private let send: @Sendable ([UInt8]) -> Void
    private let waiting = Locked<[[UInt8]]>([])

    /// - Parameter send: sends a line as a whole, from any task.
    init(_ assistant: Assistant, _ reader: LineReader, _ send: @escaping @Sendable ([UInt8]) -> Void) {
        self.assistant = assistant
        self.reader = reader
        self.send = send
    }

    /// Answers each request, and returns when the input ends.
    func run() async {
        await reader.forEachLine { line in
            guard case .text(let bytes) = line else { return send(Assistant.answerToTooLong) }
            await answer(bytes)
            while let next = waiting.withLock({ waiting -> [UInt8]? in waiting.isEmpty ? nil : waiting.removeFirst() })
            { await answer(next) }
        }
    }

    private func answer(_ request: [UInt8]) async {
        let answer = await assistant.answer(request) { [self] question, id in
            send(question)
            return await reply(to: id, during: request)
        }
        if let answer { send(answer) }
    }

    /// Waits for the answer to a question; nil if the request is cancelled or the input ends. Other requests wait meanwhile.
    private func reply(to id: String, during request: [UInt8]) async -> [UInt8]? {
        while let line = await reader.next() {
            guard case .text(let bytes) = line else {
                send(Assistant.answerToTooLong)
                continue
            }
            if LineReader.isBlank(bytes) { continue }
            if Assistant.isReply(bytes, to: id) { return bytes }
            if Assistant.isCancellation(bytes, of: request) { return nil }
            let isKept = waiting.withLock { waiting in
                guard waiting.count < Self.mostWaiting else { return false }
                waiting.append(bytes)
                return true
            }
            if !isKept, let refusal = Assistant.answerToTooMany(bytes) { send(refusal) }
        }
        return nil
    }
}
