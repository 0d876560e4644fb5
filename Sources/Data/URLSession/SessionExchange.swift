import Foundation
import HTTPTypes
import TodoNetwork

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request and its response for the caller; releasing the last reference stops the task.
final class SessionExchange: HTTPExchange {
    private let transfer: SessionTransfer
    private let request: URLRequest
    private let delegate: SessionDelegate
    /// A response body that is still being read keeps its transport running.
    private let transport: URLSessionTransport

    init(
        _ transfer: SessionTransfer, _ request: URLRequest, delegate: SessionDelegate,
        keepingAlive transport: URLSessionTransport
    ) {
        self.transfer = transfer
        self.request = request
        self.delegate = delegate
        self.transport = transport
    }

    deinit {
        cancel()
    }

    func head() async throws -> HTTPResponse {
        try await withTaskCancellationHandler {
            delegate.start(transfer, request)
            return try await transfer.channel.head()
        } onCancel: {
            cancel()
        }
    }

    func next() async throws -> [UInt8]? {
        try await withTaskCancellationHandler {
            try await transfer.channel.next { transfer.resume() }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        if transfer.channel.cancel() { delegate.forget(transfer) }
    }
}
