import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Whatever was done, undo restores the state before, and redo the state after.
@Suite("Undo and redo of anything")
struct UndoPropertyTests {
    @Test(
        "in memory: undo and redo walk through the states that there were",
        arguments: 1...Dose.of(2, whole: 8) as ClosedRange<UInt64>)
    func inMemory(seed: UInt64) async throws {
        let fixture = try TestStore(seed: seed)
        try await walk([fixture.stack], fixture.clock, seed: seed, rounds: 100)
    }

    @Test("two stacks on one file share what can be undone", arguments: 21...22 as ClosedRange<UInt64>)
    func twoStacks(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let stacks = try [true, false].map { concurrent in
            try LocalStack(
                .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent),
                environment: .testing(clock: clock, seed: concurrent ? seed : seed + 1000))
        }
        try await walk(stacks, clock, seed: seed, rounds: 60)
    }

    private func walk(_ stacks: [LocalStack], _ clock: ManualClock, seed: UInt64, rounds: Int) async throws {
        var edits = try RandomEdits(seed: seed)
        var (past, future): ([StateSnapshot], [StateSnapshot]) = ([], [])
        var current = try await StateSnapshot(stacks[0]).content
        var undone = 0
        for round in 0..<rounds {
            let place = "seed \(seed), round \(round)"
            let stack = edits.generator.pick(stacks)
            let history = HistoryDAO(stack)
            clock.advance(by: edits.generator.pick([0, 0.001, 5, -1]))
            let count = Int.random(in: 1...3, using: &edits.generator)
            switch Int.random(in: 0...9, using: &edits.generator) {
            case 0...5:
                let token = try await history.newestToken()
                try await edits.step(on: stack)
                guard try await history.newestToken() > token else { break }
                past.append(current)
                future = []
                current = try await StateSnapshot(stack).content
            case 6...7:
                let taken = min(count, past.count)
                let code = await errorCode {
                    let report = try await history.undo(count, isForced: false)
                    #expect(report.steps.count == taken, "\(place)")
                }
                #expect(code == (taken == 0 ? .nothingToUndo : nil), "\(place)")
                for _ in 0..<taken {
                    future.append(current)
                    current = past.removeLast()
                }
                undone += taken
            default:
                let taken = min(count, future.count)
                let code = await errorCode {
                    let report = try await history.redo(count, isForced: false)
                    #expect(report.steps.count == taken, "\(place)")
                }
                #expect(code == (taken == 0 ? .nothingToUndo : nil), "\(place)")
                for _ in 0..<taken {
                    past.append(current)
                    current = future.removeLast()
                }
            }
            #expect(try await StateSnapshot(stack).content == current, "\(place)")
        }
        #expect(undone > rounds / 10)
        // Everything is undone.
        if !past.isEmpty { _ = try await HistoryDAO(stacks[0]).undo(past.count, isForced: false) }
        #expect(try await StateSnapshot(stacks[0]) == StateSnapshot(TestStore().stack), "seed \(seed), at the end")
        try expectSound(stacks[0], "seed \(seed)")
    }

    @Test(
        "beside another device: a refusal changes nothing, and force writes over nothing that the other wrote",
        arguments: 41...Dose.of(42, whole: 48) as ClosedRange<UInt64>)
    func besideAnotherDevice(seed: UInt64) async throws {
        let fixture = try TestStore(seed: seed)
        let (stack, history) = (fixture.stack, HistoryDAO(fixture.stack))
        var edits = try RandomEdits(seed: seed)
        var undone = 0
        for round in 0..<100 {
            let place = "seed \(seed), round \(round)"
            fixture.clock.advance(by: edits.generator.pick([0, 0.001, 5]))
            switch Int.random(in: 0...9, using: &edits.generator) {
            case 0...4: try await edits.step(on: stack)
            case 5...6:
                try await stack.merge(edits.foreignRecord(on: stack, at: fixture.clock.milliseconds))
            default:
                let dump = try stack.dump()
                let theirs = try await foreignRegisters(stack)
                do {
                    _ = try await history.undo(1, isForced: false)
                    undone += 1
                } catch let error as TodoError where error.code == .nothingToUndo {
                    continue
                } catch let error as TodoError where error.code == .undoConflict {
                    #expect(try stack.dump() == dump, "\(place)")
                    let report = try await history.undo(1, isForced: true)
                    #expect(!report.left.isEmpty, "\(place)")
                }
                // A to-do that this device had brought back may be gone again.
                let here = Set(try await fixture.todos.findMany().items.map(\.id.rawValue))
                let kept = try await foreignRegisters(stack)
                let lost = theirs.subtracting(kept).filter { here.contains(String($0.prefix { $0 != " " })) }
                #expect(lost.isEmpty, "\(place)")
            }
        }
        #expect(undone > 5)
        try expectSound(stack, "seed \(seed)")
    }

    /// What another device wrote into to-dos, except deleted ones: each register with its value and stamp.
    private func foreignRegisters(_ stack: LocalStack) async throws -> Set<String> {
        try await stack.read { transaction in
            var found = Set<String>()
            for index in 0..<12 {
                guard let record = try transaction.record(TodoEntity.self, id: "t\(index)")?.asRecord,
                    !record.isDeleted
                else { continue }
                for (name, register) in record.registers {
                    guard let stamp = register.stamp, stamp.device.rawValue == 7 else { continue }
                    found.insert("t\(index) \(name) \(stamp) \(register.value.canonicalJSON)")
                }
                for (id, element) in record.elements where element.stamp.device.rawValue == 7 {
                    found.insert("t\(index) tags.\(id) \(element.stamp) \(element.isPresent)")
                }
            }
            return found
        }
    }
}
