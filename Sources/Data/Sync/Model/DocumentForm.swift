/// The part of a document that depends on the space to which it belongs.
package struct DocumentForm: Hashable, Sendable {
    /// The version of the documents that this program writes there (`v`). Documents of a greater version are not read.
    package let version: Int64
    /// The id of the person who sends them (`by`); nil in the own space, whose documents do not name anybody.
    package let sender: String?

    /// The form of the own space.
    package static let own = DocumentForm(version: 1, sender: nil)

    /// The form of a shared space.
    /// - Parameter sender: the id on the remote of this person.
    package static func shared(by sender: String) -> DocumentForm { DocumentForm(version: 2, sender: sender) }
}
