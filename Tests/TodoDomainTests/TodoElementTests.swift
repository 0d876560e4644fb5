import Foundation
import Testing
import TodoDomain

/// The elements of a to-do's set: its tags and what it waits for.
@Suite("Elements of to-dos")
struct TodoElementTests {
    @Test("keys and register names are parsed as they are composed")
    func names() {
        #expect(TodoElement("t1") == .tag("t1") && TodoElement("after.t1") == .dependency("t1"))
        #expect(TodoElement.tag("t1").key == "t1" && TodoElement.dependency("t1").key == "after.t1")
        #expect(RegisterName("tags.t1") == .element("t1") && RegisterName.element("t1").text == "tags.t1")
        #expect(RegisterName("after.t1") == .element("after.t1"))
        #expect(RegisterName.element("after.t1").text == "after.t1")
        #expect(RegisterName("afternoon") == .register("afternoon"))
    }

    @Test("an update adds and removes only what differs, and a rebased edit keeps what others have changed")
    func updates() throws {
        var original = Todo(id: .init(stored: "a"), title: "a", createdAt: .init(timeIntervalSince1970: 0))
        original.dependsOn = ["b", "c"].map(Todo.ID.init(stored:))
        var edited = original
        edited.dependsOn = ["c", "d"].map(Todo.ID.init(stored:))
        let update = try Todo.Update(from: original, to: edited)
        #expect(update.dependencies == .init(add: [.init(stored: "d")], remove: [.init(stored: "b")]))
        #expect(!update.isEmpty)
        #expect(try Todo.Update(from: original, to: original).isEmpty)
        var current = original
        current.dependsOn = ["b", "e"].map(Todo.ID.init(stored:))
        #expect(edited.rebased(from: original, onto: current).dependsOn.map(\.rawValue) == ["d", "e"])
        edited.dependsOn = ["d", "c", "d"].map(Todo.ID.init(stored:))
        #expect(try edited.validated().dependsOn.map(\.rawValue) == ["c", "d"])
    }
}
