public import Foundation
public import JSON

/// Derives arrivals and departures from positions. It is a value that a front end feeds with positions and stores.
///
/// A person is at a place within its radius. A person is away beyond the radius plus 50 m, or plus the accuracy of the
/// position if that is worse. A crossing counts after ``stay`` seconds on the other side. Between these distances, and
/// when a fence is first seen, the side is unknown: an alarm for arriving does not ring for a person who is already
/// there. It does ring if the fence was missing for a while, such as that of a to-do that was done and is reopened.
public struct PlaceMonitor: Hashable, Sendable {
    /// A position, as a receiver reports it.
    public struct Sample: Hashable, Sendable {
        /// The position.
        public var coordinate: Coordinate
        /// The radius in metres within which the position is likely to be. Samples without a valid accuracy are
        /// ignored.
        public var accuracy: Double
        /// When.
        public var time: Date

        /// A position at a time.
        public init(_ coordinate: Coordinate, accuracy: Double, time: Date) {
            self.coordinate = coordinate
            self.accuracy = accuracy
            self.time = time
        }
    }

    /// An arrival at a place, or a departure from it.
    public struct Passage: Hashable, Sendable {
        /// The fence.
        public let id: Ring.ID
        /// Whether it was an arrival or a departure.
        public let proximity: Alarm.Proximity
        /// When it was certain.
        public let at: Date
    }

    /// How long a person must stay on the other side of an edge, in seconds.
    public static let stay: TimeInterval = 60
    /// The minimum distance outside the radius that counts as leaving, in metres.
    public static let margin = 50.0
    /// How many fences that are gone are remembered.
    static let mostGone = 1000

    /// When each fence was last crossed in its direction. Its alarm rings at that time
    /// (``RemindedTodo/rings(_:passages:)``).
    public private(set) var passages: [Ring.ID: Date] = [:]
    private var watches: [Ring.ID: Watch] = [:]

    /// Nothing is known yet.
    public init() {}

    /// When the next sample is needed to confirm a crossing; nil if none is pending.
    public var nextSample: Date? {
        watches.values.compactMap(\.since).min().map { $0.addingTimeInterval(Self.stay) }
    }

    /// Takes a position, and returns the alarms that it rings, by id.
    /// - Parameter fences: all existing fences (``RemindedTodo/fences(at:_:coordinate:)``), not only the nearest. A
    ///   fence that disappears is armed again when it comes back.
    public mutating func observe(_ sample: Sample, fences: some Sequence<Fence>) -> [Passage] {
        guard sample.accuracy.isFinite, sample.accuracy >= 0 else { return [] }
        var sample = sample
        sample.time = sample.time.roundedToMilliseconds
        let fences = Dictionary(fences.map { ($0.id, $0) }, uniquingKeysWith: { _, last in last })
        forget(except: Set(fences.keys), at: sample.time)
        var found: [Passage] = []
        for fence in fences.values {
            var watch = watches[fence.id] ?? Watch(circle: fence.circle)
            watch.resume(fence)
            if watch.passes(sample, fence) {
                found.append(Passage(id: fence.id, proximity: fence.proximity, at: sample.time))
                passages[fence.id] = sample.time
            }
            watches[fence.id] = watch
        }
        return found.sorted { $0.id < $1.id }
    }

    private mutating func forget(except present: Set<Ring.ID>, at time: Date) {
        for id in watches.keys where !present.contains(id) {
            watches[id]?.since = nil
            if watches[id]?.gone == nil { watches[id]?.gone = time }
        }
        var gone = watches.compactMap { id, watch in watch.gone.map { (id: id, since: $0) } }
        guard gone.count > Self.mostGone else { return }
        gone.sort { ($0.since, $1.id) < ($1.since, $0.id) }
        for (id, _) in gone.dropLast(Self.mostGone) { (watches[id], passages[id]) = (nil, nil) }
    }
}

extension PlaceMonitor {
    fileprivate enum Side: String { case inside, outside }

    /// The state of a fence.
    fileprivate struct Watch: Hashable {
        var circle: Fence.Circle
        /// The known side of its edge; nil if unknown.
        var side: Side?
        /// Since when the positions have been on the other side.
        var since: Date?
        /// When it was first missing.
        var gone: Date?

        init(circle: Fence.Circle) { self.circle = circle }

        /// Starts over for a fence that has come back or was moved.
        mutating func resume(_ fence: Fence) {
            if circle != fence.circle { (circle, side, since) = (fence.circle, nil, nil) }
            guard gone != nil else { return }
            // A person who is still there is reminded. A person who is away has not left a second time.
            side = fence.proximity == .arrive ? .outside : nil
            gone = nil
        }

        /// Takes a position, and returns whether the fence was crossed in its direction.
        mutating func passes(_ sample: Sample, _ fence: Fence) -> Bool {
            guard let seen = seen(sample) else {
                since = nil
                return false
            }
            guard let side, seen != side else {
                self.side = seen
                since = nil
                return false
            }
            // If the clock was set back, the wait starts again.
            let since = min(since ?? sample.time, sample.time)
            guard sample.time.timeIntervalSince(since) >= PlaceMonitor.stay else {
                self.since = since
                return false
            }
            self.side = seen
            self.since = nil
            return seen == .inside ? fence.proximity == .arrive : fence.proximity == .leave
        }

        private func seen(_ sample: Sample) -> Side? {
            let distance = circle.center.distance(to: sample.coordinate)
            if distance <= circle.radius { return .inside }
            return distance > circle.radius + max(PlaceMonitor.margin, sample.accuracy) ? .outside : nil
        }
    }
}

extension PlaceMonitor {
    /// The value that ``json`` describes; nil for any other JSON.
    public init?(json: JSONValue) {
        guard let fences = json.members else { return nil }
        for (text, members) in fences {
            guard let id = Ring.ID(text), let watch = Watch(members) else { return nil }
            watches[id] = watch
            passages[id] = members["passed"]?.integer.map(Date.init(milliseconds:))
        }
    }

    /// An object with `{"latitude", "longitude", "radius", "side", "since", "gone", "passed"}` for the id of each
    /// fence: its circle; the known side of its edge; since when the positions have been on the other side; when it was
    /// first missing; and when it was last passed. Only the circle is always there. Times are milliseconds since 1970.
    public var json: JSONValue {
        .object(
            Dictionary(
                watches.map { id, watch -> (String, JSONValue) in
                    var members = watch.members
                    members["passed"] = passages[id].map { .integer($0.milliseconds) }
                    return (id.description, .object(members))
                }, uniquingKeysWith: { first, _ in first }))
    }
}

extension PlaceMonitor.Watch {
    fileprivate init?(_ json: JSONValue) {
        guard let latitude = json["latitude"]?.number, let longitude = json["longitude"]?.number,
            let center = try? Coordinate(latitude: latitude, longitude: longitude),
            let radius = json["radius"]?.number
        else { return nil }
        circle = Fence.Circle(center, radius: radius)
        side = json["side"]?.string.flatMap(PlaceMonitor.Side.init(rawValue:))
        since = json["since"]?.integer.map(Date.init(milliseconds:))
        gone = json["gone"]?.integer.map(Date.init(milliseconds:))
    }

    fileprivate var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "latitude": .double(circle.center.latitude), "longitude": .double(circle.center.longitude),
            "radius": .double(circle.radius),
        ]
        members["side"] = side.map { .string($0.rawValue) }
        members["since"] = since.map { .integer($0.milliseconds) }
        members["gone"] = gone.map { .integer($0.milliseconds) }
        return members
    }
}

extension PlaceMonitor: JSONRepresentable {}
