import Foundation
import TodoKit

/// The environment variable `TZ` (POSIX.1-2024, 8.3) as an IANA time zone.
package enum TimeZoneVariable {
    /// The name of the zone for Foundation; nil if the value cannot be understood. A rule, or a file without a name, is
    /// matched with the zone whose clocks agree with the C library's under this variable, which must be set.
    package static func identifier(_ value: String) -> String? {
        let name = value.first == ":" ? String(value.dropFirst()) : value
        if name.isEmpty { return "UTC" }
        let isRule = name.contains(where: \.isNumber) && !name.contains("/") || name.contains(",")
        if isRule, let rule = try? rule.wholeMatch(in: name)?.output { return identifier(rule) }
        if name.first == "/" { return identifier(ofFile: name) }
        return known(name)
    }

    /// The zone of a system if Foundation cannot find its name; nil if Foundation finds it. Foundation uses GMT if it cannot
    /// follow `/etc/localtime`, a link to a file that is named like the zone.
    /// - Throws: `cannot-open` if the zone cannot be determined.
    static func unlinkedZone(_ path: String = "/etc/localtime") throws -> String? {
        var target = [CChar](repeating: 0, count: 2)
        guard readlink(path, &target, 1) < 0 else { return nil }
        // Without a file, the time is UTC (tzset(3)).
        if errno == ENOENT { return nil }
        // The file may be a copy instead of a link.
        if errno == EINVAL, let zone = identifier(ofFile: path) { return zone }
        throw TodoError(
            .cannotOpen,
            "The time zone of this machine cannot be found out from \(path); set TZ to one such as Europe/Zurich.")
    }

    /// `CET-1CEST,M3.5.0,M10.5.0/3`: two names, each with the hours that it is **behind** Greenwich, and the dates of summer
    /// time.
    private static var rule:
        Regex<(Substring, standard: Substring, offset: Substring, summer: Substring?, dates: Substring?)>
    {
        #/
        (?<standard> [A-Za-z]{3,} | <[A-Za-z0-9+\-]{3,}>)
        (?<offset> [+\-]?\d{1,2} (?: :\d\d){0,2})
        (?<summer> (?: [A-Za-z]{3,} | <[A-Za-z0-9+\-]{3,}>) (?: [+\-]?\d{1,2} (?: :\d\d){0,2})?
            (?<dates> (?: ,(?: J?\d{1,3} | M\d{1,2}\.[1-5]\.[0-6]) (?: /[+\-]?\d{1,3} (?: :\d\d){0,2})?){2})?
        )?
        /#
    }

    private static func identifier(
        _ rule: (Substring, standard: Substring, offset: Substring, summer: Substring?, dates: Substring?)
    ) -> String? {
        let offset = seconds(rule.offset)
        guard let summer = rule.summer else { return fixed(offset) }
        // Zones of the United States are named like their rules; others have their winter names.
        let named = [
            String(rule.0), String(rule.standard + rule.offset + summer.prefix(while: \.isLetter)),
            String(rule.standard),
        ]
        .filter { known($0).flatMap(TimeZone.init(identifier:)).map { hasSummer($0, offset) } ?? false }
        // Without dates, POSIX does not define when summer time begins.
        guard rule.dates != nil else { return named.first ?? sameAsInC(since: Date(), preferring: []) }
        return sameAsInC(since: Date(), preferring: named)
    }

    /// Seconds east of Greenwich.
    private static func seconds(_ offset: Substring) -> Int {
        let parts = offset.drop { "+-".contains($0) }.split(separator: ":").compactMap { Int($0) }
        let seconds = zip(parts, [3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return offset.first == "-" ? seconds : -seconds
    }

    private static func fixed(_ offset: Int) -> String? {
        if offset == 0 { return "UTC" }
        let hours = offset / 3600
        // The signs in IANA's names follow POSIX.
        if offset % 3600 == 0, -12...14 ~= hours { return "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))" }
        return sameAsInC(since: Date(), preferring: []) ?? TimeZone(secondsFromGMT: offset)?.identifier
    }

    private static func identifier(ofFile path: String) -> String? {
        let file = URL(filePath: path).resolvingSymlinksInPath().path
        for name in [path, file] {
            guard let folder = name.firstRange(of: "/zoneinfo/") else { continue }
            let parts = name[folder.upperBound...].split(separator: "/").drop { ["posix", "right"].contains($0) }
            if let identifier = known(parts.joined(separator: "/")) { return identifier }
        }
        let content = FileManager.default.contents(atPath: file)
        guard content?.starts(with: Array("TZif".utf8)) == true else { return nil }
        return sameAsInC(since: Date(timeIntervalSince1970: 0), preferring: [])
    }

    private static func known(_ name: String) -> String? {
        TimeZone(identifier: name) == nil ? nil : name
    }

    private static func hasSummer(_ zone: TimeZone, _ offset: Int) -> Bool {
        let offsets = Set((0..<12).map { zone.secondsFromGMT(for: Date() + TimeInterval($0) * 2_629_800) })
        return offsets.count > 1 && offsets.min() == offset
    }

    /// The zone whose clocks agree with those of the C library from a moment on.
    private static func sameAsInC(since start: Date, preferring named: [String]) -> String? {
        tzset()
        let now = Date()
        let hours = (0..<800).map { now + TimeInterval($0) * 43_200 }
        let months = stride(from: start, to: now, by: 2_629_800)
        let clock: [(date: Date, offset: Int)] = (hours + months).map { date in
            var (time, parts) = (time_t(date.timeIntervalSince1970), tm())
            localtime_r(&time, &parts)
            return (date, parts.tm_gmtoff)
        }
        // Zones of uninhabited places are rarely meant.
        let polar = TimeZone.knownTimeZoneIdentifiers.filter { $0.hasPrefix("A") && $0.contains("rctic") }
        let others = TimeZone.knownTimeZoneIdentifiers.filter { !polar.contains($0) }
        return (named + others.sorted() + polar.sorted()).first { name in
            guard let zone = TimeZone(identifier: name) else { return false }
            return clock.allSatisfy { zone.secondsFromGMT(for: $0.date) == $0.offset }
        }
    }
}
