import Benchmark
import Foundation
import TodoKit

/// Reading a line of quick add of 500 characters: prose, and lines in which each word can begin a phrase.
enum QuickAdding {
    private static let prose = line(
        of: "Call Bob about the report that the team in Zurich has sent to all of us, and ask him for the figures. ",
        ending: " tomorrow at 5pm +work p1")
    /// The parts that the hostile lines repeat, by name.
    private static let parts = [
        ("days", "mon "), ("weekdays", "mon and "), ("numbers", "3 "), ("months", "may 3 "), ("times", "5pm "),
        ("rules", "every mon and "),
        ("lengths", "in 3 days from "), ("ordinals", "first of "), ("dates", "24.12. "),
        ("dated rules", "every 3 weeks on mon until 3 dec "),
        ("ranges", "mon from 10 to 12 "), ("foreign words", "!30 min before "),
    ]

    static func register() {
        register("quick add.prose", prose)
        for (name, part) in parts { register("quick add.hostile.\(name)", line(of: part)) }
    }

    private static func register(_ name: String, _ line: String) {
        Benchmark(name, configuration: .times(200)) { benchmark in
            benchmark.startMeasurement()
            blackHole(try QuickAdd.parse(line, now: now, zone: .gmt, names: QuickAdd.Names()))
            benchmark.stopMeasurement()
        } setup: {
            // The first line reads the table of phrases, as the first line of a program does.
            _ = try QuickAdd.parse("Milk tomorrow", now: now, zone: .gmt, names: QuickAdd.Names())
        }
    }

    private static let now = Date(timeIntervalSince1970: 1_796_198_400)

    private static func line(of part: String, ending: String = "") -> String {
        let count = 500 - ending.count
        return String(repeating: part, count: count / part.count + 1).prefix(count) + ending
    }
}
