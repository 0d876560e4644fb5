import Basics
import Logging
import NIOCore
import NIOHTTPTypes

/// Counts connections, and decides which new ones are too many.
final class ConnectionCounter: Sendable {
    private let limits: Limits
    /// Whether addresses are counted: behind a proxy all connections come from the same one.
    private let countsAddresses: Bool
    private let logger: Logger
    private let state = Locked(State())

    private struct State {
        var total = 0
        var byAddress: [ClientAddress: Int] = [:]
        /// How many were refused since the log said so.
        var refused = 0
        /// When the log said so last.
        var logged: ContinuousClock.Instant?
    }

    /// How often the log says that connections are refused.
    private static let logInterval: Duration = .seconds(60)

    init(_ limits: Limits, countsAddresses: Bool, logger: Logger) {
        self.limits = limits
        self.countsAddresses = countsAddresses
        self.logger = logger
    }

    /// The number of connections.
    var count: Int { state.withLock { $0.total } }

    /// Counts a connection; false if it exceeds a limit, in which case it is not counted.
    func open(_ address: ClientAddress) -> Bool {
        let now = ContinuousClock.now
        let (isOpen, refused): (Bool, Int?) = state.withLock { state in
            let own = state.byAddress[address] ?? 0
            guard state.total < limits.connections, !countsAddresses || own < limits.connectionsPerAddress else {
                state.refused += 1
                if let last = state.logged, now - last < Self.logInterval { return (false, nil) }
                state.logged = now
                defer { state.refused = 0 }
                return (false, state.refused)
            }
            state.total += 1
            state.byAddress[address] = own + 1
            return (true, nil)
        }
        if let refused {
            logger.warning(
                "Connections were refused: there are as many as there may be, in all or of one address.",
                metadata: ["refused": "\(refused)", "connections": "\(count)", "client": "\(address)"])
        }
        return isOpen
    }

    /// Undoes ``open(_:)``.
    func close(_ address: ClientAddress) {
        state.withLock { state in
            state.total -= 1
            let own = (state.byAddress[address] ?? 1) - 1
            state.byAddress[address] = own > 0 ? own : nil
        }
    }
}

/// Closes connections that only cost: one too many, one whose request does not arrive, or one that does not accept its
/// answer. No timeout runs while the server works on an answer.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let limits: Limits
    private let counter: ConnectionCounter
    private var counted: ClientAddress?
    private var arrival: Scheduled<Void>?
    /// Closes the connection if a body arrives too slowly.
    private var pace: Scheduled<Void>?
    /// How much of the body has arrived since ``pace`` was scheduled.
    private var arrived = 0
    private var writing: Scheduled<Void>?
    /// Requests whose head has arrived and whose response has not ended.
    private var requests = 0

    init(_ limits: Limits, _ counter: ConnectionCounter) {
        self.limits = limits
        self.counter = counter
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // Small, because bytes buffered in the connection are not counted.
        _ = context.channel.setOption(
            .writeBufferWaterMark, value: ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 32 << 10))
        if context.channel.isActive { begin(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelActive(context: ChannelHandlerContext) {
        begin(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            expectArrival(within: limits.bodyTimeout, context)
            beginPace(context)
        case .body(let bytes):
            arrived += bytes.readableBytes
            if arrived >= limits.bodyPace { beginPace(context) }
        case .end:
            arrival?.cancel()
            pace?.cancel()
            arrival = nil
            pace = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            requests -= 1
            if requests <= 0 { expectArrival(within: limits.headTimeout, context) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        writing?.cancel()
        writing = context.channel.isWritable ? nil : close(in: limits.writeTimeout, context)
        context.fireChannelWritabilityChanged()
    }

    private func begin(_ context: ChannelHandlerContext) {
        guard counted == nil else { return }
        let address = ClientAddress(context.channel.remoteAddress)
        guard counter.open(address) else { return context.close(promise: nil) }
        counted = address
        expectArrival(within: limits.headTimeout, context)
    }

    private func end() {
        arrival?.cancel()
        pace?.cancel()
        writing?.cancel()
        if let address = counted { counter.close(address) }
        counted = nil
    }

    private func expectArrival(within time: Duration, _ context: ChannelHandlerContext) {
        arrival?.cancel()
        arrival = close(in: time, context)
    }

    private func beginPace(_ context: ChannelHandlerContext) {
        pace?.cancel()
        arrived = 0
        // While the previous response is pending, the bytes after its request are not read.
        pace = requests > 1 ? nil : close(in: limits.bodyPaceTime, context)
    }

    private func close(in time: Duration, _ context: ChannelHandlerContext) -> Scheduled<Void> {
        let channel = context.channel
        return context.eventLoop.scheduleTask(in: TimeAmount(time)) { channel.close(promise: nil) }
    }
}
