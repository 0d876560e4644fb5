import Dispatch

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Calls back when this process or another may have committed to a database.
///
/// The kernel reports each write to the log (inotify on Linux, kqueue on Darwin; elsewhere the file is polled). The
/// commit becomes visible only later, once the log is on disk, which the kernel does not report. So the file is checked
/// repeatedly for a while after the last write. If the kernel cannot report writes, the file is polled at short
/// intervals.
///
/// `@unchecked` because all variables are used on the queue only.
final class FileWatch: @unchecked Sendable {
    private static let shortest = DispatchTimeInterval.milliseconds(1)
    /// Well below what a person notices.
    private static let whileSettling = 10
    private static let settling = DispatchTimeInterval.milliseconds(500)

    private let queue = DispatchQueue(label: "todo.watch")
    private let timer: any DispatchSourceTimer
    private var source: (any DispatchSourceProtocol)?
    private let onWrite: @Sendable () -> Void
    /// Milliseconds between checks of a quiet file.
    private let whileQuiet: Int
    private var settled = DispatchTime.now()
    private var interval = 1

    init(path: String, onWrite: @escaping @Sendable () -> Void) {
        self.onWrite = onWrite
        timer = DispatchSource.makeTimerSource(queue: queue)
        let watched = Self.watch(path, queue)
        source = watched?.source
        whileQuiet = watched == nil ? 30 : 1000
        if let watched {
            watched.source.setEventHandler { [weak self, drain = watched.drain] in
                drain()
                self?.noteWrite()
            }
        }
        timer.setEventHandler { [weak self] in self?.look() }
        timer.schedule(deadline: .now() + .milliseconds(whileQuiet))
        source?.activate()
        timer.activate()
    }

    deinit { cancel() }

    func cancel() {
        source?.cancel()
        timer.cancel()
    }

    private func noteWrite() {
        settled = .now() + Self.settling
        interval = 1
        onWrite()
        timer.schedule(deadline: .now() + Self.shortest)
    }

    private func look() {
        onWrite()
        interval = DispatchTime.now() < settled ? min(interval * 2, Self.whileSettling) : whileQuiet
        timer.schedule(deadline: .now() + .milliseconds(interval), leeway: .milliseconds(interval / 10))
    }

    private struct Watched {
        let source: any DispatchSourceProtocol
        let drain: () -> Void
    }

    #if canImport(Darwin)
        private static func watch(_ path: String, _ queue: DispatchQueue) -> Watched? {
            let file = open(path, O_EVTONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            let source = DispatchSource.makeFileSystemObjectSource(
                fileDescriptor: file, eventMask: [.write, .extend], queue: queue)
            source.setCancelHandler { close(file) }
            return Watched(source: source) {}
        }
    #elseif os(Linux) && !PORTABLE
        private static func watch(_ path: String, _ queue: DispatchQueue) -> Watched? {
            let events = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
            guard events >= 0 else { return nil }
            guard inotify_add_watch(events, path, UInt32(IN_MODIFY)) >= 0 else {
                close(events)
                return nil
            }
            let source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
            source.setCancelHandler { close(events) }
            return Watched(source: source) {
                // The content of the events does not matter, but unread ones would be reported again.
                withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { buffer in
                    while read(events, buffer.baseAddress, buffer.count) > 0 {}
                }
            }
        }
    #else
        private static func watch(_ path: String, _ queue: DispatchQueue) -> Watched? { nil }
    #endif
}
