import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

/// Exports of Taskwarrior that are imported again after something has happened there.
@Suite("What was deleted or has come to repeat in Taskwarrior")
struct TaskwarriorImportTests {
    private let test: TestStore

    init() throws {
        test = try TestStore(.serial)
        test.clock.now = try #require(Date(rfc3339: "2026-12-01T12:00:00Z"))
    }

    private func take(_ tasks: String..., isTrial: Bool = false) async throws -> ImportReport {
        let (text, now) = ("[\(tasks.joined(separator: ","))]", test.clock.now)
        let report = try await test.store.importItems(isTrial: isTrial) {
            TaskwarriorFormat().makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
        }
        #expect(try test.stack.inconsistency() == nil)
        return report
    }

    private func milk(_ status: String, _ modified: String) -> String {
        #"{"uuid":"a00093ae-c1cf-4b76-855b-dc4933cc2880","description":"Milk","status":"\#(status)","#
            + #""entry":"20261120T100000Z","modified":"\#(modified)T100000Z"}"#
    }

    private func todos() async throws -> [Todo] { try await test.store.todos.fetch(.all, source: .local).items }

    @Test(
        "a task that was imported and is deleted there then is deleted here, and the undo of the import takes it back")
    func deleted() async throws {
        #expect(try await take(milk("pending", "20261120")).added == 1)
        let trial = try await take(milk("deleted", "20261125"), isTrial: true)
        #expect(trial.updated == 1)
        #expect(try await todos().count == 1)
        let report = try await take(milk("deleted", "20261125"))
        #expect(report == trial && report.skippedCount == 0)
        #expect(try await todos().isEmpty)
        let again = try await take(milk("deleted", "20261125"))
        #expect(again.updated == 0 && again.skippedCount == 1)
        _ = try await test.store.undo()
        #expect(try await todos().map(\.title) == ["Milk"])
        // Somebody who undoes the import's deletion wants the to-do to stay.
        #expect(try await take(milk("deleted", "20261125")).skippedCount == 1)
        #expect(try await todos().count == 1)
    }

    @Test("what was edited here after that stays, until it is deleted there later; what is not known is skipped")
    func edited() async throws {
        let unknown = try await take(milk("deleted", "20261125"))
        #expect(unknown.skipped.map(\.reason) == ["It is deleted in Taskwarrior."])
        #expect(unknown.skipped.map(\.position) == ["task 1"] && unknown.updated == 0)
        #expect(try await take(milk("pending", "20261120")).added == 1)
        let id = try #require(try await todos().first).id
        try await test.store.edit([id], TodoChanges(title: "Oat milk"))
        #expect(try await take(milk("deleted", "20261125")).skippedCount == 1)
        #expect(try await todos().map(\.title) == ["Oat milk"])
        test.clock.advance(by: 86_400)
        #expect(try await take(milk("deleted", "20261202")).updated == 1)
        #expect(try await todos().isEmpty)
    }

    @Test("tasks that came without what they were made of are its occurrences once that comes too")
    func parent() async throws {
        let uuid = "172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"
        func task(_ uuid: String, _ status: String, _ more: String) -> String {
            #"{"uuid":"\#(uuid)","description":"Rent","status":"\#(status)","entry":"20261020T100000Z","#
                + #""modified":"20261102T100000Z","recur":"monthly",\#(more)}"#
        }
        let children = [
            task(
                "6389bb81-0539-4eef-892f-90ccb2aac841", "completed",
                #""parent":"\#(uuid)","imask":0,"due":"20261101T000000Z","end":"20261102T100000Z""#),
            task(
                "6389bb81-0539-4eef-892f-90ccb2aac842", "pending",
                #""parent":"\#(uuid)","imask":1,"due":"20261201T000000Z""#),
        ]
        let parent = task(uuid, "recurring", #""due":"20261101T000000Z","mask":"+-""#)
        #expect(try await take(children[0], children[1]).added == 2)
        let report = try await take(children[0], children[1], parent)
        #expect(report.added == 2 && report.updated == 1)
        let all = try await todos()
        #expect(all.count == 2 && all.filter { $0.recurrence != nil }.map(\.due?.day) == [Day("2026-12-01")])
        #expect(all.filter { $0.recurrence == nil }.map { $0.occurrence?.key } == [Day("2026-11-01")])
        let again = try await take(parent, children[0], children[1])
        #expect(again.added + again.updated == 0)
        #expect(try await todos() == all)
    }

    // MARK: Pending tasks with something of their own

    private static let rentID = "172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"

    /// What is due on the first of each month from November on.
    private func rent(_ mask: String, _ modified: String = "20261102") -> String {
        task(Self.rentID, "recurring", modified, #""recur":"monthly","mask":"\#(mask)","due":"20261101T000000Z""#)
    }

    private func child(
        _ number: Int, _ status: String = "pending", _ modified: String = "20261101", due: String, _ more: String = ""
    ) -> String {
        task(
            "6389bb81-0539-4eef-892f-90ccb2aac84\(number)", status, modified,
            #""recur":"monthly","parent":"\#(Self.rentID)","imask":\#(number),"due":"\#(due)T000000Z"\#(more)"#)
    }

    private func task(_ uuid: String, _ status: String, _ modified: String, _ more: String) -> String {
        #"{"uuid":"\#(uuid)","description":"Rent","status":"\#(status)","entry":"20261101T100000Z","#
            + #""modified":"\#(modified)T100000Z",\#(more)}"#
    }

    /// A task that depends on a child.
    private func other(_ letter: String, on number: Int) -> String {
        #"{"uuid":"b0a61e7a-3f6b-4a30-add2-2dcad76e974\#(letter)","description":"\#(letter)","status":"pending","#
            + #""entry":"20261103T100000Z","modified":"20261103T100000Z","#
            + #""depends":["6389bb81-0539-4eef-892f-90ccb2aac84\#(number)"]}"#
    }

    private func named(_ title: String) async throws -> Todo {
        try #require(try await todos().first { $0.title == title && $0.recurrence == nil })
    }

    private func series() async throws -> Todo { try #require(try await todos().first { $0.recurrence != nil }) }

    @Test("a pending task with something of its own keeps it, beside its series, and is done when it is done there")
    func ownAndDone() async throws {
        let own = #","tags":["urgent"],"annotations":[{"entry":"20261102T100000Z","description":"Ask Ana"}]"#
        let others = [other("a", on: 0), other("b", on: 1)]
        func file(_ mask: String, _ status: String, _ modified: String, _ more: String = "") -> [String] {
            let edited = child(1, status, modified, due: "20261203", own + more)
            return [others[0], rent(mask, modified), child(0, due: "20261101"), edited, others[1]]
        }
        func take(_ tasks: [String]) async throws -> ImportReport {
            try await self.take(tasks[0], tasks[1], tasks[2], tasks[3], tasks[4])
        }
        let pending = file("--", "pending", "20261102")
        let report = try await take(pending)
        #expect(report.added == 4 && report.skippedCount == 1)
        let edited = try await named("Rent")
        #expect(!edited.isDone && edited.due?.day == Day("2026-12-03") && edited.tags.map(\.title) == ["urgent"])
        #expect(edited.comments.map(\.text) == ["Ask Ana"] && edited.occurrence?.key == Day("2026-12-01"))
        let series = try await series()
        #expect(series.due?.day == Day("2026-11-01") && series.tags.isEmpty && edited.series == series.id)
        let waiting = [try await named("a"), try await named("b")]
        #expect(waiting.map(\.dependsOn) == [[series.id], [edited.id]] && waiting.allSatisfy(\.isBlocked))

        let all = try await todos()
        let again = try await take(pending)
        #expect(again.added + again.updated == 0)
        #expect(try await todos() == all)

        let done = file("-+", "completed", "20261105", #","end":"20261105T100000Z""#)
        let later = try await take(done)
        #expect(later.added == 0 && later.updated == 2, "it and the mask")
        let paid = try await named("Rent")
        #expect(paid.id == edited.id && paid.isDone)
        #expect(try await self.series().due?.day == Day("2026-11-01"))
        #expect(try await named("a").isBlocked)
        #expect(try await named("b").isBlocked == false)
        let last = try await take(done)
        #expect(last.added + last.updated == 0)
        #expect(try await todos().count == all.count)
    }

    @Test("what is changed there in what repeats alone is changed here, and makes no to-dos of its pending tasks")
    func parentAlone() async throws {
        let children = [child(0, due: "20261101"), child(1, due: "20261201")]
        #expect(try await take(rent("--"), children[0], children[1]).added == 1)
        let urgent = task(
            Self.rentID, "recurring", "20261105",
            #""recur":"monthly","mask":"--","due":"20261101T000000Z","priority":"H""#)
        let report = try await take(urgent, children[0], children[1])
        #expect(report.added == 0 && report.updated == 1)
        #expect(try await series().priority == .high)
        #expect(try await todos().count == 1)
    }

    @Test("a pending task that is edited there after it was what its series shows takes its date out of that")
    func ownLater() async throws {
        #expect(try await take(rent("-"), child(0, due: "20261101")).added == 1)
        #expect(try await series().due?.day == Day("2026-11-01"))
        let edited = child(0, "pending", "20261102", due: "20261101", #","priority":"H""#)
        let report = try await take(edited, rent("-"))
        #expect(report.added == 1 && report.updated + report.skippedCount == 0)
        #expect(try await named("Rent").priority == .high)
        #expect(try await series().due?.day == Day("2026-12-01"))
        let again = try await take(rent("-"), edited)
        #expect(again.added + again.updated == 0)
        // The state is as if it was deleted there.
        let deleted = child(0, "deleted", "20261103", due: "20261101", #","priority":"H","end":"20261103T100000Z""#)
        #expect(try await take(rent("X", "20261103"), deleted).added == 0)
        let skipped = try await named("Rent")
        #expect(skipped.isSkipped && skipped.isDone)
    }
}
