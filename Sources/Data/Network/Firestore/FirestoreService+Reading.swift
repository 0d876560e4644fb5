import FirestoreWire
import JSON

extension FirestoreService {
    /// Sends a call whose reply is one message.
    /// - Parameter check: Returns what the message lacks; nil if it is valid. Unknown members are skipped, so that any
    ///   JSON object can be read as a message without members.
    func message<Reply: WireCodable>(
        _ call: FirestoreCall, as _: Reply.Type = Reply.self, check: (Reply) -> String? = { _ in nil }
    ) async throws -> Reply {
        try await perform(call) { body in
            let reply = try Reply(json: try await body.collect(upTo: options.maximumResponseBytes))
            if let fault = check(reply) { throw WireError.malformed(JSONError(fault, at: 0)) }
            return reply
        }
    }

    /// Sends a call whose reply is an array, and returns all of it: elements before an error element, or before the
    /// connection broke, do not count.
    func elements<Element: WireCodable>(
        _ call: FirestoreCall, as _: Element.Type = Element.self, check: ([Element]) -> String? = { _ in nil }
    ) async throws -> [Element] {
        try await perform(call) { body in
            var decoder = ArrayDecoder<Element>()
            var elements: [Element] = []
            var rest = options.maximumResponseBytes
            for try await chunk in body {
                rest -= chunk.count
                guard rest >= 0 else {
                    throw HTTPTransportError(.responseTooLarge, requestMayHaveReachedServer: true)
                }
                elements += try decoder.feed(chunk)
            }
            try decoder.finish()
            if let fault = check(elements) { throw WireError.malformed(JSONError(fault, at: 0)) }
            return elements
        }
    }
}
