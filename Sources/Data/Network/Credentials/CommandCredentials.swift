public import Foundation

/// The token that another program prints, such as `gcloud auth print-access-token`.
///
/// No shell reads the command. Its output is used without the white space around it; its standard error is dropped, as
/// it may hold anything.
public struct CommandCredentials: CredentialProvider {
    private let command: TokenCommand
    private let lifetime: TimeInterval
    private let cache = TokenCache()

    /// - Parameters:
    ///   - command: The program, by path or by a name that is looked for in `PATH`, and its arguments.
    ///   - lifetime: How many seconds a token is used before the program is asked again. Programs do not say when their
    ///     tokens end; `gcloud` never prints one that ends within five minutes.
    ///   - timeout: The longest that the program may run; then it is killed.
    public init(_ command: [String], lifetime: TimeInterval = 300, timeout: Duration = .seconds(30)) {
        self.command = TokenCommand(arguments: command, timeout: timeout)
        self.lifetime = lifetime
    }

    /// What the program printed last, or prints now.
    public func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        // The cache replaces a token a minute before its end; here its end is our own guess.
        let end = now.addingTimeInterval(lifetime + BearerToken.margin)
        return try await cache.token(at: now, replacing: refused) { [command] in
            try BearerToken(try await command.run(), expiresAt: end)
        }
    }
}
