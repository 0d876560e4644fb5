import Testing
import TodoDomain

/// A query of one list, which is shown as its trees.
@Suite("The list of a query")
struct ListRootsTests {
    private let work = TodoList.ID(stored: "work")
    private let home = TodoList.ID(stored: "home")

    @Test("a list, or the inbox, that all to-dos are in is found beside other conditions")
    func found() {
        #expect(TreeRoots(listOf: Query<Todo>.all.listed([work])) == .inLists([work]))
        #expect(TreeRoots(listOf: Query<Todo>.all.open.listed([work]).matching("milk")) == .inLists([work]))
        #expect(TreeRoots(listOf: Query<Todo>.all.open.listed([work]).listed([work])) == .inLists([work]))
        #expect(TreeRoots(listOf: Query<Todo>.all.inbox.open) == .inInbox)
    }

    @Test("several lists, a list that only some are in, and none at all are no trees")
    func none() {
        for query: Query<Todo> in [
            .all, .all.open, .all.listed([work, home]), .all.listed([work]).listed([home]), .all.listed([work]).inbox,
            .all.filter(.not(.condition(.listed([work])))),
            .all.filter(.or([.condition(.listed([work])), .condition(.isDone(true))])),
        ] {
            #expect(TreeRoots(listOf: query) == nil)
        }
    }
}
