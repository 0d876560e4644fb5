package import Foundation

/// The rules of the merge. Tests take one away, to see that it is needed.
package struct MergeRules: Hashable, Sendable {
    /// Whether a state that was issued once is a base, instead of an error once it is stale.
    package var mergesStale = true
    /// For how long what a client was served counts as unseen by its user, in seconds.
    package var echoWindow: TimeInterval = 15
    /// Whether a property that a client has never sent stays where it sends none.
    package var learnsSupport = true
    /// Whether a property that is missing is always taken off.
    package var deletesAbsent = false
    /// Whether other spellings of the same are the same.
    package var knowsSpellings = true
    /// Whether what a client sent last is the base of what it sends next without reading.
    package var usesLastPut = true
    /// Whether what a client sent last is forgotten when it reads.
    package var forgetsLastPut = true
    /// Whether the state that a client names in its object is known by that.
    package var usesRevision = true
    /// Whether the state that a client has changed is known at another address too.
    package var knowsOtherAddresses = true
    /// Whether a state that was issued is no error once the to-do is deleted.
    package var revivesDeleted = true
    /// Whether those below a to-do that is deleted keep it as their parent.
    package var keepsChildren = true
    /// Whether what is overwritten unseen is recorded.
    package var recordsConflicts = true

    /// The rules as they hold.
    package init() {}
}
