package import Logging

extension Logger {
    /// Logs that an exchange took place and how it ended. Its path, which may contain a user's name, and its content
    /// are never logged.
    package func noteExchange(_ request: HTTPCheckedRequest, status: Int?, failure: (any Error)?, bytes: Int) {
        let outcome = (failure as? HTTPTransportError)?.code.rawValue ?? (failure == nil ? "ok" : "request-body-failed")
        debug(
            "http exchange",
            metadata: [
                "method": "\(request.method)", "origin": "\(request.origin)", "status": "\(status ?? 0)",
                "outcome": "\(outcome)", "bytes": "\(bytes)",
            ])
    }
}
