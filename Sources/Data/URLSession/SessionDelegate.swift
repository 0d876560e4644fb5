import Basics
import Foundation
import Logging
import TodoNetwork

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passes the events of a session to the transfers that they concern.
final class SessionDelegate: NSObject, URLSessionDataDelegate {
    private struct State {
        /// Nil once it is closed: FoundationNetworking keeps its connections open as long as the session is referenced.
        var session: URLSession?
        var transfers: [Int: SessionTransfer] = [:]
        var isClosed = false
        var closeWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let logger: Logger?
    private let state = Locked(State())

    init(logger: Logger?) {
        self.logger = logger
    }

    /// Opens the session, once. It retains this object until it is closed.
    func open(_ configuration: URLSessionConfiguration) {
        let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
        state.withLock { $0.session = session }
    }

    /// Starts a transfer, unless it was cancelled before or the session is closed. A closed session must not get tasks.
    func start(_ transfer: SessionTransfer, _ request: URLRequest) {
        let task = state.withLock { state -> URLSessionDataTask? in
            guard let session = state.session else { return nil }
            let task = session.dataTask(with: request)
            state.transfers[task.taskIdentifier] = transfer
            return task
        }
        guard let task else { return end(transfer, transfer.channel.error(.shutDown)) }
        guard transfer.begin(task, overdue: { [weak self] in self?.end($0, $1) }) else { return forget(transfer) }
        task.resume()
    }

    /// Ends a transfer with an error, or successfully.
    private func end(_ transfer: SessionTransfer, _ error: HTTPTransportError?) {
        transfer.channel.finish(error)
        forget(transfer)
    }

    /// Stops the task of a transfer that has ended; its further events are ignored.
    func forget(_ transfer: SessionTransfer) {
        guard let task = transfer.stop() else { return }
        _ = state.withLock { $0.transfers.removeValue(forKey: task.taskIdentifier) }
        task.cancel()
        transfer.log(to: logger)
    }

    private subscript(task: URLSessionTask) -> SessionTransfer? {
        state.withLock { $0.transfers[task.taskIdentifier] }
    }

    // MARK: Closing

    /// Ends all transfers and the session. Returns immediately; ``closed()`` waits.
    func close() {
        let (session, transfers) = state.withLock { ($0.session.take(), Array($0.transfers.values)) }
        guard let session else { return }
        for transfer in transfers { end(transfer, transfer.channel.error(.shutDown)) }
        session.invalidateAndCancel()
    }

    /// Waits until the session has ended.
    func closed() async {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                if !state.isClosed { state.closeWaiters.append(continuation) }
                return state.isClosed
            }
            if isClosed { continuation.resume() }
        }
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer { state.closeWaiters = [] }
            return state.closeWaiters
        }
        for waiter in waiters { waiter.resume() }
    }

    // MARK: Transfers

    /// Never follows a redirect: ``HTTPRedirect`` decides what may be sent to which server.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// Leaves the server's certificate to the system. The caller gets a request for a password as a response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let passwords = [
            NSURLAuthenticationMethodDefault, NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodHTMLForm, NSURLAuthenticationMethodNTLM, NSURLAuthenticationMethodNegotiate,
        ]
        guard passwords.contains(challenge.protectionSpace.authenticationMethod) else {
            return completionHandler(.performDefaultHandling, nil)
        }
        // FoundationNetworking's default handling never ends; the received part is complete by now.
        self[task]?.noteRefusedChallenge()
        completionHandler(.rejectProtectionSpace, nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData sent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        self[task]?.noteActivity()
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        guard let transfer = self[dataTask] else { return completionHandler(.cancel) }
        if let error = transfer.receive(response) {
            end(transfer, error)
            return completionHandler(.cancel)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let transfer = self[dataTask], let error = transfer.receive(data) else { return }
        end(transfer, error)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let transfer = self[task] else { return }
        end(transfer, transfer.outcome(of: task, error))
    }
}
