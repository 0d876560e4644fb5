import Foundation
import Testing
import TodoDomain
import TodoFormats

/// Taskwarrior 3 exports what is completed and deleted first, so children of what recurs come before their parent.
@Suite("The order of Taskwarrior's tasks")
struct TaskwarriorOrderTests {
    private static let parent = "172a4295-9382-4ec4-9cf7-6ee1f2cb4dc3"
    private static let child = "6389bb81-0539-4eef-892f-90ccb2aac84"

    private static func task(_ uuid: String, _ status: String, _ more: String) -> String {
        #"{"uuid":"\#(uuid)","description":"Rent","status":"\#(status)","modified":"20261102T080000Z",\#(more)}"#
    }

    private static func child(_ number: Int, _ status: String, due: String) -> String {
        task(
            "\(child)\(number)", status,
            #""parent":"\#(parent)","imask":\#(number),"due":"\#(due)T000000Z","recur":"monthly""#)
    }

    private static let tasks = [
        task(parent, "recurring", #""recur":"monthly","due":"20261001T000000Z","mask":"+X-""#),
        child(0, "completed", due: "20261001"), child(1, "deleted", due: "20261101"),
        child(2, "pending", due: "20261201"),
        #"{"uuid":"a00093ae-c1cf-4b76-855b-dc4933cc2880","description":"Milk","status":"pending"}"#,
    ]

    private func read(_ tasks: [String], _ context: ImportContext = context) throws -> [ImportItem] {
        try items(of: "[\(tasks.joined(separator: ",\n"))]".utf8, as: TaskwarriorFormat(), context)
    }

    @Test(
        "children settle their dates, and the pending one is passed over, wherever their parent is in the file",
        arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [1, 2, 0, 3, 4], [3, 1, 4, 2, 0]])
    func anyOrder(order: [Int]) throws {
        func sorted(_ items: [ImportItem]) -> [Todo] { items.todos.sorted { $0.id < $1.id } }
        let read = try read(order.map { Self.tasks[$0] })
        #expect(sorted(read) == (try sorted(self.read(Self.tasks))))
        let settled = read.todos.filter { $0.series != nil }
        #expect(Set(settled.map { $0.occurrence?.key }) == [Day("2026-10-01"), Day("2026-11-01")])
        #expect(settled.allSatisfy { $0.series?.rawValue == Self.parent })
        #expect(read.todos.filter { !$0.isDone }.map(\.title).sorted() == ["Milk", "Rent"])
        let pending = try #require(order.firstIndex(of: 3)) + 1
        #expect(read.skipped == ["task \(pending): What repeats shows its current date by itself."])
    }

    @Test(
        "a child whose parent is not in the file is a to-do of its own, the last one; what settles a date names that one"
    )
    func withoutParent() throws {
        let alone = try read([Self.tasks[1], Self.tasks[4], Self.tasks[3]])
        #expect(alone.todos.map(\.id.rawValue).dropFirst() == ["\(Self.child)0", "\(Self.child)2"])
        #expect(alone.todos.allSatisfy { $0.series == nil })
        let looseIDs = try read([Self.tasks[1], Self.tasks[0]]).compactMap { item in
            if case .todo(_, _, let loose) = item { loose?.rawValue } else { nil }
        }
        #expect(looseIDs == ["\(Self.child)0"])
    }

    @Test("a task that has waited is refused by its own number")
    func refused() throws {
        let text = #"[{"parent":"\#(Self.parent)"},{"description":"b"}]"#
        let message = #"Task 1: the field "description" is missing."#
        #expect(try refusal(of: text.utf8, as: TaskwarriorFormat()) == message)
        var lenient = context
        lenient.isSkippingBad = true
        let items = try items(of: text.utf8, as: TaskwarriorFormat(), lenient)
        #expect(items.todos.map(\.title) == ["b"])
        guard case .refused("task 1", nil, _) = items.last else {
            Issue.record("\(items)")
            return
        }
    }

    @Test("what is deleted there names the to-do that it was, and when that was; without a name it is skipped")
    func deleted() throws {
        let reason = "It is deleted in Taskwarrior."
        let read = try read([
            Self.task("\(Self.child)7", "deleted", #""todoid":"own","end":"20261101T080000Z""#),
            Self.task("\(Self.child)8", "deleted", #""end":"20261101T080000Z""#),
            #"{"description":"Milk","status":"deleted"}"#,
        ])
        let modified = try date("2026-11-02T08:00:00Z")
        #expect(
            read == [
                .deleted(.init(stored: "own"), modifiedAt: modified, position: "task 1", reason: reason),
                .deleted(.init(stored: "\(Self.child)8"), modifiedAt: modified, position: "task 2", reason: reason),
                .skipped(position: "task 3", reason: reason),
            ])
    }
}
