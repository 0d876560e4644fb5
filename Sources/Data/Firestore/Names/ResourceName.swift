/// The name of a document or collection, or of the root: `projects/{project}/databases/{database}/documents`, followed
/// by alternating ids of collections and documents.
///
/// A valid name respects Google's limits: ids of 1 to 1,500 bytes, without `/`, other than `.`, `..` and `__x__` (but a
/// document may be called `__id7__`); at most 100 collections deep and 6 KiB long.
///
/// Source: <https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields>
package struct ResourceName: Sendable {
    /// The maximum length of an id in bytes.
    package static let maximumIDSize = 1500
    /// The maximum length of a name in bytes.
    package static let maximumSize = 6 << 10
    /// The maximum number of collections in a name.
    package static let maximumDepth = 100

    /// The database that contains the resource.
    package let database: DatabaseName
    /// The ids after `documents`: of a collection, of a document in it, of a collection under that, and so on.
    package let segments: [String]
    /// The name as text, as in a body.
    package let text: String

    /// The resource at `segments` in `database`; the root if there are none.
    package init(database: DatabaseName, segments: [String] = []) throws(InvalidName) {
        for (index, segment) in segments.enumerated() {
            try Self.validate(id: segment, isOfCollection: index.isMultiple(of: 2))
        }
        self.init(database, segments)
        guard segments.count <= Self.maximumDepth * 2, text.utf8.count <= Self.maximumSize else { throw .tooLong }
    }

    /// Parses a name from a body, where nothing is percent-encoded.
    package init(parsing text: String) throws(InvalidName) {
        try self.init(parts: Self.split(text).map(String.init))
    }

    /// Parses a name from a URL. Segments are decoded one by one, so that `%2F` does not separate segments.
    package init(percentEncoded text: String) throws(InvalidName) {
        var parts: [String] = []
        for part in Self.split(text) {
            guard let decoded = PercentEncoding.decode(part) else { throw .malformed }
            parts.append(decoded)
        }
        try self.init(parts: parts)
    }

    /// Splits at each slash byte: as a character, a slash with a combining accent would be another one.
    private static func split(_ text: String) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { Substring($0) }
    }

    private init(parts: [String]) throws(InvalidName) {
        guard parts.count >= 5, parts[0] == "projects", parts[2] == "databases", parts[4] == "documents" else {
            throw .malformed
        }
        try self.init(
            database: DatabaseName(projectID: parts[1], databaseID: parts[3]), segments: Array(parts.dropFirst(5)))
    }

    /// Throws unless `id` is a valid id of a document, or of a collection.
    package static func validate(id: String, isOfCollection: Bool = false) throws(InvalidName) {
        guard !id.isEmpty else { throw .emptySegment }
        guard id.utf8.count <= maximumIDSize else { throw .segmentTooLong }
        guard id != ".", id != "..", !id.utf8.contains(UInt8(ascii: "/")) else { throw .forbiddenID }
        // `__id7__` is the numeric id 7 of a document that was imported from Datastore.
        guard !isReserved(id) || !isOfCollection && numericID(id[...]) != nil else { throw .reservedID }
    }

    /// Whether `name`, an id or the name of a field, has the form `__x__`, which Firestore reserves.
    package static func isReserved(_ name: String) -> Bool {
        name.utf8.count > 4 && name.utf8.starts(with: "__".utf8) && name.utf8.suffix(2).elementsEqual("__".utf8)
    }

    /// The number in an id of the form `__id7__`.
    package static func numericID(_ id: Substring) -> Int64? {
        guard id.utf8.count > 6, id.utf8.starts(with: "__id".utf8), id.utf8.suffix(2).elementsEqual("__".utf8) else {
            return nil
        }
        let digits = Substring(id.utf8.dropFirst(4).dropLast(2))
        return digits.utf8.first == UInt8(ascii: "+") ? nil : Int64(digits)
    }
}

extension ResourceName {
    /// Whether this is the root, which contains the top-level collections.
    package var isRoot: Bool { segments.isEmpty }
    /// Whether this is the name of a document.
    package var isDocument: Bool { !isRoot && segments.count.isMultiple(of: 2) }
    /// Whether this is the name of a collection.
    package var isCollection: Bool { !segments.count.isMultiple(of: 2) }
    /// The last id; nil for the root.
    package var id: String? { segments.last }

    /// The name that contains this one; nil for the root.
    package var parent: ResourceName? {
        isRoot ? nil : ResourceName(database, Array(segments.dropLast()))
    }

    /// The name with `ids` appended.
    package func appending(_ ids: String...) throws(InvalidName) -> ResourceName {
        try ResourceName(database: database, segments: segments + ids)
    }

    /// The name for a URL: everything except RFC 3986's unreserved characters and parentheses is percent-encoded,
    /// including colons in ids, since a plain colon introduces the name of a method.
    package var percentEncoded: String {
        let parts = ["projects", database.projectID, "databases", database.databaseID, "documents"] + segments
        return parts.map { PercentEncoding.encode($0) }.joined(separator: "/")
    }

    /// Without validation: a part of a valid name is valid.
    private init(_ database: DatabaseName, _ segments: [String]) {
        self.database = database
        self.segments = segments
        text = (["\(database.text)/documents"] + segments).joined(separator: "/")
    }

    /// The order of two names as text, segment by segment. Numeric ids come first, by number; other ids are ordered by
    /// their bytes. A resource comes before everything inside it.
    static func compare(_ left: String, _ right: String) -> Ordering {
        let (left, right) = (split(left), split(right))
        for (left, right) in zip(left, right) {
            let order = compareIDs(left, right)
            if order != .same { return order }
        }
        return Ordering(left.count, right.count)
    }

    private static func compareIDs(_ left: Substring, _ right: Substring) -> Ordering {
        switch (numericID(left), numericID(right)) {
        case (let left?, let right?): Ordering(left, right)
        case (nil, nil): Ordering.bytes(Array(left.utf8), Array(right.utf8))
        case (let left, _): left != nil ? .before : .after
        }
    }
}

extension ResourceName: Equatable, CustomStringConvertible {
    /// Whether both are the same resource; ids are compared by their bytes.
    package static func == (left: ResourceName, right: ResourceName) -> Bool {
        Ordering.sameBytes(left.text, right.text)
    }

    /// The name as text.
    package var description: String { text }
}
