import Foundation
import JSON

extension RecordKind {
    /// The names of the registers that every record of this kind has.
    public var registerNames: [String] {
        switch self {
        case .todo: ["title", "notes", "priority", "completion", "due", "location"]
        case .tag: ["title", "color"]
        case .location: ["position", "placeName"]
        }
    }
}

/// The registers of imported properties.
enum Extras {
    static let prefix = "extras."

    /// The register of a property. An accent is spelt in one way.
    static func register(_ key: String) -> String {
        prefix + (key.utf8.allSatisfy { $0 < 0x80 } ? key : key.precomposedStringWithCanonicalMapping)
    }

    /// The property of a register; nil where it is none of these.
    static func key(of register: String) -> String? {
        register.hasPrefix(prefix) ? String(register.dropFirst(prefix.count)) : nil
    }
}

extension JSONValue {
    /// Whether it is a place on the Earth.
    var isPosition: Bool {
        guard let latitude = self["latitude"]?.number, let longitude = self["longitude"]?.number else { return false }
        return -90...90 ~= latitude && -180...180 ~= longitude
    }
}
