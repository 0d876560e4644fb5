public import JSON

/// A point on the earth in degrees (WGS 84).
///
/// Source: <https://cloud.google.com/firestore/docs/reference/rest/Shared.Types/LatLng>
public struct GeoPoint: Hashable, Sendable {
    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double

    /// A point at these degrees, which are not validated.
    public init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether both degrees are in range.
    package var isValid: Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }
}

extension GeoPoint: WireCodable {
    /// Reads a `LatLng`, in which a missing member is 0.
    /// - Throws: `JSONError` also if the degrees are out of range.
    public init(from reader: inout JSONReader) throws {
        var point = GeoPoint(latitude: 0, longitude: 0)
        try reader.message { key, reader in
            switch key {
            case "latitude": point.latitude = try reader.wireDouble()
            case "longitude": point.longitude = try reader.wireDouble()
            default: try reader.unknownMember()
            }
        }
        guard point.isValid else { throw reader.fault("latitude or longitude out of range") }
        self = point
    }

    /// Writes a `LatLng` without members that are zero.
    public func write(to writer: inout JSONWriter) {
        writer.message {
            for (key, degrees) in [("latitude", latitude), ("longitude", longitude)] where degrees != 0 {
                $0.key(key)
                $0.wireDouble(degrees)
            }
        }
    }
}
