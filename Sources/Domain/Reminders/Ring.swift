public import Foundation

/// A moment at which an alarm rings, or rang and is not acknowledged yet.
public struct Ring: Identifiable, Hashable, Sendable {
    /// Identifies the alarm. Its text is `<to-do>/<alarm>`, or `<to-do>/<alarm>/<g>/<day>` for an occurrence of a
    /// series.
    public struct ID: Hashable, Sendable, Comparable, LosslessStringConvertible, Codable {
        /// The to-do.
        public let todo: Todo.ID
        /// Its alarm, and the occurrence.
        public let key: AlarmState.Key

        /// An alarm of a to-do.
        public init(todo: Todo.ID, key: AlarmState.Key) {
            self.todo = todo
            self.key = key
        }

        /// Parses the text; nil for any other text.
        public init?(_ description: String) {
            let parts = description.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let todo = Todo.ID(String(parts[0])), let key = AlarmState.Key(String(parts[1]))
            else { return nil }
            self.init(todo: todo, key: key)
        }

        /// The text, which is the same on every device and at every time.
        public var description: String { "\(todo)/\(key)" }

        /// By the bytes of the text.
        public static func < (left: ID, right: ID) -> Bool {
            left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
        }

        /// Decodes the text.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let id = ID(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "not the id of a ring")
            }
            self = id
        }

        /// Encodes the text.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }

    /// The alarm that rings.
    public let id: ID
    /// When, to the millisecond.
    public let at: Date

    /// A ring.
    public init(_ id: ID, at: Date) {
        self.id = id
        self.at = at.roundedToMilliseconds
    }
}

extension Ring: Comparable, Codable {
    /// By time, then by id.
    public static func < (left: Ring, right: Ring) -> Bool {
        left.at == right.at ? left.id < right.id : left.at < right.at
    }
}

extension Sequence<Ring> {
    /// Those within an interval, the end excluded, by time.
    public func alarms(in interval: DateInterval) -> [Ring] {
        filter { $0.at.lies(from: interval.start, until: interval.end) }.sorted()
    }

    /// The first one after a moment; nil if there is none.
    public func nextAlarm(after moment: Date) -> Ring? {
        lazy.filter { $0.at.milliseconds > moment.milliseconds }.min()
    }

    /// The rings that a person means who snoozes or dismisses the reminders of a to-do, by time: those that have rung,
    /// and those that are snoozed. Without any of these, it is the next ring.
    /// - Parameter now: the present moment.
    public func atHand(of todo: RemindedTodo, at now: Date) -> [Ring] {
        let own = filter { $0.id.todo == todo.id }.sorted()
        let atHand = own.filter { ring in
            ring.at <= now || todo.states[ring.id.key]?.snoozed?.milliseconds == ring.at.milliseconds
        }
        return atHand.isEmpty ? Array(own.prefix(1)) : atHand
    }

    /// The same if snoozes are not known; a snoozed ring then counts as a future one.
    public func atHand(of todo: Todo.ID, at now: Date) -> [Ring] {
        atHand(of: RemindedTodo(id: todo, alarms: []), at: now)
    }

    /// For each id the last ring up to and including `now`, unless it was more than ``Ringer/patience`` ago, by time.
    /// All of these should have rung by now; those that were not delivered were missed.
    public func ringing(at now: Date) -> [Ring] {
        let earliest = now.addingTimeInterval(-Ringer.patience)
        var latest: [Ring.ID: Ring] = [:]
        for ring in self where ring.at.milliseconds <= now.milliseconds && ring.at >= earliest {
            latest[ring.id] = latest[ring.id].map { Swift.max($0, ring) } ?? ring
        }
        return latest.values.sorted()
    }
}
