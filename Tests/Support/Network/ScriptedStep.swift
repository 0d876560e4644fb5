/// One thing that a scripted connection does.
public enum ScriptedStep: Sendable {
    /// Reads one whole request, head and body, and records it. The script ends where the client closes instead.
    case receive
    /// Reads up to the end of the head, and leaves the body unread.
    case receiveHead
    /// Sends bytes at once.
    case send([UInt8])
    /// Sends bytes one by one, each in a packet of its own.
    case drip([UInt8], every: Duration)
    /// Sends the same bytes again and again, up to a total, until the client closes.
    case flood([UInt8], total: Int)
    /// Reads and throws away so many bytes.
    case discard(Int)
    /// Waits.
    case wait(Duration)
    /// Waits until a gate is opened.
    case pass(Gate)
    /// Waits, in silence, until the client closes.
    case hold
    /// Reads one whole request and hands it to another server, as the relay likes; then the connection ends.
    case relay(Relay)
    /// Ends the connection with a reset.
    case reset
    /// Does the steps again and again, until the client closes.
    case forever([ScriptedStep])

    /// Sends text at once.
    public static func send(_ text: String) -> ScriptedStep { .send(Array(text.utf8)) }

    /// Sends a whole response with its length.
    public static func respond(
        _ status: String = "200 OK", fields: [String] = [], body: [UInt8] = []
    ) -> ScriptedStep {
        let head = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        return .send(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
    }

    /// Sends a whole response of text with its length.
    public static func respond(_ status: String = "200 OK", fields: [String] = [], text: String) -> ScriptedStep {
        .respond(status, fields: fields, body: Array(text.utf8))
    }
}
