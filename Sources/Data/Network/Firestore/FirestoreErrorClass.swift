import FirestoreWire

/// What a client does about an error (`docs/sync.md`).
public enum FirestoreErrorClass: Sendable, Equatable, CaseIterable {
    /// The same request fails again: keep the edit, set it aside, show it.
    case permanent
    /// The same request may succeed later: wait, and repeat what may be repeated.
    case transient
    /// The document has moved: read the head, pull, merge, push.
    case lostRace
    /// Sign in again.
    case auth
}

// The one place that decides. Whoever asks "may I try again?" asks here.
extension FirestoreError {
    /// What to do about the error.
    /// - Parameter headMoved: Whether a look at the head, taken after a PERMISSION_DENIED, found that it has moved:
    ///   security rules run before preconditions, so that a lost race looks like a refusal.
    public func errorClass(headMoved: Bool = false) -> FirestoreErrorClass {
        switch self {
        case .status(let status) where status.isRefusedToken: .auth
        case .status(let status):
            switch status.code {
            case .failedPrecondition, .alreadyExists, .aborted: .lostRace
            case .unavailable, .deadlineExceeded, .internal, .unknown, .cancelled, .resourceExhausted: .transient
            // An error without an error: nobody knows, as with UNKNOWN.
            case .ok: .transient
            case .unauthenticated: .auth
            case .permissionDenied: headMoved ? .lostRace : .permanent
            case .invalidArgument, .unimplemented, .outOfRange, .notFound, .dataLoss: .permanent
            }
        case .transport(let error):
            switch error.code {
            // Nothing on the way, but the request or the bound itself.
            case .invalidRequest, .requestBody, .responseTooLarge: .permanent
            // Certificates and redirects too: a captive portal shows both, and an edit is never set aside for it.
            case .nameNotResolved, .connectionRefused, .unreachable, .proxy, .certificate, .tls, .connectTimeout,
                .idleTimeout, .totalTimeout, .connectionLost, .truncated, .malformedResponse, .redirectRefused,
                .cancelled, .shutDown, .libraryMissing, .other:
                .transient
            }
        case .reply(let error): error.isRetryable ? .transient : .permanent
        case .credentials(let error): error.code == .unavailable ? .transient : .auth
        // Not permanent, whatever the cause: the change may be there.
        case .outcomeUnknown, .cancelled: .transient
        }
    }

    /// Whether this may be a lost race, which only a look at the head tells: ``errorClass(headMoved:)`` wants it.
    public var mayBeLostRace: Bool { status == .permissionDenied }

    /// Whether waiting a few seconds can help. A certificate does not change, and whoever cancelled does not wait.
    var isWorthWaiting: Bool {
        switch self {
        case .transport(let error):
            switch error.code {
            case .certificate, .redirectRefused, .shutDown, .libraryMissing, .cancelled: false
            default: errorClass() == .transient
            }
        case .outcomeUnknown, .cancelled: false
        case .status(let status): errorClass() == .transient && !status.isUsedUpQuota
        case .reply, .credentials: errorClass() == .transient
        }
    }

    /// Whether the server may have done what was asked for, all the same.
    var leavesOutcomeUnknown: Bool {
        switch self {
        // Whoever counts requests and room does so before anything else.
        case .status(let status): errorClass() == .transient && status.code != .resourceExhausted
        case .transport(let error): error.requestMayHaveReachedServer
        case .reply: true
        case .credentials, .outcomeUnknown, .cancelled: false
        }
    }
}

extension FirestoreError {
    /// Whether there is no room for what was to be written, rather than too many requests at the moment.
    package var isUsedUpQuota: Bool {
        if case .status(let status) = self { status.isUsedUpQuota } else { false }
    }
}

extension Status {
    /// A limit of requests says when to ask again.
    fileprivate var isUsedUpQuota: Bool { code == .resourceExhausted && retryDelay == nil }

    /// The emulator's word for a token that it cannot read, where Google says UNAUTHENTICATED.
    fileprivate var isRefusedToken: Bool {
        code == .invalidArgument && message.lowercased().contains("invalid jwt")
    }
}
