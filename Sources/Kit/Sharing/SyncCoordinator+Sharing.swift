import Basics
import TodoDomain
import TodoLocal
import TodoSync

// What people do with shared lists at the remote.
extension SyncCoordinator {
    /// Runs an act in a shared space while nobody else syncs this database.
    /// - Throws: the errors of `body` in the terms of this library; `no-remote`, `syncing`, `unreachable`.
    func acting<Result: Sendable>(
        in space: String, called name: String, _ body: @Sendable (SpaceActs, any SharedRemote) async throws -> Result
    ) async throws -> Result {
        await endSync()
        let lock = try await lock(patience: times.patience)
        defer { withExtendedLifetime(lock) {} }
        let remote = try await settings.remoteStore(silence: .seconds(10))
        guard let shared = remote.shared else {
            throw TodoError(.notSupported, "The remote of these to-dos cannot share lists.")
        }
        do {
            return try await body(SpaceActs(shared, of: space, environment: stack.environment), shared)
        } catch let refusal as SpaceActs.Refusal {
            throw TodoError(refusal, name)
        } catch {
            throw TodoError.explaining(error)
        }
    }
}

extension TodoError {
    /// The refusal of an act in a shared space, for people.
    fileprivate init(_ refusal: SpaceActs.Refusal, _ name: String) {
        let name = "“\(name.excerpt)”"
        switch refusal {
        case .notAMember:
            self.init(.removed, "You are not a member of \(name).", effect: .nothingChanged)
        case .notAnOwner(let role):
            self.init(
                .notAllowed, "Only an owner of \(name) can do that; you are \(role.withArticle).",
                effect: .nothingChanged)
        case .unknownMember:
            self.init(.notFound, "That person is no longer a member of \(name).", effect: .nothingChanged)
        case .lastOwner:
            self.init(
                .notAllowed,
                "\(name) would have no owner. Make somebody else an owner first, or end the sharing for all.",
                effect: .nothingChanged)
        case .closed: self.init(.ended, "\(name) is no longer shared.", effect: .nothingChanged)
        }
    }
}

extension SpaceRole {
    /// `an owner`, `an editor` or `a viewer`.
    package var withArticle: String { (self == .viewer ? "a " : "an ") + rawValue }
}
