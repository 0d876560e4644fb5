public import Foundation
public import JSON

/// One reminder of a to-do: what makes it ring. Whether it has been acknowledged or snoozed is kept apart from it, in an
/// ``AlarmState``.
///
/// A to-do has its alarms as the registers `alarms.<id>` (`ReminderRegister`), so that two devices can each add one;
/// ``json`` is the value of one.
public struct Alarm: Identifiable, Hashable, Sendable {
    /// The identifier of an alarm, unique within its to-do.
    public typealias ID = Identifier<Alarm>

    /// Its identifier.
    public let id: ID
    /// The event that makes it ring.
    public var trigger: Trigger
    /// Members of its JSON that are unknown here, and everything if the trigger is ``Trigger/unknown``. They are kept.
    public var extras: [String: JSONValue]

    /// An alarm with a given id, such as the UID of an imported one.
    public init(id: ID, _ trigger: Trigger, extras: [String: JSONValue] = [:]) {
        self.id = id
        self.trigger = trigger
        self.extras = extras
    }

    /// An alarm whose id follows from its trigger: the same reminder added to a to-do on two devices is one.
    public init(_ trigger: Trigger) { self.init(trigger, generation: 0) }

    /// One of several such alarms with one trigger.
    private init(_ trigger: Trigger, generation: Int) {
        let name = JSONValue.object(trigger.members).canonicalJSON + (generation > 0 ? "\(generation)" : "")
        self.init(id: ID(UUID(namespace: Self.namespace, name: name)), trigger)
    }

    /// The alarm that naming a trigger means for a to-do: the one that it has, but not one that was dismissed for a moment
    /// still to come, which would be silent until then, wherever the date is moved. Another one takes the place of such a one; its
    /// id follows from the trigger too.
    /// - Parameters:
    ///   - alarms: those of the to-do.
    ///   - states: what was done about them, and about those that it had.
    /// - Returns: the alarm, and those whose place it takes.
    package static func named(
        _ trigger: Trigger, among alarms: [Alarm], _ states: [AlarmState.Key: AlarmState], at now: Date
    ) -> (alarm: Alarm, replaced: [Alarm.ID]) {
        let silent = Set(states.filter { $0.value.isSilent(at: now) }.map(\.key.alarm))
        let own = alarms.filter { $0.trigger == trigger }
        if let known = own.first(where: { !silent.contains($0.id) }) { return (known, []) }
        var (alarm, generation) = (Alarm(trigger), 0)
        while silent.contains(alarm.id) {
            generation += 1
            alarm = Alarm(trigger, generation: generation)
        }
        return (alarm, own.map(\.id))
    }

    private static let namespace = UUID(
        uuid: (0x3D, 0x7A, 0x51, 0xE8, 0x0C, 0x94, 0x4B, 0x2F, 0xA6, 0x1D, 0x83, 0x5E, 0xF7, 0x42, 0xB9, 0x60))
}

extension Alarm {
    /// The event that makes an alarm ring. Every TRIGGER (RFC 5545) and PROXIMITY (RFC 9074) of a VALARM has a case.
    public enum Trigger: Hashable, Sendable {
        /// A moment, to the millisecond, entered in the time zone with this IANA name.
        case moment(Date, zone: String)
        /// A length of time before a date of the to-do. A date without a time counts from
        /// ``ReminderSettings/allDayTime``.
        case before(Lead, of: Anchor)
        /// A time of day on the day of a date of the to-do, or some days before: -36,525 to 36,525.
        case time(ClockTime, daysBefore: Int, of: Anchor)
        /// Arriving at or leaving a place, or that of the to-do if it is nil; the radius is in metres, 1 to
        /// 1,000,000.
        case place(Proximity, Location.ID?, radius: Int)
        /// A trigger of a later version, which never rings here; ``Alarm/extras`` has it.
        case unknown
    }

    /// The date of a to-do from which a trigger counts.
    public enum Anchor: String, Hashable, Sendable, CaseIterable {
        /// When it is due.
        case due
        /// When it can be begun.
        case start
        /// When it is due, or if it has no due date, when it can be begun.
        case either
    }

    /// Which way somebody passes the edge of a place.
    public enum Proximity: String, Hashable, Sendable, CaseIterable, Codable {
        /// Coming in.
        case arrive
        /// Going out.
        case leave
    }

    /// The radius of a place in metres unless another one is given.
    public static let standardRadius = 150
    /// The allowed radii in metres.
    package static let radii = 1...1_000_000
}

extension Alarm {
    /// The alarm, validated for storage.
    /// - Throws: ``TodoError``: `bad-reminder` for numbers or text beyond the limits, `impossible-time` and
    ///   `unknown-time-zone` for a moment as `Validation.due(_:)` does.
    public func validated() throws -> Alarm {
        var alarm = self
        switch trigger {
        case .moment(let date, let zone):
            guard case .instant(let date, let zone) = try Validation.due(.instant(date, zone: zone)) else { break }
            alarm.trigger = .moment(date, zone: zone)
        case .time(_, let days, _):
            guard days.magnitude <= Lead.mostDays else {
                throw TodoError(.badReminder, "A reminder is at most \(Lead.mostDays) days from its date, not \(days).")
            }
        case .place(_, _, let radius):
            guard Self.radii ~= radius else {
                throw TodoError(.badReminder, "The radius of a place is 1 m to 1000 km, not \(radius) m.")
            }
        case .before, .unknown: break
        }
        guard json.isFinite else {
            throw TodoError(
                .badReminder, "A reminder has a number that JSON does not have: NaN or an infinity.",
                effect: .nothingChanged)
        }
        guard json.canonicalJSON.utf8.count <= Limits.alarm else {
            throw TodoError(.badReminder, "A reminder has at most \(Limits.alarm) bytes as JSON.")
        }
        return alarm
    }
}

extension Validation {
    /// Validates all alarms of a to-do.
    /// - Throws: ``TodoError``: `too-many-reminders`, or as ``Alarm/validated()`` does.
    package static func alarms(_ alarms: [Alarm]) throws -> [Alarm] {
        guard alarms.count <= Limits.alarms else {
            throw TodoError(
                .tooManyReminders, "A to-do has at most \(Limits.alarms) reminders, not \(alarms.count).")
        }
        return try alarms.map { try $0.validated() }
    }
}

extension Limits {
    /// Alarms of one to-do.
    public static let alarms = 50
    /// Bytes of one alarm as JSON.
    public static let alarm = 4096
}
