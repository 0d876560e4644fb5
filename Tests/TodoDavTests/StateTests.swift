import DavMerge
import Foundation
import GRDB
import GzipCoding
import HTTPTypes
import TestSupport
import Testing
import TodoDomain
import TodoKit

@testable import TodoDav

@Suite("What CalDAV keeps, and what happens without it")
struct StateTests {
    @Test("two clients at once: all of 20 PUTs are there, and nothing ends in an error")
    func together() async throws {
        try await RunningDav.with { dav in
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for index in 0..<20 {
                    // At most eight of one password are answered at once.
                    if index >= 6 { _ = try await group.next() }
                    group.addTask {
                        try await dav.send(
                            "PUT", "/dav/lists/inbox/\(index).ics", text: RunningDav.todo("u\(index)", "T\(index)")
                        )
                        .status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.allSatisfy { $0 == 201 }, "\(statuses)")
            #expect(try await dav.store.todos.count(.all) == 20)
            #expect(try await dav.sync("").parts.count == 20)
        }
    }

    @Test("a turn lasts as long as somebody holds it, and each password has its own")
    func turns() {
        let running = RunningRequests(most: 2)
        var held = [running.turn(of: "phone"), running.turn(of: "phone")]
        #expect(held.allSatisfy { $0 != nil })
        #expect(running.turn(of: "phone") == nil)
        #expect(running.turn(of: "tablet") != nil)
        held.removeLast()
        #expect(running.turn(of: "phone") != nil)
    }

    @Test("after another database was put in its place, tokens are refused by name, and ETags stay")
    func epoch() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state")
        let store = try TodoStore.testing(seed: 1)
        try await store.add("Buy milk")
        var (token, etag) = ("", "")
        try await RunningDav.with(store, { configuration, _ in configuration.stateFile = file }) { dav in
            let reply = try await dav.sync("")
            token = try #require(try reply.xml.dav("sync-token")?.trimmed)
            etag = try #require(try reply.parts.values.first?.property(.dav("getetag"))?.trimmed)
        }
        // The same database goes on with its tokens.
        try await RunningDav.with(store, { configuration, _ in configuration.stateFile = file }) { dav in
            let parts = try await dav.sync(token).parts
            #expect(parts.isEmpty)
        }
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        // A database with a shorter history is another database.
        // The former server may still be closing it.
        var waiting = Configuration()
        waiting.busyMode = .timeout(10)
        let queue = try DatabaseQueue(path: file, configuration: waiting)
        try await queue.write { try $0.execute(sql: "UPDATE journalState SET step = step + 1000") }
        try queue.close()
        try await RunningDav.with(store, { configuration, _ in configuration.stateFile = file }) { dav in
            let reply = try await dav.sync(token)
            #expect(reply.status == 403 && reply.precondition == "valid-sync-token")
            let parts = try await dav.sync("").parts
            #expect(parts.values.first?.property(.dav("getetag"))?.trimmed == etag)
        }
    }

    @Test("another history of the same length or a greater one is noticed", arguments: [0, 3])
    func otherHistory(more: Int) async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state")
        let later = ManualClock()
        later.advance(by: 60)
        let (one, other) = (try TodoStore.testing(seed: 1), try TodoStore.testing(clock: later, seed: 1))
        try await one.add("Buy milk")
        try await other.add("Buy bread")
        for index in 0..<more { try await other.add("To-do \(index)") }
        var token = ""
        try await RunningDav.with(one, { configuration, _ in configuration.stateFile = file }) { dav in
            token = try #require(try await dav.sync("").xml.dav("sync-token")?.trimmed)
        }
        try await RunningDav.with(other, { configuration, _ in configuration.stateFile = file }) { dav in
            let reply = try await dav.sync(token)
            #expect(reply.status == 403 && reply.precondition == "valid-sync-token")
            let listed = try await dav.properties("/dav/lists/inbox/", "<D:getetag/>", depth: "1").parts
            #expect(listed.count == more + 2)
            let (href, part) = try #require(listed.first { $0.key.hasSuffix(".ics") })
            #expect(try await dav.send("GET", href).fields[.eTag] == part.property(.dav("getetag"))?.trimmed)
        }
    }

    @Test("a file that is damaged is made anew: tokens are refused, and the ETag of the present bytes still holds")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state")
        try Data("this is not a database, whatever it is".utf8).write(to: URL(filePath: file))
        let store = try TodoStore.testing(seed: 1)
        try await store.add("Buy milk")
        try await RunningDav.with(store, { configuration, _ in configuration.stateFile = file }) { dav in
            let listed = try await dav.properties("/dav/lists/inbox/", "<D:getetag/>", depth: "1").parts
            #expect(listed.count == 2)
        }
    }

    @Test("of each device is known when it was seen, with which app, and how much it changed and overwrote")
    func uses() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("state")
        try await RunningDav.with(nil, { configuration, _ in configuration.stateFile = file }) { dav in
            let path = "/dav/lists/inbox/u1.ics"
            let fields: HTTPFields = [.userAgent: "DAVx5/4.4"]
            let entry = try #require(try DevicePasswords(path: dav.folder.file("passwords")).entries.first)
            func use() throws -> DeviceUse? { try DeviceUse.all(in: file)[entry.id] }
            _ = try await dav.send("PUT", path, text: RunningDav.todo("u1", "one"), fields: fields)
            let made = try #require(try use())
            #expect(made.agent == "DAVx" && made.edits == 1 && made.conflicts == 0)
            let got = try await dav.send("GET", path, fields: fields)
            var claim = fields
            claim[.ifMatch] = got.fields[.eTag]
            // What changes nothing is no edit.
            _ = try await dav.send("PUT", path, text: got.text, fields: claim)
            #expect(try use()?.edits == 1)
            let todo = try #require(try await dav.store.todos.fetch(.all).items.first)
            try await dav.store.todos.update(Todo.Update(id: todo.id, title: "two"))
            let changed = got.text.replacing("SUMMARY:one", with: "SUMMARY:three")
            _ = try await dav.send("PUT", path, text: changed, fields: claim)
            #expect(try use()?.edits == 2 && use()?.conflicts == 1)
            _ = try await dav.send("DELETE", path, fields: fields)
            #expect(try use()?.edits == 3 && use()?.conflicts == 1)
        }
    }

    @Test("bodies in gzip are read, up to their limit, and answers are compressed for those who take it")
    func gzip() async throws {
        let body = try #require(Gzip.compress(Array(RunningDav.todo("u1", "Buy milk").utf8), level: 6))
        let bomb = try #require(Gzip.compress([UInt8](repeating: 0x20, count: 8 << 20), level: 9))
        try await RunningDav.with { dav in
            let put = try await dav.sendBytes(
                "PUT", "/dav/lists/inbox/u1.ics", body, fields: [.contentEncoding: "gzip"])
            #expect(put.status == 201, "\(put.text)")
            let large = try await dav.sendBytes(
                "PUT", "/dav/lists/inbox/u2.ics", bomb, fields: [.contentEncoding: "gzip"])
            #expect(large.status == 413 && large.precondition == "max-resource-size")
            let broken = try await dav.sendBytes(
                "PUT", "/dav/lists/inbox/u2.ics", [1, 2, 3], fields: [.contentEncoding: "gzip"])
            #expect(broken.status == 400)
        }
    }

    @Test("a name of an archived list, a renamed tag, and a moved parent are changes of what is served")
    func derived() async throws {
        try await RunningDav.with { dav in
            let list = try await dav.store.addList("Work")
            let todo = try await dav.store.add("Report", tags: ["home"], placement: .list(list.id))
            let first = try #require(try await dav.sync("", list: list.id.rawValue).xml.dav("sync-token")?.trimmed)
            let tag = try #require(try await dav.store.tags.find(titled: "home"))
            _ = try await dav.store.tags.update(Tag.Update(id: tag.id, title: "house"))
            #expect(try await dav.sync(first, list: list.id.rawValue).parts.count == 1)
            _ = try await dav.store.lists.update(TodoList.Update(id: list.id, isArchived: true))
            #expect(try await dav.sync("", list: list.id.rawValue).status == 404)
            _ = try await dav.store.lists.update(TodoList.Update(id: list.id, isArchived: false))
            #expect(try await dav.sync("", list: list.id.rawValue).parts.count == 1)
            var below = TodoChanges(title: "Part")
            below.placement = .below(todo.id)
            try await dav.store.add(below)
            #expect(try await dav.sync("", list: list.id.rawValue).parts.count == 2)
            // The subtask goes with its parent.
            try await dav.store.perform(.move(.last(in: .inbox)), on: [todo.id])
            #expect(try await dav.sync("", list: list.id.rawValue).parts.count == 0)
            #expect(try await dav.sync("").parts.count == 2)
        }
    }
}
