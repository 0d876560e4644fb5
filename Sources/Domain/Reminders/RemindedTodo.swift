public import Foundation

/// The parts of a to-do that determine when it rings: its dates, its place, its alarms, and their states.
///
/// In a series the current occurrence rings, at its effective due date (`Series.current`). The next occurrence
/// follows once this one is settled.
public struct RemindedTodo: Identifiable, Hashable, Sendable {
    /// The to-do.
    public var id: Todo.ID
    /// Whether it is open. A done to-do no longer rings.
    public var isOpen: Bool
    /// When it is due.
    public var due: Due?
    /// When it can be begun.
    public var start: Due?
    /// The current occurrence of a series.
    public var occurrence: Occurrence?
    /// Where to do it.
    public var location: Location.ID?
    /// Its alarms.
    public var alarms: [Alarm]
    /// The states of its alarms; states of other occurrences do not matter.
    public var states: [AlarmState.Key: AlarmState]

    /// A to-do with these alarms.
    public init(
        id: Todo.ID, isOpen: Bool = true, due: Due? = nil, start: Due? = nil, occurrence: Occurrence? = nil,
        location: Location.ID? = nil, alarms: [Alarm], states: [AlarmState.Key: AlarmState] = [:]
    ) {
        self.id = id
        self.isOpen = isOpen
        self.due = due
        self.start = start
        self.occurrence = occurrence
        self.location = location
        self.alarms = alarms
        self.states = states
    }

    /// A to-do of the store. Of a series, it takes the current occurrence.
    public init(_ todo: Todo) {
        let occurrence = todo.recurrence.flatMap { recurrence in
            todo.current.map { Occurrence(stretch: recurrence.stretch, key: $0.key) }
        }
        self.init(
            id: todo.id, isOpen: !todo.isDone, due: todo.due, start: todo.start, occurrence: occurrence,
            location: todo.location?.id, alarms: todo.alarms, states: todo.alarmStates)
    }

    /// All rings that have not been acknowledged, past and future, by time. An alarm has at most two: at its trigger,
    /// and at the end of a snooze.
    /// - Parameter passages: when the person last came to or left the places (``PlaceMonitor/passages``). Alarms at
    ///   places ring then.
    public func rings(_ settings: ReminderSettings, passages: [Ring.ID: Date] = [:]) -> [Ring] {
        guard isOpen else { return [] }
        var rings: Set<Ring> = []
        for alarm in alarms {
            let id = ringID(alarm)
            let state = states[id.key] ?? AlarmState()
            let passage: Date? = if case .place = alarm.trigger { passages[id] } else { nil }
            let moments = [moment(of: alarm.trigger, settings), passage, state.snoozed].compactMap(\.self)
            rings.formUnion(moments.filter(state.rings).map { Ring(id, at: $0) })
        }
        return rings.sorted()
    }

    /// The rings within an interval, the end excluded, that have not been acknowledged, by time.
    public func alarms(in interval: DateInterval, _ settings: ReminderSettings) -> [Ring] {
        rings(settings).alarms(in: interval)
    }

    /// The first ring after a moment that has not been acknowledged; nil if there is none.
    public func nextAlarm(after moment: Date, _ settings: ReminderSettings) -> Ring? {
        rings(settings).nextAlarm(after: moment)
    }

    /// The moment of a trigger. nil if the trigger does not depend on time, if the to-do lacks its date, or if the
    /// moment is outside the years 1 to 9999.
    public func moment(of trigger: Alarm.Trigger, _ settings: ReminderSettings) -> Date? {
        let moment: Date? =
            switch trigger {
            case .moment(let date, _): date
            case .before(let lead, let anchor): date(of: anchor)?.moment(lead, settings)
            case .time(let time, let days, let anchor):
                date(of: anchor)?.moment(time, on: days, settings)
            case .place, .unknown: nil
            }
        return moment.flatMap { Limits.time.contains($0.milliseconds) ? $0.roundedToMilliseconds : nil }
    }

    /// The id of the rings of an alarm.
    func ringID(_ alarm: Alarm) -> Ring.ID { Ring.ID(todo: id, key: AlarmState.Key(alarm.id, occurrence)) }

    private func date(of anchor: Alarm.Anchor) -> Due? {
        switch anchor {
        case .due: due
        case .start: start
        case .either: due ?? start
        }
    }
}

/// The settings of a person that alarms need.
public struct ReminderSettings: Hashable, Sendable {
    /// The zone of days without a time.
    public var timeZone: TimeZone
    /// The time at which a day without a time counts as begun for alarms; a person sets it (``Settings/defaultTime``).
    public var allDayTime: ClockTime

    /// Settings.
    public init(timeZone: TimeZone, allDayTime: ClockTime = .hour(9)) {
        self.timeZone = timeZone
        self.allDayTime = allDayTime
    }
}

extension Due {
    /// The moment earlier by this lead. A lead in days keeps the time of day, for an instant in its own zone.
    fileprivate func moment(_ lead: Alarm.Lead, _ settings: ReminderSettings) -> Date {
        let origin: Date
        switch self {
        case .day(let day):
            origin = day.adding(days: -lead.days).moment(at: settings.allDayTime, in: settings.timeZone)
        case .instant(let date, _):
            // Not for the same day: the local time may be the second of two.
            guard lead.days != 0, case .instant(let moved, _) = on(day.adding(days: -lead.days)) else {
                origin = date
                break
            }
            origin = moved
        }
        return Date(milliseconds: origin.milliseconds.addingClamped(Int64(-lead.seconds) * 1000))
    }

    /// The moment at a time of day, some days before; for an instant, in its own zone.
    fileprivate func moment(_ time: ClockTime, on daysBefore: Int, _ settings: ReminderSettings) -> Date {
        let zone = if case .instant(_, let name) = self { Due.zone(name) } else { settings.timeZone }
        return day.adding(days: daysBefore == .min ? .max : -daysBefore).moment(at: time, in: zone)
    }
}

extension Day {
    fileprivate func moment(at time: ClockTime, in zone: TimeZone) -> Date {
        zone.date(wallClock: Int64(daysSince1970) * 86_400_000 + Int64(time.milliseconds))
    }
}
