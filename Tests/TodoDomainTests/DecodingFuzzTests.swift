import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Saved queries, cursors and ids of any bytes")
struct DecodingFuzzTests {
    @Test("a saved query is read as what it is written as again, or refused")
    func queries() throws {
        try fuzz("saved queries", rounds: 300) { generator, seed in
            let world = try RandomWorld(using: &generator)
            let query = world.todoQuery(ids: ["t1", "t2"], using: &generator)
            let saved = try JSONEncoder().encode(query)
            #expect(try JSONDecoder().decode(Query<Todo>.self, from: saved) == query, "seed \(seed)")
            for _ in 0..<20 {
                let bytes = generator.mutated(saved, parts: SeededGenerator.jsonParts + ["ids", "not", "_0"])
                guard let read = try? JSONDecoder().decode(Query<Todo>.self, from: Data(bytes)) else { continue }
                #expect(try recoded(read) == read, "seed \(seed)")
                // The query may make no sense; the only permitted outcomes are an error and an answer.
                do { try read.validate() } catch let error as TodoError {
                    #expect(error.code == .badPage || error.code == .badCursor, "seed \(seed)")
                }
                #expect(!read.predicate.description.isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("a cursor is read as what it is written as again, or refused")
    func cursors() throws {
        try fuzz("cursors", rounds: 300) { generator, seed in
            var todos = try TodoGenerator(seed: seed)
            let order = SortTerm<Todo>(generator.pick(Todo.SortKey.allCases), descending: generator.chance(0.5))
            let text = Query<Todo>.all.sorted(by: order).cursor(after: todos.todo(1)).description
            for _ in 0..<20 {
                let bytes = generator.mutated(text.utf8, parts: ["A", "-", "_", "=", "IjEi", "W10", "é", "\n"])
                guard let read = Cursor(String(decoding: bytes, as: UTF8.self)) else { continue }
                #expect(Cursor(read.description) == read, "seed \(seed)")
                do { try Query<Todo>.all.sorted(by: order).after(read, size: 1).validate() } catch let error
                    as TodoError
                {
                    #expect(error.code == .badCursor, "seed \(seed)")
                }
            }
        }
    }

    @Test("ids, days and stamps are read as what they are written as again, or refused")
    func texts() {
        fuzz("ids, days and stamps", rounds: 3000) { generator, seed in
            let parts = ["-", "0", "9", "_", "é", "Z", " ", "\u{0}", "e\u{301}", "99999"]
            func text(of sample: String) -> String {
                String(decoding: generator.mutated(sample.utf8, parts: parts), as: UTF8.self)
            }
            if let id = Todo.ID(text(of: "8c0f1a2b-0000-4000-8000-00000000000a")) {
                #expect(Todo.ID(id.description) == id, "seed \(seed)")
            }
            if let day = Day(text(of: "2026-02-28")) { #expect(Day(day.description) == day, "seed \(seed)") }
            let stamp = Stamp(milliseconds: 1_795_262_400_000, counter: 7, device: DeviceID(rawValue: 99))
            if let read = Stamp(text(of: stamp.description)) {
                #expect(Stamp(read.description) == read, "seed \(seed)")
            }
        }
    }
}
