public import JSON

/// The path to a field: names, each inside the map at the previous one.
///
/// As text the names are separated by dots; names not of the form `[A-Za-z_][A-Za-z_0-9]*` are enclosed in backticks,
/// with `\` before a backtick or backslash.
///
/// Source: <https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields>
public struct FieldPath: Sendable {
    /// The maximum length of a name, and of a path, in bytes.
    package static let maximumSize = 1500

    /// The maximum number of names, which is also the maximum nesting depth of maps in a document.
    package static let maximumDepth = 20

    /// The names, unquoted; at least one.
    public let segments: [String]

    /// The path with these names.
    /// - Throws: if there are none, or one is empty, or there are too many, or they are too long.
    public init(_ segments: [String]) throws(InvalidName) {
        guard !segments.isEmpty, !segments.contains("") else { throw .emptySegment }
        guard segments.count <= Self.maximumDepth else { throw .tooLong }
        guard segments.reduce(segments.count - 1, { $0 + $1.utf8.count }) <= Self.maximumSize else { throw .tooLong }
        self.segments = segments
    }

    /// Parses a path.
    /// - Throws: if a name lacks the quotes that it needs, a quote does not end, or a limit is exceeded.
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
    package static let documentID = FieldPath(unchecked: ["__name__"])

    /// Whether this is the name of the document itself.
    package var isDocumentID: Bool { segments == ["__name__"] }

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
    /// Whether both lead to the same field; names are compared by their bytes.
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
