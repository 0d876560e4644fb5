public import Foundation

/// A token that another program prints, such as `gcloud auth print-access-token`.
///
/// The command does not pass through a shell. Its output is trimmed; its standard error is discarded, as it may contain
/// anything.
public struct CommandCredentials: CredentialProvider {
    private let command: TokenCommand
    private let lifetime: TimeInterval
    private let cache = TokenCache()

    /// - Parameters:
    ///   - command: The program, as a path or as a name to look up in `PATH`, and its arguments.
    ///   - lifetime: How many seconds a token is used before the program runs again. Programs do not say when their
    ///     tokens expire; `gcloud` never prints one that expires within five minutes.
    ///   - timeout: How long the program may run before it is killed.
    public init(_ command: [String], lifetime: TimeInterval = 300, timeout: Duration = .seconds(30)) {
        self.command = TokenCommand(arguments: command, timeout: timeout)
        self.lifetime = lifetime
    }

    /// The token that the program printed last, or prints now.
    public func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        // The cache replaces a token a minute before its expiry, which is our own estimate here.
        let end = now.addingTimeInterval(lifetime + BearerToken.margin)
        return try await cache.token(at: now, replacing: refused) { [command] in
            try BearerToken(try await command.run(), expiresAt: end)
        }
    }
}
