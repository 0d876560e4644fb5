import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoMaintenance

/// What is derived from lists, trees, dependencies and series, after another program has written to it.
@Suite("Doctor: what people plan with")
struct PlanDoctorTests {
    /// Two lists, a tree, a circle that two devices have closed, dependencies with such a circle, and a settled occurrence.
    private func planned() async throws -> TestStore {
        let fixture = try TestStore(.serial)
        let day = try #require(Day("2026-11-21"))
        var rent = Todo.sample("rent", "Pay the rent", createdAt: fixture.clock.now)
        rent.recurrence = Recurrence(
            rule: "FREQ=WEEKLY", mode: .every, zone: "Europe/Zurich", base: day, key: day, due: .day(day))
        try await fixture.todos.createMany(["a", "b", "c", "d", "x", "y"].map { .sample($0, $0) } + [rent])
        _ = try await fixture.stack.write("plan") { [now = fixture.clock.now, id = rent.id] transaction in
            for (id, parent) in [("l1", nil), ("l2", "l1")] as [(String, String?)] {
                try transaction.create(
                    TodoList(id: .init(stored: id), title: id, parent: parent.map { .init(stored: $0) }, createdAt: now)
                )
            }
            try transaction.update(Todo.Update(id: .init(stored: "a"), standing: Standing(list: "l2")))
            try transaction.update(Todo.Update(id: .init(stored: "b"), standing: Standing(parent: "a")))
            try transaction.update(Todo.Update(id: .init(stored: "c"), standing: Standing(parent: "b")))
            try transaction.update(Todo.Update(id: .init(stored: "d"), dependencies: .add([.init(stored: "a")])))
            try transaction.update(Todo.Update(id: id, completedAt: .set(now)))
        }
        _ = try await fixture.stack.write("sync", author: .sync) { transaction in
            for (id, other) in [("x", "y"), ("y", "x")] {
                let todo = try transaction.reading.liveRecord(TodoEntity.self, id: id)
                try transaction.edit(
                    todo, registers: [TodoRegister.standing.rawValue: .standing(Standing(parent: other))],
                    elements: ["after." + other: true])
            }
        }
        #expect(try fixture.stack.inconsistency() == nil)
        return fixture
    }

    private static func row(_ id: String) -> String { "(SELECT rowID FROM todo WHERE id = '\(id)')" }

    private static let tampering: [(code: String, sql: String)] = [
        ("missing-relations", "DELETE FROM todoParent"),
        ("missing-relations", "UPDATE todoParent SET parentID = \(row("a")) WHERE todoID = \(row("c"))"),
        (
            "stray-relations",
            "INSERT OR IGNORE INTO todoParent VALUES (\(row("x")), \(row("y"))), (\(row("y")), \(row("x")))"
        ),
        ("missing-relations", "DELETE FROM todoList"),
        ("stray-relations", "INSERT OR IGNORE INTO todoList SELECT rowID, (SELECT max(rowID) FROM list) FROM todo"),
        ("missing-relations", "DELETE FROM todoDependency"),
        ("stray-relations", "UPDATE todoDependency SET targetID = 'nobody'"),
        ("missing-relations", "UPDATE todoDependency SET isIgnored = 1 - isIgnored"),
        ("missing-relations", "UPDATE todo SET openBlockers = 0"),
        ("missing-relations", "UPDATE todo SET openBlockers = openBlockers + 1"),
        ("missing-relations", "DELETE FROM todoOccurrence"),
        ("wrong-state", "UPDATE list SET parentRow = NULL"),
    ]

    @Test("each is found, repaired after a backup, and not found again", arguments: tampering)
    func repaired(code: String, sql: String) async throws {
        let fixture = try await planned()
        let path = try #require(fixture.stack.path)
        let sound = try await fixture.todos.findMany().items
        let other = try DatabaseQueue(path: path)
        try await other.writeWithoutTransaction { try $0.execute(sql: sql) }
        #expect(try await other.read { try Int.fetchOne($0, sql: "SELECT total_changes()") ?? 0 } > 0)
        try other.close()

        let doctor = Doctor(path: path, environment: .testing(clock: fixture.clock))
        let found = try doctor.examine().checks.flatMap(\.findings)
        #expect(found.contains { $0.code == code && $0.isRepairable }, "\(found)")
        let repaired = try doctor.examine(repairing: true)
        #expect(repaired.isHealthy && repaired.backup != nil, "\(repaired.checks.flatMap(\.findings))")
        #expect(try doctor.examine().checks.allSatisfy { $0.status == .ok && $0.findings.isEmpty })
        #expect(try fixture.stack.inconsistency() == nil)
        #expect(try await fixture.todos.findMany().items == sound)
    }
}
