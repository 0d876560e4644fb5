public import JSON

/// The path to a field: names, each within the map that the one before it leads to.
///
/// As text the names stand between dots; one that is not `[A-Za-z_][A-Za-z_0-9]*` stands between backticks, with `\`
/// before a backtick or backslash in it.
///
/// Source: <https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields>
public struct FieldPath: Sendable {
    /// How long a name, and a path, may be in bytes.
    public static let maximumSize = 1500

    /// How many names there may be: maps nest no deeper in a document.
    public static let maximumDepth = 20

    /// The names, unquoted; at least one.
    public let segments: [String]

    /// The path of these names.
    /// - Throws: if there is none, one is empty, or they are too long, or more than a document nests.
    public init(_ segments: [String]) throws(InvalidName) {
        guard !segments.isEmpty, !segments.contains("") else { throw .emptySegment }
        guard segments.count <= Self.maximumDepth else { throw .tooLong }
        guard segments.reduce(segments.count - 1, { $0 + $1.utf8.count }) <= Self.maximumSize else { throw .tooLong }
        self.segments = segments
    }

    /// Reads a path in text form.
    /// - Throws: if a name that needs quotes has none, a quote does not end, or a limit is passed.
    public init(parsing text: String) throws(InvalidName) {
        var segments: [String] = []
        var rest = Array(text.utf8)[...]
        while true {
            let isQuoted = rest.first == Self.quote
            guard let segment = isQuoted ? Self.takeQuoted(from: &rest) : Self.takeSimple(from: &rest) else {
                throw .malformed
            }
            segments.append(String(decoding: segment, as: UTF8.self))
            if rest.isEmpty { break }
            guard rest.removeFirst() == UInt8(ascii: ".") else { throw .malformed }
        }
        try self.init(segments)
    }

    /// The name of the document itself, as a field to sort and filter by.
    public static let documentID = FieldPath(unchecked: ["__name__"])

    /// Whether this is the name of the document itself.
    public var isDocumentID: Bool { segments == ["__name__"] }

    /// The path in text form.
    public var text: String { segments.map(Self.quoted).joined(separator: ".") }

    private init(unchecked segments: [String]) { self.segments = segments }
}

extension FieldPath {
    private static let quote = UInt8(ascii: "`")
    private static let escape = UInt8(ascii: "\\")

    private static func isSimple(_ byte: UInt8, isFirst: Bool) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): !isFirst
        default: false
        }
    }

    private static func quoted(_ segment: String) -> String {
        var isFirst = true
        let needsNoQuotes = segment.utf8.allSatisfy { byte in
            defer { isFirst = false }
            return isSimple(byte, isFirst: isFirst)
        }
        if needsNoQuotes { return segment }
        var text: [UInt8] = [quote]
        for byte in segment.utf8 {
            if byte == quote || byte == escape { text.append(escape) }
            text.append(byte)
        }
        text.append(quote)
        return String(decoding: text, as: UTF8.self)
    }

    private static func takeSimple(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var segment: [UInt8] = []
        while let byte = rest.first, isSimple(byte, isFirst: segment.isEmpty) {
            segment.append(byte)
            rest.removeFirst()
        }
        return segment.isEmpty ? nil : segment
    }

    private static func takeQuoted(from rest: inout ArraySlice<UInt8>) -> [UInt8]? {
        var segment: [UInt8] = []
        rest.removeFirst()
        while var byte = rest.popFirst() {
            if byte == quote { return segment }
            if byte == escape {
                guard let escaped = rest.popFirst(), escaped == quote || escaped == escape else { return nil }
                byte = escaped
            }
            segment.append(byte)
        }
        return nil
    }
}

extension FieldPath: Equatable, CustomStringConvertible {
    /// Whether both lead to the same field: the names are compared by their bytes.
    public static func == (left: FieldPath, right: FieldPath) -> Bool {
        left.segments.count == right.segments.count && zip(left.segments, right.segments).allSatisfy(Ordering.sameBytes)
    }

    /// The path in text form.
    public var description: String { text }
}

extension FieldPath: WireCodable {
    /// Reads a string in text form.
    public init(from reader: inout JSONReader) throws {
        _ = try reader.peek()
        try reader.countPart()
        let start = reader.offset
        let text = try reader.string()
        do {
            try self.init(parsing: text)
        } catch {
            throw JSONError("invalid field path", at: start)
        }
    }

    /// Writes the text form.
    public func write(to writer: inout JSONWriter) { writer.string(text) }

    /// Reads a `FieldReference`.
    static func reference(from reader: inout JSONReader) throws -> FieldPath {
        var path: FieldPath?
        try reader.message { key, reader in
            switch key {
            case "fieldPath", "field_path": path = try FieldPath(from: &reader)
            default: try reader.unknownMember()
            }
        }
        guard let path else { throw reader.fault("a field reference without a path") }
        return path
    }

    /// Writes a `FieldReference`.
    func writeReference(to writer: inout JSONWriter) {
        writer.message { $0.member("fieldPath", self) }
    }
}
