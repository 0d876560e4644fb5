#if (os(Linux) || os(macOS)) && !PORTABLE
    import Basics
    import Foundation

    /// One run of a program that prints a token.
    struct TokenCommand: Sendable {
        let arguments: [String]
        let timeout: Duration

        /// Runs the program and returns its output. If there is no token, the error has the last line of its standard
        /// error.
        func run() async throws(CredentialError) -> String {
            // A bad path is reported when the program is started.
            guard let name = arguments.first,
                let program = name.contains("/") ? Program(path: name) : Program(named: name)
            else { throw CredentialError(.commandFailed, "there is no such program") }
            guard let end = await program.run(Array(arguments.dropFirst()), isHeard: true, within: timeout) else {
                throw CredentialError(.commandFailed, "it cannot be started")
            }
            guard !end.isLate else { throw CredentialError(.commandTimeout) }
            let said = Self.lastLine(of: String(decoding: end.said, as: UTF8.self))
            guard end.status == 0 else { throw CredentialError(.commandFailed, said) }
            guard let text = String(validating: end.output, as: UTF8.self) else {
                throw CredentialError(.commandFailed, "its output is not text")
            }
            guard !text.allSatisfy(\.isWhitespace) else {
                let silence = "the command \((name as NSString).lastPathComponent) printed nothing"
                throw CredentialError(.malformedToken, said.map { "\(silence): \($0)" } ?? silence)
            }
            return text
        }

        /// The last nonempty line, shortened, without characters that control a terminal.
        private static func lastLine(of text: String) -> String? {
            let lines = text.split(whereSeparator: \.isNewline).map { line in
                let visible = line.unicodeScalars.filter { $0.properties.generalCategory != .control }
                return String(String.UnicodeScalarView(visible))
            }
            return lines.last { !$0.allSatisfy(\.isWhitespace) }.map { String($0.prefix(200)) }
        }
    }
#else
    /// If programs cannot be started, there is no token.
    struct TokenCommand: Sendable {
        let arguments: [String]
        let timeout: Duration

        func run() async throws(CredentialError) -> String {
            throw CredentialError(.commandFailed, "this system starts no programs")
        }
    }
#endif
