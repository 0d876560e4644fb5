public import Foundation
import JSON
public import TodoDomain
import TodoLocal
import TodoRepositories

// Reminders, the times at which they ring, and actions on them.
extension TodoStore {
    /// The settings of a person for reminders, in the time zone of the environment.
    /// - Parameter allDayTime: the time of day of reminders for to-dos that are due on a day without a time.
    public func reminderSettings(allDayTime: ClockTime = .hour(9)) -> ReminderSettings {
        ReminderSettings(timeZone: stack.environment.timeZone, allDayTime: allDayTime)
    }

    /// The open to-dos that have reminders, by id.
    public func remindedTodos() async throws -> [Todo] {
        try await todoDAO.store.page(.all.open.reminding).items.sorted { $0.id < $1.id }
    }

    /// All rings of open to-dos that have not been acknowledged, past and future, by time. Rings at locations are included
    /// if this device has passed there (``observePosition(_:_:)``).
    public func rings(_ settings: ReminderSettings) async throws -> [Ring] {
        let monitor = try await placeMonitor()
        return try await remindedTodos()
            .flatMap { RemindedTodo($0).rings(settings, passages: monitor.passages) }.sorted()
    }

    /// The rings within an interval, the end excluded, that have not been acknowledged, by time.
    public func alarms(in interval: DateInterval, _ settings: ReminderSettings) async throws -> [Ring] {
        try await rings(settings).alarms(in: interval)
    }

    /// The first ring after a moment that has not been acknowledged; nil if there is none.
    public func nextAlarm(after moment: Date, _ settings: ReminderSettings) async throws -> Ring? {
        try await rings(settings).nextAlarm(after: moment)
    }

    /// Acknowledges rings, as one step. They no longer ring, here and on other devices. Rings of a missing to-do or of a
    /// past occurrence are ignored.
    /// - Returns: The to-dos that were written to.
    @discardableResult
    public func acknowledge(_ rings: [Ring]) async throws -> [Todo] { try await act("acknowledge", rings, nil) }

    /// Acknowledges rings and makes them ring again at a later time, as one step. A snooze that has not ended can be changed
    /// to end sooner or later.
    /// - Parameters:
    ///   - rings: past or future rings.
    ///   - moment: when they ring again.
    /// - Returns: The to-dos that were written to.
    /// - Throws: `impossible-time` outside the years 1 to 9999; `usage` if the moment is before the first ring of an alarm
    ///   that has not rung yet. Nothing is written if it throws.
    @discardableResult
    public func snooze(_ rings: [Ring], until moment: Date) async throws -> [Todo] {
        try await act("snooze", rings, try Validation.time(moment))
    }

    /// Snoozes rings until different moments, as one step; otherwise as ``snooze(_:until:)``.
    /// - Parameter rings: past or future rings, by the moment when they ring again.
    package func snooze(_ rings: [Date: [Ring]]) async throws {
        _ = try await stack.write("snooze") { transaction in
            for (moment, rings) in rings {
                _ = try transaction.act(on: rings, snoozingUntil: try Validation.time(moment))
            }
        }
    }

    private func act(_ action: String, _ rings: [Ring], _ moment: Date?) async throws -> [Todo] {
        try await stack.write(action) { transaction in
            let written = try transaction.act(on: rings, snoozingUntil: moment)
            return try self.todoDAO.store.mapping.models(from: written, in: transaction.reading)
        }
    }

    // MARK: Places

    /// The fences of location reminders that count now.
    public func fences(_ settings: ReminderSettings) async throws -> [Fence] {
        let todos = try await remindedTodos()
        let ids = Set(todos.flatMap { $0.alarms.compactMap(\.trigger.namedPlace) })
        var places: [Location.ID: Coordinate] = [:]
        for todo in todos {
            if let location = todo.location { places[location.id] = location.coordinate }
        }
        for place in try await locations.fetch(.ids(Array(ids)), source: .local).items {
            places[place.id] = place.coordinate
        }
        let now = stack.environment.now()
        return todos.flatMap { RemindedTodo($0).fences(at: now, settings) { places[$0] } }
    }

    /// The circles of location reminders whose edges are nearest to a point, the nearest first. This is for systems that
    /// watch only a few places.
    public func nearestPlaces(
        _ count: Int = 20, to point: Coordinate, _ settings: ReminderSettings
    ) async throws -> [Fence.Circle] {
        try await fences(settings).nearestPlaces(count, to: point)
    }

    /// Takes a position of this device. The alarms that it makes ring are among the rings from then on.
    /// - Returns: The arrivals and departures that it shows.
    @discardableResult
    public func observePosition(
        _ sample: PlaceMonitor.Sample, _ settings: ReminderSettings
    ) async throws -> [PlaceMonitor.Passage] {
        let fences = try await fences(settings)
        return try await stack.write("position", author: .sync) { transaction in
            var monitor = try Self.placeMonitor(in: transaction.reading)
            let passages = monitor.observe(sample, fences: fences)
            try transaction.storeDelivery(monitor.json.canonicalJSON, as: Self.placesName)
            return passages
        }
    }

    private func placeMonitor() async throws -> PlaceMonitor {
        try await stack.read { try Self.placeMonitor(in: $0) }
    }

    // MARK: Delivery

    /// The deliveries of this device so far.
    func ringer() async throws -> Ringer {
        try await stack.read { try Self.ringer(in: $0) }
    }

    /// Plans the deliveries and withdrawals that are due now on this device, and stores the plan. An event that is not noted
    /// (``noteDelivery(of:)``) is planned again the next time.
    public func planDelivery(_ settings: ReminderSettings) async throws -> [Ringer.Event] {
        let (rings, now) = (try await rings(settings), stack.environment.now())
        let known = try await ringer()
        var planned = known
        let events = planned.plan(for: rings, at: now)
        planned.forget(except: rings, at: now)
        // Usually nothing rings, and nothing is written.
        guard planned != known else { return events }
        return try await stack.write("deliver", author: .sync) { transaction in
            var ringer = try Self.ringer(in: transaction.reading)
            let events = ringer.plan(for: rings, at: now)
            ringer.forget(except: rings, at: now)
            try transaction.storeDelivery(ringer.json.canonicalJSON, as: Self.ringerName)
            return events
        }
    }

    /// Notes that events were carried out on this device.
    public func noteDelivery(of events: [Ringer.Event]) async throws {
        guard !events.isEmpty else { return }
        try await stack.write("deliver", author: .sync) { transaction in
            var ringer = try Self.ringer(in: transaction.reading)
            for event in events { ringer.note(event) }
            try transaction.storeDelivery(ringer.json.canonicalJSON, as: Self.ringerName)
        }
    }

    private static let (ringerName, placesName) = ("ringer", "places")

    private static func ringer(in transaction: ReadTransaction) throws -> Ringer {
        try delivery(ringerName, in: transaction).flatMap(Ringer.init(json:)) ?? Ringer()
    }

    private static func placeMonitor(in transaction: ReadTransaction) throws -> PlaceMonitor {
        try delivery(placesName, in: transaction).flatMap(PlaceMonitor.init(json:)) ?? PlaceMonitor()
    }

    /// A stored state that cannot be read counts as missing. At worst something rings once more.
    private static func delivery(_ name: String, in transaction: ReadTransaction) throws -> JSONValue? {
        try transaction.delivery(name).flatMap { try? JSONValue(parsing: $0) }
    }

    // MARK: Words

    /// The names of the locations at which reminders of to-dos ring, except the locations of the to-dos themselves.
    package func placeNames(of todos: [Todo]) async throws -> [Location.ID: String] {
        let places = Set(todos.flatMap { $0.alarms.compactMap(\.trigger.namedPlace) })
        guard !places.isEmpty else { return [:] }
        let names = try await names(of: Set(places.map { RecordKey(.location, $0.rawValue) }))
        return Dictionary(uniqueKeysWithValues: names.map { (Location.ID(stored: $0.key.id), $0.value) })
    }

    /// The triggers that phrases mean, with the locations of the store. A phrase that removes reminders has no trigger.
    /// - Throws: `not-found` for a location that does not exist, `ambiguous` for a name that several locations have.
    public func triggers(of phrases: [ReminderPhrase]) async throws -> [Alarm.Trigger] {
        var triggers: [Alarm.Trigger] = []
        for phrase in phrases {
            var places: [String: Location.ID] = [:]
            if case .place(_, let name, _) = phrase { places[name] = try await place(called: name) }
            let trigger = try phrase.trigger { try places[$0] ?? Self.missing($0) }
            if let trigger { triggers.append(trigger) }
        }
        return triggers
    }

    private func place(called name: String) async throws -> Location.ID {
        let (found, _) = try await knownPlaces(named: name)
        guard found.count <= 1 else {
            throw TodoError(.ambiguous, "Several places are called “\(name.excerpt)”; name one by its id.")
        }
        return try found.first?.id ?? Self.missing(name)
    }

    private static func missing(_ name: String) throws -> Location.ID {
        throw TodoError(.notFound, "There is no place “\(name.excerpt)” for a reminder.", effect: .nothingChanged)
    }
}
