#if (os(Linux) || os(macOS)) && !PORTABLE
    import Foundation

    /// One run of a program that prints a token.
    struct TokenCommand: Sendable {
        let arguments: [String]
        let timeout: Duration

        /// Starts the program and returns what it printed.
        ///
        /// Its output is read after it has ended: a token easily fits into a pipe, and a program that prints more
        /// blocks until its time is up. What it says on its standard error may be long, and is read all the time; the last line
        /// of it says why there is no token.
        func run() async throws(CredentialError) -> String {
            guard let name = arguments.first, let program = Self.find(name) else {
                throw CredentialError(.commandFailed, "there is no such program")
            }
            let process = Process()
            let (output, errors) = (Pipe(), Pipe())
            process.executableURL = program
            process.arguments = Array(arguments.dropFirst())
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = errors
            // Set before the start: a program may end before `run` returns.
            let end = AsyncStream.makeStream(of: Void.self)
            process.terminationHandler = { _ in end.continuation.finish() }
            guard (try? process.run()) != nil else { throw CredentialError(.commandFailed, "it cannot be started") }
            let pid = process.processIdentifier
            // Not a child of this task: a refresh for many callers must not end with one of them.
            let timer = Task {
                guard (try? await Task.sleep(for: timeout)) != nil else { return false }
                kill(pid, SIGKILL)
                return true
            }
            let listening = Self.listen(to: errors.fileHandleForReading.fileDescriptor)
            for await _ in end.stream {}
            timer.cancel()
            listening.cancel()
            let said = await listening.value
            withExtendedLifetime(errors) {}
            guard await !timer.value else { throw CredentialError(.commandTimeout) }
            guard process.terminationReason == .exit, process.terminationStatus == 0 else {
                throw CredentialError(.commandFailed, said)
            }
            let bytes = Self.read(output.fileHandleForReading.fileDescriptor)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw CredentialError(.commandFailed, "its output is no text")
            }
            guard !text.allSatisfy(\.isWhitespace) else {
                let silence = "the command \(program.lastPathComponent) printed nothing"
                throw CredentialError(.malformedToken, said.map { "\(silence): \($0)" } ?? silence)
            }
            return text
        }

        /// Reads what comes through a pipe until it is cancelled, and returns the last line with anything in it; nil if there is
        /// none.
        private static func listen(to descriptor: Int32) -> Task<String?, Never> {
            Task {
                var end: [UInt8] = []
                while !Task.isCancelled {
                    end = Array((end + Self.read(descriptor)).suffix(4096))
                    try? await Task.sleep(for: .milliseconds(20))
                }
                // What was said last is there once the program has ended.
                end += Self.read(descriptor)
                return Self.lastLine(of: String(decoding: end.suffix(4096), as: UTF8.self))
            }
        }

        /// The last line with anything in it, without what a terminal would obey, and not long.
        private static func lastLine(of text: String) -> String? {
            let lines = text.split(whereSeparator: \.isNewline).map { line in
                let visible = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
                return String(String.UnicodeScalarView(visible))
            }
            return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(200)) }
        }

        /// Looks up a program like a shell (POSIX, 2.9.1.4).
        private static func find(_ name: String) -> URL? {
            if name.contains("/") { return URL(fileURLWithPath: name) }
            let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
            return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
                .map { URL(fileURLWithPath: $0) }
        }

        /// Reads what is in the pipe, without waiting for an end that a grandchild may hold open.
        private static func read(_ descriptor: Int32) -> ArraySlice<UInt8> {
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var bytes = [UInt8](repeating: 0, count: 64 << 10)
            let count = bytes.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
            return bytes.prefix(max(0, count))
        }
    }
#else
    /// Where programs cannot be started, there is no token.
    struct TokenCommand: Sendable {
        let arguments: [String]
        let timeout: Duration

        func run() async throws(CredentialError) -> String {
            throw CredentialError(.commandFailed, "this system starts no programs")
        }
    }
#endif
