import TodoKit

// The commands to type when access is denied; the library knows no commands.
extension Session {
    /// The error, with the command to type if the person has to sign in.
    func advised(_ error: any Error) async -> any Error {
        guard let error = error as? TodoError, error.code == .notAuthorised, let advice = await signInAdvice else {
            return error
        }
        return error.with(adding: [TodoError.Remedy("sign-in", advice)])
    }

    /// The reason for a failed sync, with the command to type if the person has to sign in.
    func sentence(_ failure: SyncStatus.Failure) async -> String {
        guard failure.code == .notAuthorised, let advice = await signInAdvice else {
            return failure.message
        }
        return "\(failure.message) \(advice)"
    }

    private var signInAdvice: String? {
        get async {
            guard let remote = try? await openedStore?.sync.remote else { return nil }
            return switch remote.credentials {
            case .kept: "Sign in with: todo remote login < FILE"
            case .firebase: "Sign in with: todo remote login --email ADDRESS < FILE"
            case .tokenFile(let path): "Put a valid token into \(ShellWord.quoted(path))."
            case .tokenVariable(let name):
                "Put a valid token into the variable \(Sanitized.bounded(name, to: 60))."
            case .command(let words):
                "Its token comes from: \(Sanitized.bounded(words.map(ShellWord.quoted).joined(separator: " "), to: 200))"
            case .emulator: nil
            }
        }
    }
}
