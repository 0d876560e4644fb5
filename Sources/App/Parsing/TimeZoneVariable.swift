/// The environment variable `TZ` (POSIX, 8.3), as far as it names a zone of the IANA's.
package enum TimeZoneVariable {
    /// The zone's name as Foundation knows it: without the colon or the path before it; `GMT+5` is five hours **behind**
    /// Greenwich to POSIX, and `Etc/GMT+5` to the IANA.
    package static func identifier(_ value: String) -> String {
        var name = Substring(value)
        if name.first == ":" { name.removeFirst() }
        if name.first == "/", let folder = name.firstRange(of: "/zoneinfo/") { name = name[folder.upperBound...] }
        for prefix in ["GMT", "UTC"] where name.hasPrefix(prefix) {
            let offset = name.dropFirst(prefix.count)
            if offset.first == "+" || offset.first == "-" { return "Etc/GMT\(offset)" }
        }
        return String(name)
    }
}
