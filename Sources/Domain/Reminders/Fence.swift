public import Foundation

/// The edge of a place at which an alarm rings.
public struct Fence: Identifiable, Hashable, Sendable {
    /// A circle on the surface of the earth.
    public struct Circle: Hashable, Sendable, Codable {
        /// Its centre.
        public let center: Coordinate
        /// Its radius in metres.
        public let radius: Double

        /// A circle.
        public init(_ center: Coordinate, radius: Double) {
            self.center = center
            self.radius = radius
        }

        /// The distance from a point to the edge in metres, negative within it.
        public func distance(from point: Coordinate) -> Double { center.distance(to: point) - radius }
    }

    /// The alarm of a to-do.
    public let id: Ring.ID
    /// The place.
    public let circle: Circle
    /// Whether crossing it inwards or outwards makes the alarm ring.
    public let proximity: Alarm.Proximity

    /// A fence of an alarm.
    public init(_ id: Ring.ID, _ circle: Circle, _ proximity: Alarm.Proximity) {
        self.id = id
        self.circle = circle
        self.proximity = proximity
    }
}

extension RemindedTodo {
    /// The fences of its alarms at places. There are none before its start date, and none for an occurrence before the
    /// day on which it is due.
    /// - Parameter coordinate: the coordinate of a place; nil if it is not known.
    public func fences(
        at now: Date, _ settings: ReminderSettings, coordinate: (Location.ID) throws -> Coordinate?
    ) rethrows -> [Fence] {
        guard isOpen, start?.hasBegun(at: now, in: settings.timeZone) ?? true else { return [] }
        let today = Day(containing: now, in: settings.timeZone)
        if occurrence != nil, let due, due.day(in: settings.timeZone) > today { return [] }
        return try alarms.compactMap { alarm in
            guard case .place(let proximity, let place, let radius) = alarm.trigger,
                let place = place ?? location, let center = try coordinate(place)
            else { return nil }
            return Fence(ringID(alarm), Fence.Circle(center, radius: Double(radius)), proximity)
        }
    }
}

extension Sequence<Fence> {
    /// The circles whose edges are nearest to a point, without duplicates, nearest first: for systems that watch only a
    /// few.
    public func nearestPlaces(_ count: Int = 20, to point: Coordinate) -> [Fence.Circle] {
        let places = Set(map(\.circle)).map { place in
            let (distance, center) = (abs(place.distance(from: point)), place.center)
            return (place: place, order: [distance, center.latitude, center.longitude, place.radius])
        }
        return places.sorted { $0.order.lexicographicallyPrecedes($1.order) }.prefix(Swift.max(count, 0)).map(\.place)
    }
}
