package import FirestoreWire

/// What a commit makes of one document: what rules judge, and what is then stored.
package struct DocumentChange {
    /// The document.
    package let name: ResourceName
    /// What it held before; nil if there was none.
    package let before: Fields?
    /// What it holds afterwards; nil if there is none.
    package let after: Fields?
}
