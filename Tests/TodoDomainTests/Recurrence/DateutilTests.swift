import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Beside python-dateutil", .enabled(if: Dateutil.python != nil, "python-dateutil is not installed"))
struct DateutilTests {
    /// `DATEUTIL_RULES=1000000` compares that many rules, starting at the seed `DATEUTIL_SEED`.
    private static let count = environment["DATEUTIL_RULES"].flatMap(Int.init) ?? Dose.of(1000, whole: 3000)
    private static let seed = environment["DATEUTIL_SEED"].flatMap(UInt64.init) ?? 1
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    @Test("random rules have the same dates and moments, whatever the zone and the start")
    func sameDates() throws {
        print("comparing \(Self.count) rules from DATEUTIL_SEED=\(Self.seed)")
        var (seed, rest, methods) = (Self.seed, Self.count, [Substring: Int]())
        while rest > 0 {
            let questions = (0..<min(rest, 5000)).map { Question(seed: seed + UInt64($0)) }
            let answers = try Dateutil.answers(to: questions.map(\.line))
            try #require(answers.count == questions.count)
            for (question, answer) in zip(questions, answers) {
                let parts = answer.split(separator: "\t", omittingEmptySubsequences: false)
                methods[parts[0], default: 0] += 1
                let ours = try question.answer()
                #expect(ours == parts[1], "seed \(question.seed): \(question.line), by \(parts[0])")
            }
            seed += UInt64(questions.count)
            rest -= questions.count
        }
        print("compared \(methods)")
        #expect(methods["dateutil", default: 0] > Self.count / 2)
    }

    /// A rule, its start, and the range in which it is compared.
    private struct Question {
        let seed: UInt64
        let rule: RecurrenceRule
        let start: Due
        let horizon: Day

        // Of those whose rules for the coming years do not change with each release of the time zone database.
        static let zones = [
            "Europe/Zurich", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata", "Pacific/Apia",
            "America/Sao_Paulo", "Europe/Dublin", "UTC",
        ]
        static let most = 12

        init(seed: UInt64) {
            self.seed = seed
            var generator = SeededGenerator(seed: seed)
            var rule = generator.rule()
            let day = generator.day()
            // Rules that rarely match cost dateutil much more than us.
            let years = [.daily: 2, .weekly: 6, .monthly: 15, .yearly: 30][rule.frequency] ?? 0
            let horizon = day.adding(days: min(years * rule.interval, 40) * 365)
            let name = generator.pick(Self.zones)
            if generator.chance(0.5), let zone = TimeZone(identifier: name) {
                let minutes = generator.chance(0.5) ? 30 * Int.random(in: 0...8, using: &generator) : 60 * 18
                start = Due.instant(day.start(in: .gmt) + Double(60 * minutes), zone: "UTC").asWallClock(in: zone)
            } else {
                start = .day(day)
            }
            let until = day.adding(days: .random(in: 0...2000, using: &generator))
            let hour = Double.random(in: 0..<24, using: &generator).rounded() * 3600
            switch (Int.random(in: 0..<5, using: &generator), start) {
            case (0, _): rule = (try? rule.ending(.count(.random(in: 1...15, using: &generator)))) ?? rule
            case (1, .day): rule = (try? rule.ending(.day(until))) ?? rule
            case (1, .instant): rule = (try? rule.ending(.moment(until.start(in: .gmt) + hour))) ?? rule
            default: break
            }
            self.rule = rule
            self.horizon = horizon
        }

        var line: String {
            let digits = start.day.description.filter { $0 != "-" }
            let most = "\(Self.most)\t\(horizon)"
            switch start {
            case .day: return "\(rule)\t\(digits)\tUTC\t\(most)"
            case .instant(let date, let name):
                let zone = TimeZone(identifier: name) ?? .gmt
                let seconds = Int(date.timeIntervalSince1970) + zone.secondsFromGMT(for: date)
                let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
                return "\(rule)\t\(digits)T\(clock.joined())\t\(name)\t\(most)"
            }
        }

        func answer() throws -> String {
            let dates = try rule.endingOnDay(for: start).dates(from: start.day)
            return dates.dates(from: start.day).prefix { $0 <= horizon }.prefix(Self.most).map { day in
                guard case .instant(let date, _) = start.on(day) else { return day.description }
                return "\(day)=\(Int(date.timeIntervalSince1970))"
            }.joined(separator: " ")
        }
    }
}

extension Due {
    /// The moment at which clocks in a zone show what clocks in UTC show at this one.
    fileprivate func asWallClock(in zone: TimeZone) -> Due {
        guard case .instant(let date, _) = self else { return self }
        let day = Day(containing: date, in: .gmt)
        // From a day on which they surely do not change, up to this one.
        let time = date.timeIntervalSince(day.start(in: .gmt))
        let offset = Double(zone.secondsFromGMT(for: day.start(in: .gmt)))
        return Due.instant(day.start(in: .gmt) + time - offset, zone: zone.identifier).on(day)
    }
}
