#if (os(Linux) || os(macOS)) && !PORTABLE
    import Foundation

    /// Another program on this machine.
    package struct Program: Sendable {
        /// The path of its file.
        package let path: String

        /// The program at a path, whatever is there.
        package init(path: String) { self.path = path }

        /// Looks up a program as a shell does (POSIX, 2.9.1.4). A name with a slash is its path. For any other name,
        /// the folders of `PATH` are searched in order. A folder is not a program.
        package init?(named name: String) {
            let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            let paths = name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
            guard let path = paths.first(where: Self.isThere) else { return nil }
            self.path = path
        }

        private static func isThere(_ path: String) -> Bool {
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return false }
            return !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
        }

        /// Runs it without a terminal, and waits for its end. When its time is up, it is killed with everything that it
        /// started. If it ends by itself, the programs that it leaves running go on, and are not waited for.
        /// - Parameters:
        ///   - arguments: the arguments after its name.
        ///   - input: the descriptor of its standard input; nil for an empty one.
        ///   - isHeard: whether its output and its standard error are kept.
        ///   - patience: how long it may run.
        /// - Returns: how it ended; nil if it cannot be started.
        package func run(
            _ arguments: [String], input: Int32? = nil, isHeard: Bool = false, within patience: Duration
        ) async -> ProgramEnd? {
            // Not on a thread of Swift's tasks: there are only as many as cores, and this one blocks.
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        returning: end(of: arguments, input: input, isHeard: isHeard, within: patience))
                }
            }
        }

        /// Runs and ends the program on one thread. Otherwise it could be killed after its end, when its number may be
        /// that of another process.
        private func end(
            of arguments: [String], input: Int32?, isHeard: Bool, within patience: Duration
        ) -> ProgramEnd? {
            let output = isHeard ? ProgramPipe() : nil
            let errors = isHeard ? ProgramPipe() : nil
            guard !isHeard || (output != nil && errors != nil) else { return nil }
            let process = Spawn.start(path, arguments, input: input, output: output?.writing, errors: errors?.writing)
            output?.finishWriting()
            errors?.finishWriting()
            guard let process else { return nil }
            let deadline = ContinuousClock.now + patience
            var said: [UInt8] = []
            var isLate = false
            var pause = 0.001
            while true {
                let status = Spawn.status(of: process, waits: false)
                // The last part of its errors may arrive only when it ends.
                if let errors { said = Array((said + errors.content()).suffix(4096)) }
                if let status {
                    return ProgramEnd(status: status, isLate: isLate, output: output?.content() ?? [], said: said)
                }
                if !isLate, ContinuousClock.now >= deadline {
                    isLate = true
                    kill(-process, SIGKILL)
                }
                Thread.sleep(forTimeInterval: pause)
                pause = min(2 * pause, 0.01)
            }
        }
    }

    /// How a program has ended.
    package struct ProgramEnd: Sendable {
        /// Its status as in a shell: 128 and the number of the signal, if a signal ended it.
        package let status: Int32
        /// Whether its time was up.
        package let isLate: Bool
        /// Its standard output. It must fit into a pipe: a program that prints more blocks until its time is up.
        package let output: [UInt8]
        /// The end of its standard error, at most 4,096 bytes.
        package let said: [UInt8]
    }

    /// A pipe from another program to this one.
    private final class ProgramPipe {
        /// The end that the other program writes to.
        private(set) var writing: Int32?
        private let reading: Int32

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
            reading = ends[0]
            writing = ends[1]
        }

        deinit {
            finishWriting()
            close(reading)
        }

        /// Closes this program's copy of the writing end.
        func finishWriting() {
            if let writing { close(writing) }
            writing = nil
        }

        /// The bytes in the pipe. It does not wait for the end of the stream, which a grandchild may hold open.
        func content() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            let count = bytes.withUnsafeMutableBytes { read(reading, $0.baseAddress, $0.count) }
            return Array(bytes.prefix(max(0, count)))
        }
    }
#endif
