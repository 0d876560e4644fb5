import NIOCore

/// Answers clients that speak HTTP/2, as Google's clients do by default for gRPC. Each call ends at once with gRPC's
/// UNIMPLEMENTED and a sentence that says what to use.
///
/// The server speaks HTTP/1.1 only. If the connection closes, or the answer is not HTTP/2, a client of gRPC assumes
/// that the server is down, and tries again for minutes. Only an answer in HTTP/2 ends that. So this reads as much of
/// HTTP/2 (RFC 9113) as an answer requires; it never looks into the client's data. A client with TLS gets here if
/// HTTP/2 is all that it offers (ALPN).
final class HTTP2Refusal: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum State {
        /// The received bytes may still be the beginning of ``preface``.
        case undecided
        /// HTTP/2.
        case refusing
        /// Something else, which others read.
        case passing
    }

    /// The first bytes of a client of HTTP/2 (RFC 9113, 3.4).
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
    /// Long enough for the client to read the answer. Closing at once, with its bytes unread, could discard the answer.
    private static let patience: TimeAmount = .seconds(1)

    private var state = State.undecided
    private var arrived = ByteBuffer()
    private var hasAnswered = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if state == .passing { return context.fireChannelRead(data) }
        var bytes = unwrapInboundIn(data)
        arrived.writeBuffer(&bytes)
        if state == .undecided { decide(context) }
        if state == .refusing { readFrames(context) }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if state != .passing { context.flush() }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // Before this handler leaves: a handler outside the pipeline passes nothing on.
        let isEnd = state == .undecided && event as? ChannelEvent == .inputClosed
        if isEnd { handOver(context) }
        context.fireUserInboundEventTriggered(event)
        if isEnd { leave(context) }
    }

    private func decide(_ context: ChannelHandlerContext) {
        let count = min(arrived.readableBytes, Self.preface.count)
        guard arrived.readableBytesView.prefix(count).elementsEqual(Self.preface.prefix(count)) else {
            return pass(context)
        }
        guard count == Self.preface.count else { return }
        state = .refusing
        arrived.moveReaderIndex(forwardBy: count)
        write(Frame(.settings), context)
    }

    /// Hands over what has arrived, and all that follows.
    private func pass(_ context: ChannelHandlerContext) {
        handOver(context)
        leave(context)
    }

    private func handOver(_ context: ChannelHandlerContext) {
        state = .passing
        if arrived.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(arrived)) }
        arrived = ByteBuffer()
    }

    private func leave(_ context: ChannelHandlerContext) {
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    private func readFrames(_ context: ChannelHandlerContext) {
        do {
            while let frame = try Frame(from: &arrived) { answer(frame, context) }
            arrived.discardReadBytes()
        } catch {
            context.close(promise: nil)
        }
    }

    private func answer(_ frame: Frame, _ context: ChannelHandlerContext) {
        switch frame.type {
        case Frame.Kind.settings.rawValue where frame.flags & Frame.acknowledgement == 0:
            write(Frame(.settings, flags: Frame.acknowledgement), context)
        case Frame.Kind.ping.rawValue where frame.flags & Frame.acknowledgement == 0:
            write(Frame(.ping, flags: Frame.acknowledgement, content: frame.content), context)
        case Frame.Kind.headers.rawValue where frame.stream != 0:
            write(.refusal(of: frame.stream), context)
            write(.end(of: frame.stream), context)
            guard !hasAnswered else { return }
            hasAnswered = true
            write(.goodbye, context)
            let channel = context.channel
            context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        default: break
        }
    }

    private func write(_ frame: Frame, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(frame.bytes), promise: nil)
    }
}

/// A frame of HTTP/2 (RFC 9113, 4.1).
private struct Frame {
    enum Kind: UInt8 {
        case headers = 1
        case reset = 3
        case settings = 4
        case ping = 6
        case goAway = 7
    }

    struct TooLarge: Error {}

    /// The flag of settings and pings that answer others.
    static let acknowledgement: UInt8 = 1
    /// The flags of a complete head without a body.
    private static let wholeAndLast: UInt8 = 4 | 1
    /// The size of a frame unless settings allow more (RFC 9113, 4.2).
    private static let maximumSize = 16 << 10

    let type: UInt8
    let flags: UInt8
    let stream: UInt32
    let content: ByteBuffer

    init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, content: ByteBuffer = ByteBuffer()) {
        type = kind.rawValue
        self.flags = flags
        self.stream = stream
        self.content = content
    }

    /// Reads a frame; nil if it has not arrived completely.
    init?(from buffer: inout ByteBuffer) throws(TooLarge) {
        let start = buffer.readerIndex
        guard let high: UInt8 = buffer.getInteger(at: start), let low: UInt16 = buffer.getInteger(at: start + 1),
            let type: UInt8 = buffer.getInteger(at: start + 3), let flags: UInt8 = buffer.getInteger(at: start + 4),
            let stream: UInt32 = buffer.getInteger(at: start + 5)
        else { return nil }
        let size = Int(high) << 16 | Int(low)
        guard size <= Self.maximumSize else { throw TooLarge() }
        guard let content = buffer.getSlice(at: start + 9, length: size) else { return nil }
        buffer.moveReaderIndex(forwardBy: 9 + size)
        self.type = type
        self.flags = flags
        self.stream = stream & 0x7FFF_FFFF
        self.content = content
    }

    var bytes: ByteBuffer {
        var buffer = ByteBuffer()
        let size = UInt32(content.readableBytes)
        buffer.writeInteger(UInt8(size >> 16))
        buffer.writeInteger(UInt16(truncatingIfNeeded: size))
        buffer.writeInteger(type)
        buffer.writeInteger(flags)
        buffer.writeInteger(stream)
        buffer.writeImmutableBuffer(content)
        return buffer
    }

    /// The answer to a call: the status and the trailers in one frame, as gRPC allows without a message.
    static func refusal(of stream: UInt32) -> Frame {
        Frame(.headers, flags: wholeAndLast, stream: stream, content: refusalFields)
    }

    /// Nothing more is read of the call.
    static func end(of stream: UInt32) -> Frame {
        Frame(.reset, stream: stream, content: ByteBuffer(integer: UInt32(0)))
    }

    /// The connection ends; calls in flight are still answered.
    static var goodbye: Frame {
        var content = ByteBuffer(integer: UInt32(0x7FFF_FFFF))
        content.writeInteger(UInt32(0))
        return Frame(.goAway, content: content)
    }

    /// Fields in the form of HPACK (RFC 7541), without compression, and without using its dynamic table.
    private static let refusalFields: ByteBuffer = {
        // `:status: 200` and the name `content-type` are in the static table.
        var fields = ByteBuffer(bytes: [0x88, 0x0F, 0x10])
        func write(_ text: String) {
            precondition(text.utf8.count < 127, "a longer length has another form")
            fields.writeInteger(UInt8(text.utf8.count))
            fields.writeString(text)
        }
        write("application/grpc")
        for (name, value) in [("grpc-status", "12"), ("grpc-message", HTTP2Refusal.message)] {
            fields.writeInteger(UInt8(0))
            write(name)
            write(value)
        }
        return fields
    }()
}

extension HTTP2Refusal {
    /// Printable ASCII without a percent sign, as gRPC requires.
    fileprivate static let message =
        "This server has no gRPC; set the client to REST over HTTP/1.1, as docs/server.md shows."
}
