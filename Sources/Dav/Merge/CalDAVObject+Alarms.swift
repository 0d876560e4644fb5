import Foundation
import TodoDomain
import TodoFormats

/// An alarm in an object of a client.
///
/// Some programs write only moments. In a series such a moment means the time before the date that is shown beside it, for each
/// occurrence: at a fixed moment it would ring once, and again as soon as the next occurrence is shown.
struct WrittenAlarm {
    /// As it is written.
    let alarm: Alarm
    /// As it counts from the due date of a series.
    let counted: Alarm

    /// Whether one of several alarms is the same. A client may move a series on and leave the moment, or move both.
    func isIn(_ others: [WrittenAlarm]) -> Bool {
        others.contains { $0.alarm.trigger == alarm.trigger || $0.counted.trigger == counted.trigger }
    }
}

extension CalDAVObject {
    /// The alarms.
    var alarms: [WrittenAlarm] { todo.alarms.map { WrittenAlarm(alarm: $0, counted: countingFromDue($0)) } }

    /// An alarm at a moment as one before the due date, if the object repeats; any other alarm as it is.
    func countingFromDue(_ alarm: Alarm) -> Alarm {
        guard rule != nil, case .moment(let date, let zone) = alarm.trigger, let due = todo.due else { return alarm }
        switch due {
        case .instant(let moment, _):
            let milliseconds = moment.milliseconds.subtractingReportingOverflow(date.milliseconds)
            guard !milliseconds.overflow, let lead = Alarm.Lead(seconds: Int(milliseconds.partialValue / 1000)) else {
                return alarm
            }
            return Alarm(.before(lead, of: .due))
        case .day(let day):
            let local = zone == "UTC" ? timeZone : TimeZone(identifier: zone) ?? timeZone
            let (rung, rest) = local.wallClock(at: date).dividedRoundingDown(by: 86_400_000)
            guard let time = try? ClockTime(hour: Int(rest / 3_600_000), minute: Int(rest / 60_000 % 60)) else {
                return alarm
            }
            return Alarm(.time(time, daysBefore: day.daysSince1970 - Int(rung), of: .due))
        }
    }
}
