import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("A model")
struct ModelTests {
    @Test("reads back from JSON", arguments: 1...20 as ClosedRange<UInt64>)
    func codable(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for number in 0..<10 {
            var todo = generator.todo(number)
            todo.notes = generator.generator.hostileText(upTo: 20)
            todo.extras = ["a": 1, "b": ["c": [.null, true, .double(0.5), "é"]]]
            let again = try recoded(todo)
            #expect(again == todo)
            #expect(again.notes.utf8.elementsEqual(todo.notes.utf8))
        }
    }

    @Test("keeps times to the millisecond")
    func milliseconds() {
        let date = Date(timeIntervalSince1970: 1_795_262_400.123_456)
        let todo = Todo(id: .init(stored: "t"), title: "a", createdAt: date, completedAt: date)
        #expect(todo.createdAt.milliseconds == 1_795_262_400_123 && todo.updatedAt == todo.createdAt)
        #expect(todo.completedAt == Date(milliseconds: 1_795_262_400_123))
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let milliseconds = Int64.random(in: Limits.time, using: &generator)
            let date = Date(milliseconds: milliseconds)
            #expect(date.milliseconds == milliseconds && date.roundedToMilliseconds == date)
        }
    }

    @Test("counts moments that are no number of milliseconds as the last or the first that is")
    func endlessMoments() {
        #expect(Date(timeIntervalSince1970: .infinity).milliseconds == .max)
        #expect(Date(timeIntervalSince1970: 1e300).milliseconds == .max)
        #expect(Date(timeIntervalSince1970: -1e300).milliseconds == .min)
        #expect(!Limits.time.contains(Date(timeIntervalSince1970: .nan).milliseconds))
    }

    @Test("is open without a time at which it was done")
    func isDone() {
        var todo = Todo(id: .init(stored: "t"), title: "a", createdAt: Date(milliseconds: 0))
        #expect(!todo.isDone)
        todo.completedAt = Date(milliseconds: 0)
        #expect(todo.isDone)
    }

    @Test(
        "is known by 1 to 64 plain characters",
        arguments: [
            "a", "0", "_-", "9F2c", String(repeating: "x", count: 64), "2ed6657d-e927-568b-95e1-2665a8aea6a2",
        ])
    func identifiers(text: String) throws {
        let id = try #require(Todo.ID(text))
        #expect(id.rawValue == text && id.description == text && Todo.ID(rawValue: text) == id)
        #expect(try recoded([id]) == [id])
        #expect(String(decoding: try JSONEncoder().encode([id]), as: UTF8.self) == "[\"\(text)\"]")
    }

    @Test(
        "is not known by anything else",
        arguments: [
            "", String(repeating: "x", count: 65), "a b", "a/b", ".", "..", "a\u{0}", "é", "ａ", "a\u{301}", "a`b",
            "a\n", "{a}", "@", "[", "`",
        ])
    func badIdentifiers(text: String) throws {
        #expect(Todo.ID(text) == nil)
        let coded = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Todo.ID].self, from: coded) }
    }

    @Test("has identifiers that are ordered by bytes and made of UUIDs in lower case")
    func identifierOrder() throws {
        let ids = ["-", "0", "9", "A", "Z", "_", "a", "aa", "z"].compactMap(Todo.ID.init(rawValue:))
        #expect(ids.count == 9 && ids.reversed().sorted() == ids)
        let uuid = try #require(UUID(uuidString: "2ED6657D-E927-568B-95E1-2665A8AEA6A2"))
        #expect(Tag.ID(uuid).rawValue == "2ed6657d-e927-568b-95e1-2665a8aea6a2")
    }

    @Test("has priorities that are ordered and ranked")
    func priorities() {
        #expect(Priority.allCases.sorted() == [.low, .medium, .high])
        #expect(Priority.allCases.map { Priority(rank: $0.rank) } == Priority.allCases)
        #expect(Priority(rank: 0) == nil && Priority(rank: 4) == nil)
    }

    @Test("has priorities that are typed by name or by number, the highest first")
    func typedPriorities() throws {
        #expect(try ["high", " P1 ", "1"].map(Priority.parse) == [.high, .high, .high])
        #expect(try ["Medium", "p2", "2"].map(Priority.parse) == [.medium, .medium, .medium])
        #expect(try ["low", "p3", "3"].map(Priority.parse) == [.low, .low, .low])
        for text in ["", "p", "p0", "4", "p4", "urgent", "pp1", "p 1"] {
            let error = #expect(throws: TodoError.self) { try Priority.parse(text) }
            #expect(error?.code == .usage && error?.reason.contains("p1, p2 and p3") == true, "\(text)")
        }
    }

    @Test("has distances along the surface of the earth")
    func distances() throws {
        let zurich = try Coordinate(latitude: 47.3769, longitude: 8.5417)
        let bern = try Coordinate(latitude: 46.9480, longitude: 7.4474)
        #expect(abs(zurich.distance(to: bern) - 95_500) < 600)
        #expect(zurich.distance(to: bern) == bern.distance(to: zurich) && zurich.distance(to: zurich) == 0)
        let antipodes = try Coordinate(latitude: 0, longitude: 0).distance(to: Coordinate(latitude: 0, longitude: 180))
        #expect(abs(antipodes - .pi * 6_371_008.8) < 1)
    }

    @Test("has errors whose codes are stable and unlike, and that are told apart in a catch")
    func errors() {
        let error: any Error = TodoError(.notFound, "There is no such to-do.", underlying: CancellationError())
        do { throw error } catch let error as TodoError where error.code == .notFound {
            #expect("\(error)" == "There is no such to-do.")
            #expect(error.localizedDescription == "There is no such to-do.")
        } catch {
            Issue.record("caught as something else")
        }
    }
}
