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
        // Who takes it back wants it to stay.
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
}
