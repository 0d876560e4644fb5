import Foundation
import JSON
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// Tags and places that are merged, deleted and used on several devices.
@Suite("Tags on several devices")
struct SharedNameTests {
    private typealias Devices = (server: ModelServer, mine: EngineFixture, theirs: EngineFixture)

    private func devices() throws -> Devices {
        let server = ModelServer()
        return (server, try EngineFixture(server), try EngineFixture(server, seed: 2))
    }

    private func settle(_ devices: Devices) async throws {
        for device in [devices.mine, devices.theirs, devices.mine, devices.theirs] { _ = try await device.engine.run() }
    }

    private func expectTags(_ devices: Devices, _ id: String, _ titles: [String]) async throws {
        for device in [devices.mine, devices.theirs] {
            #expect(try await device.tags(of: id) == titles)
            #expect(try device.stack.inconsistency() == nil)
        }
    }

    @Test("opposite merges land on the later target, and later taggings do too")
    func oppositeMerges() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["a"])
        try await devices.mine.add("t2", tags: ["b"])
        try await settle(devices)
        try await devices.mine.merge("a", into: "b")
        devices.theirs.clock.advance(by: 5)
        try await devices.theirs.merge("b", into: "a")
        // Added before it is known that the tag was merged.
        try await devices.mine.add("t3", tags: ["b"])
        try await settle(devices)
        for id in ["t1", "t2", "t3"] { try await expectTags(devices, id, ["a"]) }
        for device in [devices.mine, devices.theirs] {
            #expect(try await device.allTags() == ["a"])
            #expect(try await device.replication.conflicts(limit: 9).isEmpty)
        }
    }

    @Test("a ring of three merges lands on the last target")
    func ring() async throws {
        let server = ModelServer()
        let fixtures = try (1...3).map { try EngineFixture(server, seed: $0) }
        for (number, tag) in ["a", "b", "c"].enumerated() { try await fixtures[0].add("t\(number)", tags: [tag]) }
        for fixture in fixtures { _ = try await fixture.engine.run() }
        for (number, merge) in [("a", "b"), ("b", "c"), ("c", "a")].enumerated() {
            fixtures[number].clock.advance(by: Double(number) * 10)
            try await fixtures[number].merge(merge.0, into: merge.1)
        }
        for _ in 0..<2 { for fixture in fixtures { _ = try await fixture.engine.run() } }
        for fixture in fixtures {
            for number in 0..<3 { #expect(try await fixture.tags(of: "t\(number)") == ["a"]) }
            #expect(try fixture.stack.inconsistency() == nil)
        }
    }

    @Test("undoing a merge gives each to-do back what it had, also after a sync")
    func undoMerge() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["a"])
        try await devices.mine.add("t2", tags: ["b"])
        try await settle(devices)
        try await devices.mine.merge("a", into: "b")
        try await settle(devices)
        try await expectTags(devices, "t1", ["b"])
        // Its title now means the other one, wherever it is typed.
        try await devices.theirs.add("t3", tags: ["A"])
        #expect(try await devices.theirs.tags(of: "t3") == ["b"])
        try await settle(devices)
        _ = try await HistoryDAO(devices.mine.stack).undo(1, isForced: false)
        try await settle(devices)
        try await expectTags(devices, "t1", ["a"])
        try await expectTags(devices, "t2", ["b"])
        try await expectTags(devices, "t3", ["b"])
    }

    @Test("taking off a tag takes off all that it is seen in the place of")
    func takeOff() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["a", "b"])
        try await devices.mine.merge("a", into: "b")
        try await settle(devices)
        let tag = try #require(try await TagDAO(devices.theirs.stack).find(titled: "a"))
        #expect(tag.title == "b")
        _ = try await devices.theirs.stack.write("edit") {
            try $0.update(Todo.Update(id: Todo.ID(stored: "t1"), tags: .remove([tag.id])))
        }
        try await settle(devices)
        try await expectTags(devices, "t1", [])
    }

    @Test("two tags that come to have one name are one for whoever looks, and both follow an edit")
    func oneName() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["old"])
        try await settle(devices)
        try await devices.mine.rename(tag: "old", to: "Errand")
        devices.theirs.clock.advance(by: 5)
        try await devices.theirs.add("t2", tags: ["errand"])
        try await settle(devices)
        for device in [devices.mine, devices.theirs] {
            #expect(try await device.allTags() == ["Errand"])
            #expect(try await device.todos(tagged: "ERRAND") == ["t1", "t2"])
        }
        try await devices.mine.rename(tag: "errand", to: "errands")
        try await settle(devices)
        try await expectTags(devices, "t1", ["errands"])
        try await expectTags(devices, "t2", ["errands"])
        // Both get the colour, so that it stays whichever of them represents the name.
        try await devices.theirs.color(tag: "errands", "red")
        try await settle(devices)
        let colored = try await devices.mine.replication.records(of: .tag, afterID: nil, limit: 9)
        #expect(colored.filter { !$0.isDeleted }.map { $0.registers["color"]?.value } == ["red", "red"])
        // Merged into itself, it stays one tag for good. Renaming the former other one does not separate them.
        try await devices.theirs.merge("errands", into: "errands")
        try await settle(devices)
        let tags = try await devices.mine.replication.records(of: .tag, afterID: nil, limit: 9)
        #expect(tags.count { !$0.isDeleted } == 1)
        try await expectTags(devices, "t2", ["errands"])
    }

    @Test(
        "a tag that is deleted while another device puts it to use is a conflict on both, and comes back when taken back"
    )
    func deletionMeetsUse() async throws {
        for usedFirst in [true, false] {
            let devices = try devices()
            try await devices.mine.add("t1", tags: ["shop"])
            try await settle(devices)
            try await devices.mine.stack.write("delete") {
                try $0.delete(TagEntity.self, id: TagName.id(for: "shop").rawValue)
            }
            try await devices.theirs.add("t2", tags: ["shop"])
            if usedFirst { _ = try await devices.theirs.engine.run() }
            try await settle(devices)
            try await expectTags(devices, "t2", [])
            for device in [devices.mine, devices.theirs] {
                let conflicts = try await device.replication.conflicts(limit: 9)
                #expect(conflicts.count == 1 && conflicts.first?.record.key.kind == .tag)
            }
            let id = try #require(try await devices.theirs.replication.conflicts(limit: 9).first?.id)
            try await devices.theirs.replication.takeBack([id], isForced: false)
            try await settle(devices)
            try await expectTags(devices, "t1", ["shop"])
            try await expectTags(devices, "t2", ["shop"])
            #expect(try await devices.mine.replication.conflicts(limit: 9).isEmpty)
        }
    }

    @Test("a tag that is deleted while another device brings back a to-do that has it is a conflict on both")
    func deletionMeetsRevival() async throws {
        for revivedFirst in [true, false] {
            let devices = try devices()
            try await devices.mine.add("t1", tags: ["shop"])
            try await devices.mine.delete("t1")
            _ = try await devices.mine.engine.run()
            try await devices.theirs.add("t2", tags: ["shop"])
            devices.theirs.clock.advance(by: 1)
            try await devices.theirs.stack.write("delete") {
                try $0.delete(TagEntity.self, id: TagName.id(for: "shop").rawValue)
            }
            devices.mine.clock.advance(by: 2)
            _ = try await HistoryDAO(devices.mine.stack).undo(1, isForced: false)
            if revivedFirst { _ = try await devices.mine.engine.run() }
            _ = try await devices.theirs.engine.run()
            try await settle(devices)
            try await expectTags(devices, "t1", [])
            for device in [devices.mine, devices.theirs] {
                let conflicts = try await device.replication.conflicts(limit: 9)
                #expect(conflicts.map(\.record.key.kind) == [.tag])
            }
        }
    }

    @Test("a place that is deleted while another device puts it to use is one too")
    func placeDeletionMeetsUse() async throws {
        let devices = try devices()
        let place = Location(
            id: Location.ID(stored: "p1"), coordinate: try Coordinate(latitude: 52, longitude: 13), placeName: "Home",
            createdAt: devices.mine.clock.now)
        _ = try await devices.mine.stack.write("add") { try $0.create(place) }
        try await settle(devices)
        try await devices.mine.stack.write("delete") { try $0.delete(LocationEntity.self, id: "p1") }
        _ = try await devices.theirs.stack.write("add") { transaction in
            try transaction.create(
                Todo(
                    id: Todo.ID(stored: "t1"), title: "t1", createdAt: transaction.environment.now(), location: place))
        }
        try await settle(devices)
        for device in [devices.mine, devices.theirs] {
            #expect(try await TodoDAO(device.stack).find(Todo.ID(stored: "t1")).location == nil)
            let conflicts = try await device.replication.conflicts(limit: 9)
            #expect(conflicts.map(\.record.key) == [RecordKey(.location, "p1")])
        }
        let id = try #require(try await devices.theirs.replication.conflicts(limit: 9).first?.id)
        try await devices.theirs.replication.takeBack([id], isForced: false)
        try await settle(devices)
        for device in [devices.mine, devices.theirs] {
            #expect(try await TodoDAO(device.stack).find(Todo.ID(stored: "t1")).location?.placeName == "Home")
            #expect(try await device.replication.conflicts(limit: 9).isEmpty)
        }
    }

    @Test("a tag that is deleted where everybody knew of its uses is no conflict")
    func plainDeletion() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["shop"])
        try await settle(devices)
        try await devices.theirs.stack.write("delete") {
            try $0.delete(TagEntity.self, id: TagName.id(for: "shop").rawValue)
        }
        try await devices.mine.rename("t1", "edited meanwhile")
        try await settle(devices)
        for device in [devices.mine, devices.theirs, try EngineFixture(devices.server, seed: 3)] {
            _ = try await device.engine.run()
            #expect(try await device.replication.conflicts(limit: 9).isEmpty)
        }
    }

    @Test("a tag that is deleted, and then taken off a to-do that arrives with it once more, is no conflict")
    func takenOffMeanwhile() async throws {
        let devices = try devices()
        try await devices.mine.add("t1", tags: ["shop"])
        try await settle(devices)
        let tag = TagName.id(for: "shop")
        try await devices.theirs.stack.write("delete") { try $0.delete(TagEntity.self, id: tag.rawValue) }
        _ = try await devices.theirs.stack.write("edit") {
            try $0.update(Todo.Update(id: Todo.ID(stored: "t1"), tags: .remove([tag])))
        }
        try await devices.mine.rename("t1", "edited meanwhile")
        try await settle(devices)
        for device in [devices.mine, devices.theirs] {
            #expect(try await device.titles() == ["t1": "edited meanwhile"])
            #expect(try await device.replication.conflicts(limit: 9).isEmpty)
        }
    }

    @Test("a copy of a database has nothing against what the device that it was copied from did with its own tags")
    func copiedUse() async throws {
        let folder = try TemporaryFolder()
        let server = ModelServer()
        func configuration(_ name: String) -> StackConfiguration {
            StackConfiguration(storage: .onDisk(path: "\(folder.path)/\(name).db"), allowsConcurrentReads: false)
        }
        let before = try EngineFixture(server, storage: configuration("original"))
        try await before.add("t1", tags: ["shop"])
        try before.stack.close()
        try FileManager.default.copyItem(
            atPath: "\(folder.path)/original.db", toPath: "\(folder.path)/copy.db")
        let original = try EngineFixture(server, seed: 2, storage: configuration("original"))
        _ = try await original.engine.run()
        try await original.stack.write("delete") {
            try $0.delete(TagEntity.self, id: TagName.id(for: "shop").rawValue)
        }
        _ = try await original.engine.run()
        let copy = try EngineFixture(server, seed: 3, storage: configuration("copy"))
        _ = try await copy.engine.run()
        #expect(try await copy.tags(of: "t1").isEmpty)
        #expect(try await copy.replication.conflicts(limit: 9).isEmpty)
    }

    @Test("a merged tag is never collected, as to-dos lead through it")
    func neverCollected() async throws {
        let devices = try devices()
        devices.server.clockOffset = 0
        try await devices.mine.add("t1", tags: ["a", "b"])
        try await devices.mine.merge("a", into: "b")
        try await settle(devices)
        for device in [devices.mine, devices.theirs] { device.clock.advance(by: 400 * 86_400) }
        devices.server.now += 400 * 86_400_000
        try await settle(devices)
        #expect(devices.server.contents.documents.keys.count { $0.kind == .tag } == 2)
    }

    @Test("an edit of a merged tag, which outlives the collection of others, is in conflict with the merge alone")
    func editedWhileOthersAreCollected() async throws {
        let devices = try devices()
        devices.server.clockOffset = 0
        func color(_ device: EngineFixture, _ color: String) async throws {
            _ = try await device.stack.write("edit") {
                try $0.update(Tag.Update(id: TagName.id(for: "a"), color: .set(color)))
            }
        }
        try await devices.mine.add("t1", tags: ["a", "b"])
        try await devices.mine.add("t2", tags: [])
        try await settle(devices)
        try await color(devices.mine, "red")
        try await settle(devices)
        devices.theirs.clock.advance(by: 5)
        try await color(devices.theirs, "green")
        try await devices.mine.merge("a", into: "b")
        try await devices.mine.delete("t2")
        for device in [devices.mine, devices.theirs] { device.clock.advance(by: 200 * 86_400) }
        devices.server.now += 200 * 86_400_000
        _ = try await devices.mine.engine.run()
        #expect(devices.server.head()?.collectedSequence ?? 0 > 0)
        try await settle(devices)
        for device in [devices.mine, devices.theirs] {
            let conflicts = try await device.replication.conflicts(limit: 9)
            #expect(conflicts.map(\.record.conflict.register) == ["deleted"])
        }
    }
}

extension EngineFixture {
    func add(_ id: String, tags: [String]) async throws {
        _ = try await stack.write("add") { transaction in
            let tags = try tags.map { TagMapping().model(from: try transaction.tag(titled: $0)) }
            return try transaction.create(
                Todo(id: Todo.ID(stored: id), title: id, createdAt: transaction.environment.now(), tags: tags))
        }
    }

    /// As a person does who types titles.
    func merge(_ title: String, into target: String) async throws {
        try await stack.write("merge tags") { transaction in
            let source = Tag.ID(stored: try transaction.tag(titled: title).record.id)
            try transaction.merge(tags: [source], into: Tag.ID(stored: try transaction.tag(titled: target).record.id))
        }
    }

    func rename(tag title: String, to newTitle: String) async throws {
        _ = try await stack.write("edit") { transaction in
            let tag = try transaction.tag(titled: title)
            return try transaction.update(Tag.Update(id: Tag.ID(stored: tag.record.id), title: newTitle))
        }
    }

    func color(tag title: String, _ color: String) async throws {
        _ = try await stack.write("edit") { transaction in
            let tag = try transaction.tag(titled: title)
            return try transaction.update(Tag.Update(id: Tag.ID(stored: tag.record.id), color: .set(color)))
        }
    }

    func tags(of id: String) async throws -> [String] {
        try await TodoDAO(stack).find(Todo.ID(stored: id)).tags.map(\.title)
    }

    func allTags() async throws -> [String] { try await TagDAO(stack).findMany().items.map(\.title) }

    func todos(tagged title: String) async throws -> [String] {
        guard let tag = try await TagDAO(stack).find(titled: title) else { return [] }
        let query = Query<Todo>.all.tagged(tag).ascending(\.title)
        return try await TodoDAO(stack).findMany(query).items.map(\.id.rawValue)
    }
}
