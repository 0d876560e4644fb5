package import FirestoreWire

/// What a commit makes of one document: what rules judge, and what is then stored.
package struct DocumentChange {
    /// The document.
    package let name: ResourceName
    /// What it held before; nil where there was none.
    package let before: Fields?
    /// What it holds afterwards; nil where there is none.
    package let after: Fields?
}
