#if (os(Linux) || os(macOS)) && !PORTABLE
    import Foundation

    /// Starts other programs as a shell does. No signal is blocked or ignored in them, although threads of tasks block
    /// nearly all. They inherit only the first three descriptors.
    package enum Spawn {
        /// Starts a program.
        /// - Parameters:
        ///   - path: the path of its file.
        ///   - arguments: the arguments after its name.
        ///   - input: the descriptor of its standard input; nil for an empty one.
        ///   - output: the descriptor of its standard output; nil to discard it.
        ///   - errors: the descriptor of its standard error; nil to discard it.
        ///   - sharesTerminal: whether it keeps the terminal of this program. If not, it begins a session and a process
        ///   group with its own number. Then no signal of the terminal ends it, and reading from the terminal does not
        ///   stop it.
        /// - Returns: the number of its process, which the caller must wait for; nil if it cannot be started.
        package static func start(
            _ path: String, _ arguments: [String], input: Int32? = nil, output: Int32? = nil, errors: Int32? = nil,
            sharesTerminal: Bool = false
        ) -> Int32? {
            #if canImport(Darwin)
                var attributes: posix_spawnattr_t?
                var actions: posix_spawn_file_actions_t?
            #else
                var attributes = posix_spawnattr_t()
                var actions = posix_spawn_file_actions_t()
            #endif
            guard posix_spawnattr_init(&attributes) == 0 else { return nil }
            defer { posix_spawnattr_destroy(&attributes) }
            guard posix_spawn_file_actions_init(&actions) == 0 else { return nil }
            defer { posix_spawn_file_actions_destroy(&actions) }
            var unblocked = sigset_t()
            sigemptyset(&unblocked)
            var usual = sigset_t()
            sigfillset(&usual)
            // These cannot be changed.
            sigdelset(&usual, SIGKILL)
            sigdelset(&usual, SIGSTOP)
            posix_spawnattr_setsigmask(&attributes, &unblocked)
            posix_spawnattr_setsigdefault(&attributes, &usual)
            posix_spawnattr_setflags(&attributes, sharesTerminal ? plain : plain | newSession)
            for (stream, source) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
                if let source {
                    posix_spawn_file_actions_adddup2(&actions, source, stream)
                } else {
                    posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
                }
            }
            for descriptor in inheritable { posix_spawn_file_actions_addclose(&actions, descriptor) }
            let words = [path] + arguments
            var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
            pointers.append(nil)
            defer { for pointer in pointers { free(pointer) } }
            var process = pid_t()
            guard posix_spawn(&process, path, &actions, &attributes, &pointers, environ) == 0 else { return nil }
            return process
        }

        /// How a process has ended. Asking this releases its number, which another process may soon get.
        /// - Parameters:
        ///   - process: a process that was started here and whose end was not asked for yet.
        ///   - waits: whether to block the thread until it has ended.
        /// - Returns: its status as in a shell: 128 and the number of the signal, if a signal ended it; nil if it still
        ///   runs.
        package static func status(of process: Int32, waits: Bool) -> Int32? {
            var status: Int32 = 0
            while true {
                let found = waitpid(process, &status, waits ? 0 : WNOHANG)
                if found > 0 { return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F) }
                if found == 0 { return nil }
                // If this program ignores SIGCHLD, the kernel forgets the status of an ended process.
                if errno != EINTR { return 1 }
            }
        }

        private static var plain: Int16 {
            #if canImport(Darwin)
                Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_CLOEXEC_DEFAULT)
            #else
                Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
            #endif
        }

        /// POSIX_SPAWN_SETSID, a GNU extension that Swift does not import on Linux (spawn.h).
        private static var newSession: Int16 {
            #if canImport(Darwin)
                Int16(POSIX_SPAWN_SETSID)
            #else
                0x80
            #endif
        }

        #if !canImport(Darwin)
            /// One more than the highest descriptor that may be open, for a system whose /proc does not list them. The
            /// limit may be infinite, or may have been lowered since. By default Linux gives no numbers beyond 2²⁰.
            private static var bound: Int32 {
                var limit = rlimit()
                guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return 1 << 20 }
                return Int32(clamping: min(max(limit.rlim_max, 1024), 1 << 20))
            }
        #endif

        /// The descriptors that a program would inherit besides the first three: not all libraries mark theirs as
        /// close-on-exec.
        private static var inheritable: [Int32] {
            #if canImport(Darwin)
                []
            #else
                let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                let candidates = names?.compactMap { Int32($0) } ?? Array(STDERR_FILENO..<bound)
                return candidates.filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) == 0 }
            #endif
        }
    }
#endif
