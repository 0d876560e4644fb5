#if canImport(CCurl)
    import Basics
    import CCurl
    import Foundation
    import Logging

    /// One thread that runs all transfers of one transport on one multi handle, and sleeps while there are none.
    ///
    /// Unchecked: `inbox` has its own lock; everything else is used on the thread only.
    final class CurlDriver: @unchecked Sendable {
        enum Command {
            case add(CurlTransfer)
            case cancel(CurlTransfer)
            case resumeReceive(CurlTransfer)
            case resumeSend(CurlTransfer)
            case fail(CurlTransfer, any Error)
        }

        private enum Phase { case idle, running, stopping, stopped }

        private struct Inbox {
            var phase = Phase.idle
            var commands: [Command] = []
            /// Set while the thread runs, so that a handle that no longer exists is not woken.
            var multi: UnsafeMutableRawPointer?
            var stopWaiters: [CheckedContinuation<Void, Never>] = []
        }

        private let configuration: CurlTransport.Configuration
        private let inbox = Locked(Inbox())
        private var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
        private var spareHandles: [UnsafeMutableRawPointer] = []
        /// Whether a command ends the sleep of the thread.
        private var canBeWoken = true

        init(configuration: CurlTransport.Configuration) {
            self.configuration = configuration
        }

        /// Passes a command to the thread, which the first command starts.
        func submit(_ command: Command) {
            let isRefused = inbox.withLock { inbox in
                if inbox.phase == .stopping || inbox.phase == .stopped { return true }
                inbox.commands.append(command)
                if inbox.phase == .idle {
                    inbox.phase = .running
                    Thread.detachNewThread { self.run() }
                } else if let multi = inbox.multi {
                    // Each time, because an earlier wake-up may have been lost.
                    ccurl_multi_wakeup(multi)
                }
                return false
            }
            if isRefused, case .add(let transfer) = command { transfer.end(transfer.channel.error(.shutDown)) }
        }

        /// Ends all transfers and the thread. Returns immediately; ``stopped()`` waits.
        func stop() {
            inbox.withLock { inbox in
                switch inbox.phase {
                case .idle: inbox.phase = .stopped
                case .running:
                    inbox.phase = .stopping
                    if let multi = inbox.multi { ccurl_multi_wakeup(multi) }
                case .stopping, .stopped: break
                }
            }
        }

        /// Waits until the thread has closed every connection.
        func stopped() async {
            await withCheckedContinuation { continuation in
                let isStopped = inbox.withLock { inbox in
                    if inbox.phase != .stopped { inbox.stopWaiters.append(continuation) }
                    return inbox.phase == .stopped
                }
                if isStopped { continuation.resume() }
            }
        }
    }

    // MARK: - On the thread

    extension CurlDriver {
        private func run() {
            ignoreBrokenPipes()
            if CurlTransport.isLibraryReady, let multi = ccurl_multi_init() {
                configure(multi)
                // Without a free descriptor, libcurl works without the socket pair that wakes it.
                canBeWoken = ccurl_multi_wakeup(multi) == CURLM_OK
                inbox.withLock { $0.multi = multi }
                // Not earlier: on Linux a name is lost if it is set before the call that starts the thread has
                // returned. Taking the lock waits for that.
                Thread.current.name = "todo-http"
                while let commands = takeCommands() {
                    for command in commands { execute(command, multi) }
                    turn(multi)
                    if ccurl_multi_poll(multi, nil, 0, sleepMilliseconds(), nil) != CURLM_OK {
                        // For example out of memory: try again, but without spinning.
                        Thread.sleep(forTimeInterval: 0.01)
                    }
                }
                tearDown(multi)
            }
            finishStopping()
        }

        /// Writing to a connection that the peer has closed should result in an error code, not end the process.
        private func ignoreBrokenPipes() {
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGPIPE)
            pthread_sigmask(SIG_BLOCK, &signals, nil)
        }

        private func configure(_ multi: UnsafeMutableRawPointer) {
            let perHost = max(1, configuration.maximumConnectionsPerHost)
            ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_MULTIPLEX))
            ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, perHost)
            ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 4 * perHost)
        }

        private func takeCommands() -> [Command]? {
            inbox.withLock { inbox in
                guard inbox.phase == .running else { return nil }
                defer { inbox.commands = [] }
                return inbox.commands
            }
        }

        private func execute(_ command: Command, _ multi: UnsafeMutableRawPointer) {
            switch command {
            case .add(let transfer): add(transfer, multi)
            case .cancel(let transfer): finish(transfer, transfer.channel.error(.cancelled), multi)
            case .fail(let transfer, let error): finish(transfer, error, multi)
            case .resumeReceive(let transfer): transfer.resume(receive: true)
            case .resumeSend(let transfer): transfer.resume(send: true)
            }
        }

        private func add(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer) {
            // Cancelled before it started.
            if transfer.channel.isEnded { return transfer.end(nil) }
            guard let easy = spareHandles.popLast() ?? ccurl_easy_init() else {
                return transfer.end(transfer.channel.error(.other, diagnostic: "out of memory"))
            }
            let refusal: String? =
                switch transfer.attach(easy, configuration: configuration) {
                case CURLE_OK: multiFailure(ccurl_multi_add_handle(multi, easy))
                case let result: String(cString: ccurl_easy_strerror(result))
                }
            if let refusal {
                transfer.end(transfer.channel.error(.other, diagnostic: refusal))
                return recycle(transfer)
            }
            transfers[easy] = transfer
            if case .stream(_, let forEachChunk, let upload) = transfer.body {
                // The transfer retains the upload, so the upload's task must not retain both forever.
                upload.start(forEachChunk) { [weak self, weak transfer] in
                    if let transfer { self?.submit(.resumeSend(transfer)) }
                } fail: { [weak self, weak transfer] error in
                    guard let transfer else { return }
                    let isMismatch = error is UploadChannel.LengthMismatch
                    self?.submit(.fail(transfer, isMismatch ? transfer.channel.error(.requestBody) : error))
                }
            }
        }

        /// Advances every transfer as far as possible without waiting.
        private func turn(_ multi: UnsafeMutableRawPointer) {
            let now = ContinuousClock.now
            for transfer in Array(transfers.values) {
                if let error = transfer.overdue(at: now) { finish(transfer, error, multi) }
            }
            // A transfer that ends or starts lets libcurl start another one from its queue, and some versions (7.88)
            // then forget to return to that one. So this repeats until nothing changes.
            var waiting = waitingCount
            while true {
                let finished = perform(multi)
                let stillWaiting = waitingCount
                if stillWaiting == 0 || (finished == 0 && stillWaiting == waiting) { return }
                waiting = stillWaiting
            }
        }

        /// The number of transfers without a connection.
        private var waitingCount: Int { transfers.values.count { $0.attempts == 0 } }

        /// Lets libcurl do what can be done now, and returns how many transfers have ended.
        private func perform(_ multi: UnsafeMutableRawPointer) -> Int {
            let count = transfers.count
            var running: Int32 = 0
            if let failure = multiFailure(ccurl_multi_perform(multi, &running)) {
                // This handle does no more work; waiting would take forever.
                for transfer in Array(transfers.values) {
                    finish(transfer, transfer.channel.error(.other, diagnostic: failure), multi)
                }
            }
            var queued: Int32 = 0
            while let message = ccurl_multi_info_read(multi, &queued) {
                guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                    let transfer = transfers[easy]
                else { continue }
                let mayUseProxy = configuration.proxy.url(for: transfer.request.origin) != nil
                // The message is invalidated when its handle is removed.
                let error = transfer.error(for: ccurl_message_result(message), mayUseProxy: mayUseProxy)
                finish(transfer, error, multi)
            }
            return count - transfers.count
        }

        private func multiFailure(_ result: CURLMcode) -> String? {
            result == CURLM_OK ? nil : String(cString: ccurl_multi_strerror(result))
        }

        /// libcurl shortens the sleep for its own timers, and a command ends it. But a wake-up may be lost. So the
        /// thread looks for commands by itself, and each second while transfers are under way.
        private func sleepMilliseconds() -> Int32 {
            let next = transfers.values.lazy.compactMap(\.nextDeadline).min()
            // A safety net for `turn`: transfers that wait for a connection are checked again soon, even if libcurl
            // forgot them.
            let longest: Duration =
                waitingCount > 0 ? .milliseconds(100) : transfers.isEmpty && canBeWoken ? .seconds(60) : .seconds(1)
            return Int32(min(max(.zero, next.map { $0 - .now } ?? longest), longest).wholeMilliseconds)
        }

        /// Ends a transfer: an unfinished one closes its connection or resets its stream.
        private func finish(_ transfer: CurlTransfer, _ error: (any Error)?, _ multi: UnsafeMutableRawPointer) {
            guard let easy = transfer.easy, transfers.removeValue(forKey: easy) != nil else { return }
            ccurl_multi_remove_handle(multi, easy)
            configuration.logger?.noteExchange(
                transfer.request, status: transfer.status, failure: error, bytes: transfer.receivedBytes)
            transfer.end(error)
            recycle(transfer)
        }

        private func recycle(_ transfer: CurlTransfer) {
            guard let easy = transfer.detach() else { return }
            guard spareHandles.count < 32 else { return ccurl_easy_cleanup(easy) }
            ccurl_easy_reset(easy)
            spareHandles.append(easy)
        }

        private func tearDown(_ multi: UnsafeMutableRawPointer) {
            for transfer in Array(transfers.values) { finish(transfer, transfer.channel.error(.shutDown), multi) }
            for easy in spareHandles { ccurl_easy_cleanup(easy) }
            spareHandles = []
            inbox.withLock { $0.multi = nil }
            ccurl_multi_cleanup(multi)
        }

        private func finishStopping() {
            let (commands, waiters) = inbox.withLock { inbox in
                defer {
                    inbox.phase = .stopped
                    inbox.commands = []
                    inbox.stopWaiters = []
                }
                return (inbox.commands, inbox.stopWaiters)
            }
            for case .add(let transfer) in commands { transfer.end(transfer.channel.error(.shutDown)) }
            for waiter in waiters { waiter.resume() }
        }
    }
#endif
