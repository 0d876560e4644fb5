import Benchmark
// RandomRules.swift, which is the tests', says how it imports this; so everybody has to.
internal import TodoDomain

/// The next date of one rule after the other: those compared with python-dateutil (Tests/Support/RandomRules.swift), half of
/// which start in 1900, and two in five of which have a COUNT or an UNTIL.
enum Recurrences {
    private static let count = 100_000

    static func register() {
        // Unsafe: the rules are set once before the measurements, which run one after the other, and each takes the next.
        nonisolated(unsafe) var questions: [(rule: RecurrenceRule, start: Day)] = []
        nonisolated(unsafe) var next = 0
        Benchmark("recurrence", configuration: .times(count)) { benchmark in
            let (rule, start) = questions[next % questions.count]
            next += 1
            benchmark.startMeasurement()
            blackHole(rule.dates(from: start).first(after: today))
            benchmark.stopMeasurement()
        } setup: {
            var generator = SeededGenerator(seed: 1)
            questions = (0..<count).map { index in
                let start = index % 2 == 0 ? generator.day() : generator.day(years: 1899...1900)
                return (generator.rule(from: start), start)
            }
        }
    }

    private static let today = Day(daysSince1970: 20_779)
}
