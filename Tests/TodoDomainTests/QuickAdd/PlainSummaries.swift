import TestSupport

extension SeededGenerator {
    /// A short text in which nobody says a date, as programs, packages and files are described with.
    mutating func summary() -> String {
        let thing = pick(PlainSummaries.things)
        return switch Int.random(in: 0..<8, using: &self) {
        case 0: "\(pick(PlainSummaries.kinds)) for \(pick(PlainSummaries.uses)) \(thing)"
        case 1: "\(thing) \(pick(PlainSummaries.kinds)) for \(pick(PlainSummaries.names))"
        case 2: "\(pick(PlainSummaries.names)) \(pick(PlainSummaries.kinds)) (\(pick(PlainSummaries.asides)))"
        case 3: "\(pick(PlainSummaries.uses)) \(thing) from \(pick(PlainSummaries.names)) \(version())"
        case 4: "\(pick(PlainSummaries.kinds)) to find \(thing) by \(pick(PlainSummaries.measures))"
        case 5: "\(thing) and \(pick(PlainSummaries.things)) in \(pick(PlainSummaries.folders))"
        case 6: "\(pick(PlainSummaries.kinds)), \(pick(PlainSummaries.asides)), \(version()) and later"
        default: "\(pick(PlainSummaries.names)): \(pick(PlainSummaries.uses)) \(thing) \(pick(PlainSummaries.measures))"
        }
    }

    private mutating func version() -> String {
        let (major, minor) = (Int.random(in: 0...30, using: &self), Int.random(in: 0...30, using: &self))
        return switch Int.random(in: 0..<4, using: &self) {
        case 0: "v\(major)"
        case 1: "\(major).\(minor).\(minor)"
        case 2: "\(pick(PlainSummaries.names)) \(major).x"
        default: "(\(major)-bit)"
        }
    }
}

private enum PlainSummaries {
    static let kinds = [
        "library", "tool", "command-line client", "plugin", "fonts", "daemon", "bindings", "documentation", "viewer",
        "second-hand parser", "monthly report generator", "calendar widget", "alarm clock applet", "day planner",
        "weekly digest mailer", "scheduler", "time tracker", "night-sky viewer", "morse trainer", "date formatter",
    ]
    static let uses = [
        "reading", "sorting", "converting", "watching", "the display of", "fast access to", "daily backups of",
        "scheduled runs of", "real-time", "one-way", "next generation", "last-resort recovery of", "first-class",
    ]
    static let things = [
        "time zones", "due dates", "calendars", "sunrise times", "leap years", "mail", "sound files", "3D models",
        "time series", "moon phases", "log files", "2D games", "weather data", "holidays", "tides", "sun positions",
        "24-bit images", "dates before 1970", "leap seconds", "working hours",
    ]
    static let names = [
        "GNOME", "Python 3", "Perl", "Emacs", "KDE", "X11", "Qt 5", "May Tools", "Monday Manager", "Sunday Solver",
        "MarchMadness",
        "Friday Kit", "OpenWeek", "SATlib", "WedgeTail", "Augustus", "Decimal64", "JanusVM", "T-Minus",
    ]
    static let asides = [
        "beta", "transitional package", "16:9 and 4:3", "common files", "for 5 players", "GPL-2 or later",
        "7-bit clean",
        "up to 4 GB", "24/7", "no longer maintained", "RFC 5545", "in 12 languages", "1st edition", "part 2 of 3",
    ]
    static let measures = [
        "size", "age in days", "day of the year", "name or date", "1/2 inch", "every field", "month names",
        "the second column", "hour angle", "number of weeks", "minutes and seconds", "each user",
    ]
    static let folders = ["/etc", "/usr/share", "/dev", "/proc and /sys", "a file", "the terminal", "~/.config", "C"]
}
