public import Foundation
public import JSON

/// The notifications that a device has delivered, and a plan for the next: a value that the device stores, and never
/// syncs.
///
/// ```swift
/// let events = ringer.plan(for: rings, at: now)
/// try store(ringer)
/// for event in events {
///     try await deliver(event)   // a notification replaces one with the same id
///     ringer.note(event)
///     try store(ringer)
/// }
/// ```
///
/// Each ``Ring`` is delivered once, even if clocks or to-dos change. Only if the process ends between a delivery and
/// its note does the ring come a second time, in a notification with the same id. A ring that is more than ``patience``
/// late is not delivered. The rings are those of all open to-dos (``RemindedTodo/rings(_:passages:)``), so an
/// acknowledgement by another device withdraws the notification here.
public struct Ringer: Hashable, Sendable {
    /// One notification to show: a ring, several rings of one to-do at one moment, or several late ones.
    public struct Notification: Identifiable, Hashable, Sendable {
        /// Its id: the text of ``Ring/ID``. For several rings, `late/<time>/` and the text of the first.
        public let id: String
        /// The rings, by time.
        public let rings: [Ring]
    }

    /// Something to be done, and then to be noted.
    public enum Event: Hashable, Sendable {
        /// A notification is to be shown. It replaces one with the same id.
        case ring(Notification)
        /// The notification with this id is to be taken away, because none of its rings still rings.
        case withdraw(String)
    }

    /// How late something is still delivered, in seconds: a day.
    public static let patience: TimeInterval = 86_400
    /// The delay in seconds above which a ring is late. All late rings are delivered together.
    package static let lateness: TimeInterval = 300

    /// The rings delivered here.
    private var delivered: Set<Ring> = []
    /// The rings that are shown, or planned and not noted yet, by the id of their notification.
    private var shown: [String: Set<Ring>] = [:]

    /// A device that has delivered nothing.
    public init() {}

    /// Whether this ring was delivered here.
    package func hasDelivered(_ ring: Ring) -> Bool { delivered.contains(ring) }

    /// The ids of the notifications that are shown, or may be shown because they were planned.
    package var notifications: Set<String> { Set(shown.keys) }

    /// Plans the next events: withdrawals, and then notifications, oldest first. An event that is not noted is planned
    /// again the next time under the same id. That holds even if this process ends and another one continues from the
    /// stored value.
    /// - Parameter rings: all rings of open to-dos that have not been acknowledged, past and future.
    public mutating func plan(for rings: some Sequence<Ring>, at now: Date) -> [Event] {
        let pending = Set(rings)
        let new = pending.ringing(at: now).filter { !delivered.contains($0) }
        // Rings of a plan that was not carried out, as far as is known, keep their notifications.
        let ids = ids
        let begun = Dictionary(grouping: new.filter { ids[$0] != nil }) { ids[$0] ?? "" }
        let fresh = new.filter { ids[$0] == nil }
        let late = fresh.prefix { $0.at < now.addingTimeInterval(-Self.lateness) }
        // Several reminders of a to-do ring at one moment if they were snoozed together.
        let present = Dictionary(grouping: fresh.dropFirst(late.count)) { Instant(todo: $0.id.todo, at: $0.at) }
        let notifications =
            begun.map(Notification.init) + Self.together(Array(late)) + present.values.flatMap(Self.together)
        // A plan that was not noted may have been shown: rings that are gone since must not stay on the screen.
        let gone = shown.filter { _, rings in
            rings.isDisjoint(with: pending) || !rings.isSubset(of: delivered) && !rings.isSubset(of: pending)
        }
        let withdrawn = Set(gone.keys).subtracting(notifications.map(\.id))
        for notification in notifications { shown[notification.id, default: []].formUnion(notification.rings) }
        let byAge = notifications.sorted { ($0.rings[0], $0.id) < ($1.rings[0], $1.id) }
        return withdrawn.sorted().map(Event.withdraw) + byAge.map(Event.ring)
    }

    /// Notes that an event was carried out.
    public mutating func note(_ event: Event) {
        switch event {
        case .withdraw(let id): shown[id] = nil
        case .ring(let notification):
            delivered.formUnion(notification.rings)
            shown[notification.id] = Set(notification.rings)
        }
    }

    /// Forgets deliveries that cannot recur, so that the value stays small: those of rings that no longer exist, a
    /// month after their time.
    /// - Parameter rings: as for ``plan(for:at:)``.
    public mutating func forget(except rings: some Sequence<Ring>, at now: Date) {
        let kept = Set(rings).union(shown.values.joined())
        let border = now.addingTimeInterval(-31 * 86_400)
        delivered = delivered.filter { $0.at > border || kept.contains($0) }
    }

    /// The ids of the notifications of rings that are shown or planned.
    private var ids: [Ring: String] {
        var ids: [Ring: String] = [:]
        for (id, rings) in shown {
            for ring in rings { ids[ring] = id }
        }
        return ids
    }

    /// Rings with the same to-do and moment are shown as one, unless they are late.
    private struct Instant: Hashable {
        let todo: Todo.ID
        let at: Date
    }

    private static func together(_ rings: [Ring]) -> [Notification] {
        guard let first = rings.first, rings.count > 1 else { return rings.map(alone) }
        return [Notification(id: "late/\(first.at.milliseconds)/\(first.id)", rings: rings)]
    }

    private static func alone(_ ring: Ring) -> Notification {
        Notification(id: ring.id.description, rings: [ring])
    }
}

extension Ringer {
    /// The value that ``json`` describes; nil for any other JSON.
    public init?(json: JSONValue) {
        guard let deliveries = json.elements else { return nil }
        for delivery in deliveries {
            guard let id = delivery["id"]?.string.flatMap({ Ring.ID($0) }), let at = delivery["at"]?.integer,
                let isDelivered = delivery["isDelivered"]?.bool
            else { return nil }
            let ring = Ring(id, at: Date(milliseconds: at))
            if isDelivered { delivered.insert(ring) }
            if let id = delivery["notification"]?.string { shown[id, default: []].insert(ring) }
        }
    }

    /// An array of `{"id", "at", "isDelivered", "notification"}`: the time in milliseconds since 1970, and the id of
    /// the shown notification, if there is one.
    public var json: JSONValue {
        let ids = ids
        return .array(
            delivered.union(ids.keys).sorted().map { ring -> JSONValue in
                var members: [String: JSONValue] = [
                    "id": .string(ring.id.description), "at": .integer(ring.at.milliseconds),
                    "isDelivered": .bool(delivered.contains(ring)),
                ]
                members["notification"] = ids[ring].map(JSONValue.string)
                return .object(members)
            })
    }
}

extension Ringer: JSONRepresentable {}
