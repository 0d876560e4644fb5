import Foundation
import TestSupport
import TodoDomain

extension SeededGenerator {
    /// A trigger of any kind that is known, within the limits.
    mutating func trigger(zone: String = "Europe/Zurich") -> Alarm.Trigger {
        let anchor = pick(Alarm.Anchor.allCases)
        switch Int.random(in: 0..<4, using: &self) {
        case 0: return .moment(moment(), zone: zone)
        case 1: return .before(lead(), of: anchor)
        case 2:
            let days = chance(0.5) ? 0 : Int.random(in: chance(0.5) ? -3...3 : -36_525...36_525, using: &self)
            return .time(clockTime(), daysBefore: days, of: anchor)
        default:
            let place = chance(0.5) ? nil : Location.ID("place-\(Int.random(in: 1...9, using: &self))")
            return .place(pick(Alarm.Proximity.allCases), place, radius: radius())
        }
    }

    /// A length of time on either side of a date.
    mutating func lead() -> Alarm.Lead {
        let sign = chance(0.2) ? -1 : 1
        let days = chance(0.5) ? 0 : Int.random(in: 0...(chance(0.8) ? 10 : 36_525), using: &self)
        let unit = pick([1, 60, 3600])
        let seconds = chance(0.3) ? 0 : Int.random(in: 0...(chance(0.8) ? 100 : 100_000), using: &self) * unit
        return Alarm.Lead(days: sign * days, seconds: sign * seconds) ?? .zero
    }

    mutating func clockTime() -> ClockTime {
        let (hour, minute) = (Int.random(in: 0..<24, using: &self), Int.random(in: 0..<60, using: &self))
        let second = chance(0.7) ? 0 : Int.random(in: 0..<60, using: &self)
        return (try? ClockTime(hour: hour, minute: chance(0.5) ? 0 : minute, second: second)) ?? .hour(hour)
    }

    mutating func radius() -> Int {
        chance(0.3) ? Alarm.standardRadius : Int.random(in: 1...(chance(0.8) ? 1000 : 1_000_000), using: &self)
    }

    /// A moment of some decades, to the millisecond, the second or the minute.
    mutating func moment() -> Date {
        let unit: Int64 = pick([1, 1000, 60_000])
        return Date(milliseconds: Int64.random(in: -1_000_000_000_000...4_000_000_000_000, using: &self) / unit * unit)
    }
}
