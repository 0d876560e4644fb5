import FirestoreWire

extension Fields {
    /// The fields as they are stored: times in microseconds, no negative zero.
    /// - Throws: INVALID_ARGUMENT for a name or a value that Firestore does not store.
    func storable() throws(Status) -> Fields {
        guard depth <= Document.maximumDepth else {
            throw Status(.invalidArgument, "The document nests deeper than \(Document.maximumDepth) levels.")
        }
        return try checked(pathSize: 0)
    }

    /// - Parameter size: The bytes of the names on the path to here, plus one for each.
    fileprivate func checked(pathSize size: Int) throws(Status) -> Fields {
        var fields = self
        for field in self {
            guard !field.name.isEmpty else { throw Status(.invalidArgument, "The name of a field is empty.") }
            let size = size + field.name.utf8.count
            guard size <= FieldPath.maximumSize else {
                throw Status(.invalidArgument, "The path of a field is longer than \(FieldPath.maximumSize) bytes.")
            }
            guard !ResourceName.isReserved(field.name) else {
                throw Status(.invalidArgument, "The name of a field begins and ends with '__'.")
            }
            if let value = try field.value.stored(pathSize: size + 1) { fields[field.name] = value }
        }
        return fields
    }
}

extension Value {
    /// The value as it is stored, if that differs from the value itself.
    fileprivate func stored(pathSize size: Int, inArray: Bool = false) throws(Status) -> Value? {
        switch self {
        case .double(let number) where number == 0 && number.sign == .minus: return .double(0)
        case .timestamp(let time) where time.nanoseconds % 1000 != 0: return .timestamp(time.roundedToMicroseconds)
        case .geoPoint(let point) where point.hasNegativeZero:
            return .geoPoint(GeoPoint(latitude: point.latitude + 0, longitude: point.longitude + 0))
        case .string(let text): try Self.requireSize(text.utf8.count)
        case .bytes(let bytes): try Self.requireSize(bytes.count)
        case .reference(let text):
            let name = try Status.naming { () throws(InvalidName) in try ResourceName(parsing: text) }
            guard name.isDocument else { throw Status(.invalidArgument, "A reference must name a document.") }
        case .array(let elements):
            guard !inArray else {
                throw Status(.invalidArgument, "Cannot convert an array value in an array value.")
            }
            return .array(try Self.stored(elements, pathSize: size, inArray: true))
        case .map(let fields):
            if let vector = fields.vector {
                return .map([
                    "__type__": "__vector__", "value": .array(try Self.stored(vector, pathSize: size, inArray: true)),
                ])
            }
            return .map(try fields.checked(pathSize: size))
        default: break
        }
        return nil
    }

    /// The values as they are stored.
    /// - Parameter size: The bytes of the names on the path to them, plus one for each.
    static func stored(_ elements: [Value], pathSize size: Int = 0, inArray: Bool) throws(Status) -> [Value] {
        var stored = elements
        for (index, element) in elements.enumerated() {
            if let value = try element.stored(pathSize: size, inArray: inArray) { stored[index] = value }
        }
        return stored
    }

    private static func requireSize(_ size: Int) throws(Status) {
        guard size <= Document.maximumValueSize else {
            throw Status(.invalidArgument, "A value is longer than \(Document.maximumValueSize) bytes.")
        }
    }
}

extension GeoPoint {
    fileprivate var hasNegativeZero: Bool {
        latitude == 0 && latitude.sign == .minus || longitude == 0 && longitude.sign == .minus
    }
}
