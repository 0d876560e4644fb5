import FirestoreWire
import TodoDomain
import TodoKit
import TodoSync

// The clauses of the contract of a remote.
extension ContractSubject {
    func empty() async throws {
        try expect(try await remote.head() == nil, "it has a head")
        try expect(try await remote.page(of: .todo, after: .start, limit: 5).isEmpty, "it has documents")
        try expect(try await remote.page(of: .todo, afterID: nil, limit: 5).isEmpty, "it has documents by id")
        try expect(try await remote.documents([todo("a")]).isEmpty, "it has a document that nobody wrote")
    }

    func first() async throws {
        let time = try await commit(1, after: nil, [(todo("a"), .create(fields(1)))])
        let head = try await remote.head()
        try expect(head?.sequence == 1 && head?.epoch == "e", "the head is \(head as Any)")
        try expect(head?.updateTime == time, "the head has another time than the commit")
        let found = try await remote.documents([todo("a"), todo("b")])
        try expect(found == [RemoteDocument(todo("a"), fields(1))], "the documents are \(found.map(\.key.id))")
    }

    func secondFirst() async throws {
        try await commit(1, after: nil, [(todo("a"), .create(fields(1)))])
        try await expectLostRace(RemoteFailure.alreadyExists, leaving: [todo("b"): [:]]) {
            try await commit(1, after: nil, [(todo("b"), .create(fields(1)))])
        }
    }

    func oldHead() async throws {
        let old = try await commit(1, after: nil, [(todo("a"), .create(fields(1)))])
        try await commit(2, after: old, [(todo("a"), .replace(fields(2)))])
        try await expectLostRace(leaving: [todo("a"): fields(2), todo("b"): [:]]) {
            try await commit(2, after: old, [(todo("a"), .replace(fields(2, "x"))), (todo("b"), .create(fields(2)))])
        }
    }

    func existing() async throws {
        let time = try await commit(1, after: nil, [(todo("a"), .create(fields(1)))])
        try await expectLostRace(RemoteFailure.alreadyExists, leaving: [todo("a"): fields(1), todo("b"): [:]]) {
            try await commit(
                2, after: time, [(todo("b"), .create(fields(2))), (todo("a"), .create(fields(2, "x")))])
        }
    }

    func missing() async throws {
        let time = try await commit(1, after: nil, [(todo("a"), .create(fields(1)))])
        for operation in [RemoteCommit.Operation.replace(fields(2)), .update(fields(2), try mask("seq"))] {
            try await expectLostRace(RemoteFailure.notFound, leaving: [todo("a"): fields(1), todo("b"): [:]]) {
                try await commit(2, after: time, [(todo("a"), .replace(fields(2, "x"))), (todo("b"), operation)])
            }
        }
    }

    func mask() async throws {
        let whole: Fields = [
            "seq": .integer(1), "title": .string("a"), "notes": .string("n"),
            "s": .map(["title": .string("1"), "notes": .string("2")]),
        ]
        let time = try await commit(1, after: nil, [(todo("a"), .create(whole))], head: ["ring": .string("r")])
        let news: Fields = [
            "seq": .integer(2), "title": .string("b"), "s": .map(["title": .string("3")]), "more": .string("unmasked"),
        ]
        let paths = try DocumentMask([["seq"], ["title"], ["notes"], ["s", "title"]].map { try FieldPath($0) })
        try await commit(2, after: time, [(todo("a"), .update(news, paths))], mask: try mask("seq"))
        let expected: Fields = [
            "seq": .integer(2), "title": .string("b"),
            "s": .map(["title": .string("3"), "notes": .string("2")]),
        ]
        let found = try await remote.documents([todo("a")]).first?.fields ?? [:]
        try expect(found == expected, "the document has \(found.map(\.name).sorted())")
        let head = try await remote.head()
        try expect(head?.sequence == 2 && head?.epoch == "e", "the mask of the head was not kept: \(head as Any)")
    }

    func replaceAndDelete() async throws {
        var time = try await commit(1, after: nil, [(todo("a"), .create(fields(1))), (todo("b"), .create(fields(1)))])
        let other: Fields = ["seq": .integer(2), "notes": .string("n")]
        time = try await commit(2, after: time, [(todo("a"), .replace(other)), (todo("b"), .delete)])
        let found = try await remote.documents([todo("a"), todo("b")])
        try expect(found == [RemoteDocument(todo("a"), other)], "the documents are \(found.map(\.key.id))")
        try await commit(3, after: time, [(todo("b"), .create(fields(3)))])
        try expect(try await remote.documents([todo("b")]).count == 1, "a deleted document cannot be made again")
    }

    func pages() async throws {
        var time = try await commit(1, after: nil, ["c", "a"].map { (todo($0), .create(fields(1))) })
        time = try await commit(2, after: time, ["b", "é", "d"].map { (todo($0), .create(fields(2))) })
        try await commit(3, after: time, [(todo("a"), .replace(fields(3)))])
        let all = try await ids(.start, 10)
        try expect(all == ["c", "b", "d", "é", "a"], "all of them came as \(all)")
        let one = try await ids(.start, 2)
        try expect(one == ["c", "b"], "two of them came as \(one)")
        let rest = try await ids(.init(sequence: 2, id: "b"), 2)
        try expect(rest == ["d", "é"], "those after one of a commit came as \(rest)")
        let after = try await ids(.init(sequence: 2), 10)
        try expect(after == ["a"], "those after a whole commit came as \(after)")
        try expect(try await ids(.init(sequence: 3), 10).isEmpty, "there is something after the last commit")
    }

    func pagesByID() async throws {
        try await commit(1, after: nil, ["b", "é", "a", "B"].map { (todo($0), .create(fields(1))) })
        func ids(_ after: String?, _ limit: Int) async throws -> [String] {
            try await remote.page(of: .todo, afterID: after, limit: limit).map(\.key.id)
        }
        let all = try await ids(nil, 10)
        try expect(all == ["B", "a", "b", "é"], "all of them came as \(all), and not by their bytes")
        let rest = try await ids("a", 1)
        try expect(rest == ["b"], "the one after “a” came as \(rest)")
    }

    func kinds() async throws {
        try await commit(
            1, after: nil, [(todo("a"), .create(fields(1))), (RecordKey(.tag, "a"), .create(fields(1, "tag")))])
        let found = try await remote.page(of: .tag, after: .start, limit: 5)
        try expect(found == [RemoteDocument(RecordKey(.tag, "a"), fields(1, "tag"))], "it has \(found.count) tags")
        let both = try await remote.documents([todo("a"), RecordKey(.tag, "a")])
        try expect(Set(both.map(\.key.kind)) == [.todo, .tag], "of two kinds under one id, it has \(both.count)")
    }

    func values() async throws {
        let all: Fields = [
            "seq": .integer(1), "null": .null, "yes": .boolean(true), "small": .integer(.min), "great": .integer(.max),
            "real": .double(0.1), "whole": .double(2), "text": .string("e\u{301} “é” \u{0} \n 👩‍👩‍👧"), "empty": .string(""),
            "list": .array([.integer(1), .string("a")]), "none": .map([:]),
            "map": .map(["a.b": .map(["c": .string("d")])]), "bytes": .bytes([0, 255]),
        ]
        try await commit(1, after: nil, [(todo("a"), .create(all))])
        let found = try await remote.documents([todo("a")]).first?.fields ?? [:]
        for field in all where found[field.name] != field.value {
            throw Finding(text: "“\(field.name)” came back as \(found[field.name] as Any)")
        }
        try expect(found == all, "it has fields that nobody wrote")
    }

    func times() async throws {
        var time = try await commit(1, after: nil, [])
        for sequence in 2...12 as ClosedRange<Int64> {
            let next = try await commit(sequence, after: time, [])
            try expect(next > time, "\(next) follows \(time)")
            try expect(try await remote.head()?.updateTime == next, "the head has another time than its commit")
            time = next
        }
    }

    func race() async throws {
        let time = try await commit(1, after: nil, [])
        let made = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                group.addTask {
                    (try? await commit(2, after: time, [(todo("t\(number)"), .create(fields(2)))])) != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        try expect(made == 1, "\(made) were made")
        let found = try await remote.page(of: .todo, after: .start, limit: 10).count
        try expect(found == 1, "\(found) documents are there")
    }

    func devices() async throws {
        let (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote))
        let milk = try await laptop.add("Buy milk", tags: ["shop"])
        try await phone.add("Call Bob")
        for store in [laptop, phone, laptop] { try await store.sync.sync() }
        try await laptop.edit([milk.id], TodoChanges(title: "Buy oat milk"))
        try await phone.edit([milk.id], TodoChanges(priority: .set(.high)))
        for store in [laptop, phone, laptop] { try await store.sync.sync() }
        for store in [laptop, phone] {
            let found = try await store.todos.fetch(.all.ascending(\.title), source: .local)
            try expect(found.map(\.title) == ["Buy oat milk", "Call Bob"], "the to-dos are \(found.map(\.title))")
            try expect(found.first?.priority == .high, "an edit of another field is lost")
            try expect(try await store.sync.verify().isEqual, "a device differs from the remote")
        }
    }

    private func ids(_ position: SyncState.Position, _ limit: Int) async throws -> [String] {
        try await remote.page(of: .todo, after: position, limit: limit).map(\.key.id)
    }

    private func mask(_ name: String) throws -> DocumentMask { DocumentMask([try FieldPath([name])]) }
}
