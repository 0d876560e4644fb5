package import Foundation

/// A token that another program prints, such as `gcloud auth print-access-token`.
///
/// The words of the command do not pass through a shell, unless the command is a shell. Its output is trimmed. If there
/// is no token in it, the error repeats the last line of the command's standard error.
package struct CommandCredentials: CredentialProvider {
    private let command: TokenCommand
    private let lifetime: TimeInterval
    private let cache = TokenCache()

    /// - Parameters:
    ///   - command: The program, as a path or as a name to look up in `PATH`, and its arguments.
    ///   - lifetime: How many seconds a token is used before the program runs again. Programs do not say when their
    ///     tokens expire; `gcloud` never prints one that expires within five minutes.
    ///   - timeout: How long the program may run before it is killed.
    package init(_ command: [String], lifetime: TimeInterval = 300, timeout: Duration = .seconds(30)) {
        self.command = TokenCommand(arguments: command, timeout: timeout)
        self.lifetime = lifetime
    }

    /// The words of a typed command, which are separated by spaces. A command with anything that only a shell
    /// understands, such as quotation marks, a variable or a pipe, is passed to the shell.
    package static func words(of line: String) -> [String] {
        let words = line.split(separator: " ").map(String.init)
        let plain = "0123456789 -_./,:=@%+".unicodeScalars
        // A variable that is set for the command is the shell's too.
        let isPlain =
            words.first?.contains("=") != true
            && line.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || plain.contains($0) }
        return isPlain ? words : ["/bin/sh", "-c", line]
    }

    /// The token that the program printed last, or prints now.
    package func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        // The cache replaces a token a minute before its expiry, which is only estimated here.
        let end = now.addingTimeInterval(lifetime + BearerToken.margin)
        return try await cache.token(at: now, replacing: refused) { [command] in
            try BearerToken(try await command.run(), expiresAt: end)
        }
    }
}
