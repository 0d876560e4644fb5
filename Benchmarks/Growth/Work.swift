import TodoKit

/// Everyday work, in databases of any size.
struct Work: Sendable {
    let name: String
    var isWriting = true
    /// What comes before, and is not measured.
    var prepare: @Sendable (Stage) async throws -> Todo.ID? = { _ in nil }
    let body: @Sendable (Stage, Todo.ID?) async throws -> Void

    /// What one round took.
    func milliseconds(_ stage: Stage) async throws -> Double {
        let id = try await prepare(stage)
        let clock = ContinuousClock()
        let start = clock.now
        try await body(stage, id)
        return start.duration(to: clock.now).milliseconds
    }

    static let all = [
        Work(name: "first page", isWriting: false) { stage, _ in
            _ = try await stage.store.todos.fetch(.all.open.page(0, size: 20))
        },
        Work(name: "next page", isWriting: false) { stage, _ in
            _ = try await stage.store.todos.fetch(.all.open.after(stage.middle, size: 20))
        },
        Work(name: "list page", isWriting: false) { stage, _ in
            _ = try await stage.store.todos.fetch(.all.placed(in: .list(stage.list)).page(0, size: 50))
        },
        Work(name: "add") { stage, _ in
            try await stage.store.add("Buy oat milk", tags: ["tag 7"])
        },
        Work(name: "done") { stage in
            stage.nextID()
        } body: { stage, id in
            try await stage.store.complete([id].compactMap(\.self))
        },
        Work(name: "complete a series") { stage in
            try await stage.store.add("Water the plants", due: weekly.due, recurrence: weekly).id
        } body: { stage, id in
            try await stage.store.complete([id].compactMap(\.self))
        },
        Work(name: "move") { stage in
            stage.nextID()
        } body: { stage, id in
            try await stage.store.move([id].compactMap(\.self), to: .first(in: .list(stage.list)))
        },
    ]

    private static let weekly: Recurrence = {
        let day = Day(daysSince1970: 20_811)
        return Recurrence(rule: "FREQ=WEEKLY", mode: .every, zone: "UTC", base: day, key: day, due: .day(day))
    }()
}
