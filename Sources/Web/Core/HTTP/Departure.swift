import Hummingbird
import NIOCore
import NIOHTTPTypes

/// Sees that a browser has gone, and cancels what it had asked for: nobody would read it, and others wait for the processor.
///
/// Nothing is read from a connection while a request of it is answered, but that its other side has closed is told at once.
final class Departure: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// Cancels the request that is being answered; nil if none is.
    private var cancel: (@Sendable () -> Void)?
    private var isGone = false

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { leave() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        isGone = true
        cancel?()
        cancel = nil
    }

    /// Says what cancels the request that is being answered, which may be too late already; nil once it is answered.
    func set(_ cancel: (@Sendable () -> Void)?) {
        self.cancel = cancel
        if isGone { leave() }
    }
}

/// What belongs to one request.
struct WebContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    private let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// Runs `body` in a task that is cancelled as soon as the browser has closed the connection.
    func whileConnected<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let work = Task { try await body() }
        watch { work.cancel() }
        defer { watch(nil) }
        return try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// The connection has one request at a time, and does these in the order in which they are asked for.
    private func watch(_ cancel: (@Sendable () -> Void)?) {
        channel.eventLoop.execute { [channel] in
            try? channel.pipeline.syncOperations.handler(type: Departure.self).set(cancel)
        }
    }
}
