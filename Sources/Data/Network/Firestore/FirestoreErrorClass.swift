import FirestoreWire

/// How a client reacts to an error (`docs/sync.md`).
package enum FirestoreErrorClass: Sendable, Equatable, CaseIterable {
    /// The same request would fail again: keep the edit, quarantine it, show it.
    case permanent
    /// The same request may succeed later: wait, and repeat it if it may be repeated.
    case transient
    /// The document has moved: read the head, pull, merge, push.
    case lostRace
    /// Sign in again.
    case auth
}

// The only place that decides whether to try again.
extension FirestoreError {
    /// How to react to the error.
    /// - Parameter headMoved: Whether the head, read after a PERMISSION_DENIED, has moved: security rules are evaluated
    ///   before preconditions, so a lost race looks like a refusal.
    package func errorClass(headMoved: Bool = false) -> FirestoreErrorClass {
        switch self {
        case .status(let status) where status.isRefusedToken: .auth
        case .status(let status):
            switch status.code {
            case .failedPrecondition, .alreadyExists, .aborted: .lostRace
            case .unavailable, .deadlineExceeded, .internal, .unknown, .cancelled, .resourceExhausted: .transient
            // An error that claims success is as unclear as UNKNOWN.
            case .ok: .transient
            case .unauthenticated: .auth
            case .permissionDenied: headMoved ? .lostRace : .permanent
            case .invalidArgument, .unimplemented, .outOfRange, .notFound, .dataLoss: .permanent
            }
        case .transport(let error):
            switch error.code {
            // The cause is not the network, but the request or the limit itself.
            case .invalidRequest, .requestBody, .responseTooLarge: .permanent
            // Certificates and redirects too: a captive portal causes both, and no edit must be quarantined for that.
            case .nameNotResolved, .connectionRefused, .unreachable, .proxy, .certificate, .certificateExpired,
                .certificateNotYetValid, .certificateName, .tls, .connectTimeout, .idleTimeout, .totalTimeout,
                .connectionLost, .truncated, .malformedResponse, .redirectRefused,
                .cancelled, .shutDown, .libraryMissing, .other:
                .transient
            }
        case .reply(let error): error.isRetryable ? .transient : .permanent
        case .credentials(let error): error.code == .unavailable ? .transient : .auth
        // Not permanent, for any cause: the change may have happened.
        case .outcomeUnknown, .cancelled: .transient
        }
    }

    /// Whether this may be a lost race, which only the head shows, as ``errorClass(headMoved:)`` needs to know.
    package var mayBeLostRace: Bool { status == .permissionDenied }

    /// Whether waiting a few seconds may help. Certificates do not change, and after a cancellation the answer is not
    /// wanted. After a time-out, the caller can request less; the same request would take as long again.
    var isWorthWaiting: Bool {
        switch self {
        case .transport(let error):
            switch error.code {
            case .certificate, .certificateExpired, .certificateNotYetValid, .certificateName, .redirectRefused,
                .shutDown, .libraryMissing, .cancelled, .idleTimeout, .totalTimeout:
                false
            default: errorClass() == .transient
            }
        case .outcomeUnknown, .cancelled: false
        // A full disk does not become empty in that time.
        case .status(let status):
            errorClass() == .transient && !status.isUsedUpQuota && status.reason != Status.noSpace
        case .reply, .credentials: errorClass() == .transient
        }
    }

    /// Whether the server may have made the change despite the error.
    var leavesOutcomeUnknown: Bool {
        switch self {
        // Quotas are checked before anything else, and a full disk has stored nothing.
        case .status(let status):
            errorClass() == .transient && status.code != .resourceExhausted && status.reason != Status.noSpace
        case .transport(let error): error.requestMayHaveReachedServer
        case .reply: true
        case .credentials, .outcomeUnknown, .cancelled: false
        }
    }
}

extension FirestoreError {
    /// Whether the exchange took too long or was cut off underway, so that a smaller one may succeed. A proxy on the
    /// way has its own limits, and closes the connection.
    package var isTimeout: Bool {
        switch self {
        case .outcomeUnknown(let cause): cause.isTimeout
        case .status(let status): status.code == .deadlineExceeded
        case .transport(let error):
            switch error.code {
            case .idleTimeout, .totalTimeout, .truncated: true
            case .connectionLost: error.requestMayHaveReachedServer
            default: false
            }
        case .reply, .credentials, .cancelled: false
        }
    }

    /// Whether storage is used up, rather than the rate of requests.
    package var isUsedUpQuota: Bool {
        if case .status(let status) = self { status.isUsedUpQuota } else { false }
    }
}

extension Status {
    /// A rate limit says when to try again.
    fileprivate var isUsedUpQuota: Bool { code == .resourceExhausted && retryDelay == nil }

    /// The emulator's error for an unreadable token, for which Google uses UNAUTHENTICATED.
    fileprivate var isRefusedToken: Bool {
        code == .invalidArgument && message.lowercased().contains("invalid jwt")
    }
}
