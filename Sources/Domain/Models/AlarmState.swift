public import Foundation
public import JSON

/// Whether an alarm of one occurrence was acknowledged or snoozed (RFC 9074). All devices share
/// it.
///
/// An alarm rings at its trigger and at the moment until which it is snoozed, each if that is later than
/// ``acknowledged``. The acknowledgement is the moment for which the alarm rang, not the time on the clock of whoever
/// dismissed it: a clock that is ahead must not silence an alarm that was since moved.
///
/// States are ordered by what is acknowledged, then by the snooze, and of two the greater stands (``merged(with:)``).
/// Each act makes a greater one than it found, so the later act wins over one that it knew of.
public struct AlarmState: Hashable, Sendable {
    /// Up to when it is acknowledged, to the millisecond; nil if it never was.
    public let acknowledged: Date?
    /// Until when it is snoozed; nil if it is not.
    public let snoozed: Date?
    /// Members of its JSON that are unknown here; they are kept.
    public let extras: [String: JSONValue]

    /// A state; times are kept to the millisecond.
    public init(acknowledged: Date? = nil, snoozed: Date? = nil, extras: [String: JSONValue] = [:]) {
        self.acknowledged = acknowledged?.roundedToMilliseconds
        self.snoozed = snoozed?.roundedToMilliseconds
        self.extras = extras
    }

    /// Whether a ring at this moment has not been acknowledged.
    public func rings(at moment: Date) -> Bool { acknowledged.map { moment.milliseconds > $0.milliseconds } ?? true }

    /// Whether it is acknowledged up to a moment after `now`, and not snoozed. A ring moved to before that moment is silent.
    func isSilent(at now: Date) -> Bool {
        guard let acknowledged, acknowledged > now else { return false }
        return snoozed.map { !rings(at: $0) } ?? true
    }

    /// The state once the ring for this moment, whether it has come or not, is acknowledged. It ends a snooze.
    package func acknowledging(_ moment: Date) -> AlarmState {
        AlarmState(acknowledged: Self.clamped(next(moment)), extras: extras)
    }

    /// The state once the ring for this moment is acknowledged and rings again at `until`, which must be later to have an
    /// effect; if it is not, as on a clock that was set back, that is the moment after.
    package func snoozing(_ moment: Date, until: Date) -> AlarmState {
        let acknowledged = Self.clamped(next(moment))
        let earliest = acknowledged.milliseconds.addingClamped(1)
        return AlarmState(
            acknowledged: acknowledged,
            snoozed: Self.clamped(Date(milliseconds: max(until.milliseconds, earliest))), extras: extras)
    }

    /// The state once somebody snoozes at `now` the ring for this moment, which may be still to come. A snooze that has not
    /// ended can also be made to end sooner.
    /// - Throws: ``TodoError`` with code `usage` if that would bring forward what has not rung.
    package func snoozing(_ moment: Date, until: Date, at now: Date) throws -> AlarmState {
        guard moment > now else { return snoozing(moment, until: until) }
        if moment.milliseconds == snoozed?.milliseconds {
            // The end of the snooze is not acknowledged, because that would silence an earlier reminder.
            let acknowledged = Self.clamped(next(self.acknowledged ?? .distantPast))
            if until.milliseconds > acknowledged.milliseconds {
                return AlarmState(acknowledged: acknowledged, snoozed: Self.clamped(until), extras: extras)
            }
        }
        guard until >= moment else {
            throw TodoError(
                .usage,
                "A snooze does not bring forward a reminder that has not rung yet; give the to-do another reminder instead.",
                effect: .nothingChanged)
        }
        return snoozing(moment, until: until)
    }

    /// Merges two states that devices have written without knowing of each other. The later acknowledgement wins. If these
    /// are equal, the later snooze wins, and any snooze wins over none. The result does not depend on the order.
    public func merged(with other: AlarmState) -> AlarmState { self < other ? other : self }

    /// An act that was preceded by others is later than they are.
    private func next(_ moment: Date) -> Date {
        guard let acknowledged else { return moment }
        return max(moment, Date(milliseconds: acknowledged.milliseconds.addingClamped(1)))
    }

    private static func clamped(_ date: Date) -> Date {
        Date(milliseconds: Limits.nearestTime(to: date.milliseconds))
    }
}

extension AlarmState: Comparable {
    /// By what is acknowledged, then by the snooze, then by the unknown members, so that equal order is equality.
    public static func < (left: AlarmState, right: AlarmState) -> Bool {
        if left.order != right.order { return left.order.lexicographicallyPrecedes(right.order) }
        func rest(_ state: AlarmState) -> String { JSONValue.object(state.extras).canonicalJSON }
        return rest(left).utf8.lexicographicallyPrecedes(rest(right).utf8)
    }

    private var order: [Int64] { [acknowledged, snoozed].map { $0?.milliseconds ?? .min } }
}

extension AlarmState {
    /// Identifies the alarm of a to-do, and for a series also the occurrence.
    ///
    /// Its text is `<alarm>`, or `<alarm>/<g>/<day>` with the stretch and the key of the occurrence.
    public struct Key: Hashable, Sendable, LosslessStringConvertible {
        /// The alarm.
        public let alarm: Alarm.ID
        /// The occurrence; nil if the to-do does not repeat.
        public let occurrence: Occurrence?

        /// The state of an alarm, for one occurrence.
        public init(_ alarm: Alarm.ID, _ occurrence: Occurrence? = nil) {
            self.alarm = alarm
            self.occurrence = occurrence
        }

        /// Parses the text of a key; nil for any other text.
        public init?(_ description: String) {
            let parts = description.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard let alarm = Alarm.ID(parts[0]) else { return nil }
            if parts.count == 1 {
                self.init(alarm)
            } else {
                guard parts.count == 3, let stretch = Int(parts[1]), 0...Recurrence.greatestNumber ~= stretch,
                    String(stretch) == parts[1], let day = Day(parts[2])
                else { return nil }
                self.init(alarm, Occurrence(stretch: stretch, key: day))
            }
        }

        /// The text.
        public var description: String {
            guard let occurrence else { return alarm.rawValue }
            return "\(alarm)/\(occurrence.stretch)/\(occurrence.key)"
        }
    }

    /// The state that a JSON value describes; nil if it is not an object. A time beyond the limits is ignored.
    public init?(json: JSONValue) {
        guard var members = json.members else { return nil }
        func time(_ name: String) -> Date? {
            members.removeValue(forKey: name)?.integer.flatMap {
                Limits.time.contains($0) ? Date(milliseconds: $0) : nil
            }
        }
        let (acknowledged, snoozed) = (time("ack"), time("snooze"))
        self.init(acknowledged: acknowledged, snoozed: snoozed, extras: members)
    }

    /// `{"ack": milliseconds, "snooze": milliseconds}` since 1970, without those that are nil, and the unknown members.
    public var json: JSONValue {
        var members = extras
        members["ack"] = acknowledged.map { .integer($0.milliseconds) }
        members["snooze"] = snoozed.map { .integer($0.milliseconds) }
        return .object(members)
    }
}

extension AlarmState: JSONRepresentable {}

extension AlarmState.Key: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = AlarmState.Key(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the key of an alarm's state")
        }
        self = key
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
