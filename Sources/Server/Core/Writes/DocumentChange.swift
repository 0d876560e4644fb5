package import FirestoreWire

/// A commit's change to one document, which rules judge before it is stored.
package struct DocumentChange {
    /// The document.
    package let name: ResourceName
    /// The previous fields; nil if there was no document.
    package let before: Fields?
    /// The new fields; nil if there is no document.
    package let after: Fields?
}
