package import FirestoreWire
import HTTPTypes
import JSON

extension FirestoreService {
    /// Returns one page of the documents in a collection.
    ///
    /// Source: <https://cloud.google.com/firestore/docs/reference/rest/v1/projects.databases.documents/list>
    package func list(
        _ collection: ResourceName, _ request: ListDocumentsRequest = ListDocumentsRequest()
    ) async throws -> ListDocumentsResponse {
        try await message(.resource("list", .get, collection, query: request.queryItems, isRepeatable: true))
    }

    /// The documents of a collection, from the page of `request` to the last; each page is requested when it is
    /// reached.
    package func documents(
        in collection: ResourceName, _ request: ListDocumentsRequest = ListDocumentsRequest()
    ) -> FirestoreDocuments {
        FirestoreDocuments(service: self, collection: collection, request: request)
    }
}

/// The documents of a collection, page by page.
package struct FirestoreDocuments: AsyncSequence, Sendable {
    /// A document.
    package typealias Element = Document

    let service: FirestoreService
    let collection: ResourceName
    let request: ListDocumentsRequest

    /// An iterator that starts at the first page.
    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(documents: self, request: request) }

    /// Iterates over the documents.
    package struct AsyncIterator: AsyncIteratorProtocol {
        let documents: FirestoreDocuments
        var request: ListDocumentsRequest
        private var page: ArraySlice<Document> = []
        private var isLastPage = false

        init(documents: FirestoreDocuments, request: ListDocumentsRequest) {
            self.documents = documents
            self.request = request
        }

        /// The next document; nil after the last.
        /// - Throws: `FirestoreError`. Calling it again requests the same page again.
        package mutating func next() async throws -> Document? {
            // A page may be empty and yet have a successor.
            while page.isEmpty, !isLastPage {
                let reply = try await documents.service.list(documents.collection, request)
                // A server that returns the same page token would be asked forever.
                guard reply.nextPageToken.isEmpty || reply.nextPageToken != request.pageToken else {
                    throw FirestoreError.reply(.malformed(JSONError("a page that leads to itself", at: 0)))
                }
                page = reply.documents[...]
                request.pageToken = reply.nextPageToken
                isLastPage = reply.nextPageToken.isEmpty
            }
            return page.popFirst()
        }
    }
}
