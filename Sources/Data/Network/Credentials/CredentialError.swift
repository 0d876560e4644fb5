/// Why there is no token. Neither the description nor the diagnostic contains a token, a password or a key.
public struct CredentialError: Error, Equatable, Sendable {
    /// The kind of error; the raw values are stable, for scripts and logs.
    public enum Code: String, Sendable, CaseIterable {
        /// The credentials were refused or revoked: the user has to sign in again.
        case signInAgain = "sign-in-again"
        /// No user has signed in on this device yet.
        case notSignedIn = "not-signed-in"
        /// E-mail and password do not match, or the account is disabled.
        case signInRefused = "sign-in-refused"
        /// The API key is unknown or not allowed for this.
        case invalidKey = "invalid-api-key"
        /// The account server cannot be reached, or cannot answer now.
        case unavailable = "sign-in-unavailable"
        /// Others can read or replace a file with a token.
        case insecureFile = "insecure-credential-file"
        /// A file with a token cannot be read or written.
        case unreadableFile = "unreadable-credential-file"
        /// The environment lacks the variable with the token.
        case missingVariable = "missing-credential-variable"
        /// A command that should print a token cannot be started, or failed.
        case commandFailed = "credential-command-failed"
        /// A command that should print a token did not finish in time.
        case commandTimeout = "credential-command-timeout"
        /// The text that was given as a token is not valid.
        case malformedToken = "malformed-token"
    }

    /// The kind of error.
    public let code: Code
    /// A detail, such as the path of a file or the words of a transport error; nil if the code says everything.
    public let diagnostic: String?

    /// An error.
    public init(_ code: Code, _ diagnostic: String? = nil) {
        self.code = code
        self.diagnostic = diagnostic
    }
}

extension CredentialError: CustomStringConvertible {
    /// A sentence for people that says what to do next.
    public var description: String {
        let detail = diagnostic.map { " (\($0))" } ?? ""
        return sentence + detail
    }

    private var sentence: String {
        switch code {
        case .signInAgain: "The server does not accept the credentials."
        case .notSignedIn: "You have not signed in on this device yet."
        case .signInRefused: "The e-mail address or the password is wrong, or the account is disabled."
        case .invalidKey: "The API key is not accepted. Check the configuration of the remote."
        case .unavailable: "The sign-in server cannot be reached. Try again later."
        case .insecureFile: "A credential file must belong to you and be closed to others. Run chmod 600 on it."
        case .unreadableFile: "A credential file cannot be read or written. Check its path and its folder."
        case .missingVariable: "The environment variable for the token is not set."
        case .commandFailed: "The command that prints the token failed. Run it by hand to see why."
        case .commandTimeout: "The command that prints the token did not end in time."
        case .malformedToken: "The given token is not valid."
        }
    }
}
