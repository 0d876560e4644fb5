import DavMerge

/// The addresses of the server.
enum DavPath: Equatable, Sendable {
    case wellKnown
    case root
    case principal
    case home
    /// A collection by the last part of its address, decoded.
    case collection(String)
    /// A resource by the last parts of its address, decoded.
    case item(collection: String, name: String)
    case other

    static let rootPath = "/dav/"
    static let principalPath = "/dav/me/"
    static let homePath = "/dav/lists/"

    /// The meaning of the path of a request, or of an `href`, which may have a host.
    init(_ text: some StringProtocol) {
        var text = Substring(text)
        if !text.hasPrefix("/"), let scheme = text.firstRange(of: "://") {
            let rest = text[scheme.upperBound...]
            text = rest.firstIndex(of: "/").map { rest[$0...] } ?? "/"
        }
        if let end = text.firstIndex(where: { $0 == "?" || $0 == "#" }) { text = text[..<end] }
        guard text.utf8.count <= 4096 else {
            self = .other
            return
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        switch parts {
        case []: self = .root
        case ["dav"]: self = .root
        case [".well-known", "caldav"]: self = .wellKnown
        case ["dav", "me"]: self = .principal
        case ["dav", "lists"]: self = .home
        default:
            guard parts.count == 3 || parts.count == 4, parts[0] == "dav", parts[1] == "lists",
                let collection = ResourceName.decoded(parts[2]), ResourceName.isValid(collection)
            else {
                self = .other
                return
            }
            if parts.count == 3 {
                self = .collection(collection)
            } else if let name = ResourceName.decoded(parts[3]), ResourceName.isValid(name) {
                self = .item(collection: collection, name: name)
            } else {
                self = .other
            }
        }
    }

    /// The address, encoded.
    var text: String {
        switch self {
        case .wellKnown: "/.well-known/caldav"
        case .root, .other: Self.rootPath
        case .principal: Self.principalPath
        case .home: Self.homePath
        case .collection(let name): Self.homePath + ResourceName.encoded(name) + "/"
        case .item(let collection, let name):
            Self.homePath + ResourceName.encoded(collection) + "/" + ResourceName.encoded(name)
        }
    }
}

/// The last part of an address.
enum ResourceName {
    /// Whether a decoded name can be that of a resource: 1 to 255 bytes, without a slash or control characters.
    static func isValid(_ name: String) -> Bool {
        1...255 ~= name.utf8.count && name != "." && name != ".."
            && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0x2F }
    }

    /// A name as it is in an address.
    static func encoded(_ name: String) -> String {
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hex = Array("0123456789ABCDEF".utf8)

    /// The name that a part of an address means; nil if it is not UTF-8, or not encoded as it should be.
    static func decoded(_ part: String) -> String? {
        var bytes: [UInt8] = []
        let utf8 = Array(part.utf8)
        var index = 0
        while index < utf8.count {
            if utf8[index] == UInt8(ascii: "%") {
                guard index + 2 < utf8.count, let high = digit(utf8[index + 1]), let low = digit(utf8[index + 2]) else {
                    return nil
                }
                bytes.append(high << 4 | low)
                index += 3
            } else {
                bytes.append(utf8[index])
                index += 1
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
