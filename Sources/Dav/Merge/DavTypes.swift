package import Foundation
package import TodoKit

/// Where to-dos are served: each is in one collection.
package enum DavCollection: Hashable, Sendable {
    case inbox
    case list(TodoList.ID)
}

/// A to-do as clients read it.
package struct DavItem: Sendable {
    /// The to-do.
    package let todo: Todo.ID
    /// Its UID, as it is in ``bytes``.
    package let uid: String
    /// The collection that it is served in: that of its root's list.
    package let collection: DavCollection
    /// An iCalendar object with one VTODO.
    package let bytes: [UInt8]
    /// The strong ETag of ``bytes``, with its quotes.
    package let etag: String
    /// When the to-do was last changed.
    package let updatedAt: Date

    /// A to-do as it is served.
    package init(
        todo: Todo.ID, uid: String, collection: DavCollection, bytes: [UInt8], etag: String, updatedAt: Date
    ) {
        self.todo = todo
        self.uid = uid
        self.collection = collection
        self.bytes = bytes
        self.etag = etag
        self.updatedAt = updatedAt
    }
}

/// Who asks: an app on a device.
package struct DavClient: Hashable, Sendable {
    /// The id of the password of the device.
    package let password: String
    /// The name of the app, without its version; empty if it tells none.
    package let agent: String

    /// A client.
    package init(password: String, agent: String) {
        self.password = password
        self.agent = agent
    }

    /// The text that identifies the client.
    package var key: String { password + "\n" + agent }
}

/// The conditions of a request that changes a resource.
package struct DavClaim: Hashable, Sendable {
    /// The ETags of `If-Match`, with their quotes, or `*`; nil without that field.
    package let ifMatch: [String]?
    /// Whether the request holds only for what is not there: `If-None-Match: *`.
    package let isForNew: Bool

    /// The conditions of a request.
    package init(ifMatch: [String]? = nil, isForNew: Bool = false) {
        self.ifMatch = ifMatch
        self.isForNew = isForNew
    }
}

/// Where a client puts a to-do.
package struct DavPlace: Sendable {
    /// The collection of the address.
    package let collection: DavCollection
    /// The to-do that has that address now.
    package let todo: Todo.ID?

    /// A place.
    package init(_ collection: DavCollection, todo: Todo.ID? = nil) {
        self.collection = collection
        self.todo = todo
    }
}

/// The result of a PUT.
package struct DavPut: Sendable {
    /// The effect on the to-do.
    package enum Outcome: Sendable {
        /// There was none with that UID, or it had been deleted.
        case created
        /// It has changed.
        case updated
        /// Nothing had to be written.
        case unchanged
        /// It was in another collection.
        case moved
    }
    /// The to-do.
    package let todo: Todo.ID
    /// The effect on the to-do.
    package let outcome: Outcome

    /// A result.
    package init(todo: Todo.ID, outcome: Outcome) {
        self.todo = todo
        self.outcome = outcome
    }
}

/// Why a request changes nothing.
package struct DavRefusal: Error, Sendable {
    /// The precondition that failed.
    package enum Kind: Equatable, Sendable {
        /// The body is not iCalendar.
        case supportedCalendarData
        /// It has no VTODO, or other components.
        case supportedCalendarComponent
        /// It is not one resource: no UID, several, a METHOD, two masters.
        case validCalendarObjectResource
        /// It is larger than what is taken.
        case maxResourceSize
        /// Another resource of the collection has the UID.
        case noUIDConflict(Todo.ID)
        /// `If-Match` or `If-None-Match` does not hold.
        case preconditionFailed
        /// It is not there.
        case notFound
        /// Something that is not done, such as a title that is too long.
        case forbidden
    }
    /// The precondition that failed.
    package let kind: Kind
    /// The reason in words.
    package let message: String

    /// A refusal.
    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
