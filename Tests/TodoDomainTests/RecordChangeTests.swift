import Foundation
import Testing
import TodoDomain

@Suite("Which changes a query is asked again for")
struct RecordChangeTests {
    private static let home = TodoDomain.Tag(id: .init(stored: "home"), title: "Home", createdAt: date(0))
    private static let shop = place("shop", "Shop")
    private static let milk = Todo(
        id: .init(stored: "milk"), title: "Milk", createdAt: date(0), tags: [home], location: shop)
    private static let all: Query<Todo> = .all

    private static func date(_ seconds: Int64) -> Date { Date(milliseconds: seconds * 1000) }

    private static func place(_ id: String, _ name: String) -> Location {
        let point = (try? Coordinate(latitude: 47, longitude: 8)) ?? (try? Coordinate(latitude: 0, longitude: 0))
        guard let point else { preconditionFailure("there is such a point") }
        return Location(id: .init(stored: id), coordinate: point, placeName: name, createdAt: date(0))
    }

    /// A condition, and what its outcome depends on: registers of the to-do itself, whether tags and places that appear
    /// or disappear matter, and registers of these.
    private struct Case {
        let condition: Todo.Condition
        let own: Set<String>
        var tag: Set<String> = []
        var place: Set<String> = []
        /// The tags or places whose existence matters; nil for all.
        var ids: [String]? = []
    }

    private static let cases: [Case] = [
        Case(condition: .ids([milk.id]), own: []), Case(condition: .isDone(true), own: ["completion"]),
        Case(condition: .time(.completed, from: nil, until: nil), own: ["completion"]),
        Case(condition: .hasDue(true), own: ["due"]),
        Case(condition: .due(DueWindow(from: nil, until: nil, in: .gmt)), own: ["due"]),
        Case(condition: .priority([nil]), own: ["priority"]),
        Case(condition: .tagged([home.id]), own: ["tags.home"], tag: ["here"], ids: ["home"]),
        Case(condition: .tagTitled("home"), own: ["tags.home"], tag: ["here", "title"], ids: nil),
        Case(condition: .untagged, own: ["tags.home"], tag: ["here"], ids: nil),
        Case(condition: .located([shop.id]), own: ["location"], place: ["here"], ids: ["shop"]),
        Case(condition: .near(shop.coordinate, within: 5), own: ["location"], place: ["here", "position"], ids: nil),
        Case(
            condition: .matching(["milk"]), own: ["title", "notes", "tags.home"], tag: ["here", "title"], ids: nil),
        Case(
            condition: .time(.created, from: nil, until: nil),
            own: ["title", "notes", "priority", "completion", "due", "location", "tags.home", "extras.x"]),
        Case(
            condition: .time(.updated, from: nil, until: nil),
            own: ["title", "notes", "priority", "completion", "due", "location", "tags.home", "extras.x"]),
    ]

    private static let registers = [
        "title", "notes", "priority", "completion", "due", "location", "tags.home", "extras.x",
    ]

    /// Whether a change of an existing record can change the count.
    private func mayChangeCount(_ condition: Todo.Condition, _ change: RecordChange) -> Bool {
        Self.all.filter(condition).isCountAffected(by: change, of: .todo, now: nil)
    }

    @Test("a condition rests on its own registers, and on no other", arguments: cases.indices)
    func own(index: Int) {
        let this = Self.cases[index]
        for register in Self.registers {
            let change = RecordChange(RecordKey(.todo, "other"), registers: [register])
            #expect(mayChangeCount(this.condition, change) == this.own.contains(register), "\(register)")
        }
        #expect(mayChangeCount(this.condition, RecordChange(RecordKey(.todo, "other"), comesOrGoes: true)))
    }

    @Test("tags and places matter to the conditions that ask for them", arguments: cases.indices)
    func related(index: Int) {
        let this = Self.cases[index]
        for (kind, rests) in [(RecordKind.tag, this.tag), (.location, this.place)] {
            for id in ["home", "shop", "else"] {
                let isAsked = rests.contains("here") && (this.ids?.contains(id) ?? true)
                let comes = RecordChange(RecordKey(kind, id), comesOrGoes: true)
                #expect(mayChangeCount(this.condition, comes) == isAsked, "\(kind) \(id)")
                for register in ["title", "color", "position", "placeName"] {
                    let change = RecordChange(RecordKey(kind, id), registers: [register])
                    #expect(mayChangeCount(this.condition, change) == rests.contains(register), "\(kind) \(register)")
                }
            }
        }
        // No other record refers to a new one, unless to-dos had been waiting for it.
        var made = RecordChange(RecordKey(.tag, "home"), isNew: true, comesOrGoes: true)
        #expect(!mayChangeCount(this.condition, made))
        made.isHeldByOthers = true
        #expect(mayChangeCount(this.condition, made) == this.tag.contains("here"))
    }

    @Test("parts of a predicate count each, whatever joins them")
    func predicates() {
        let due = RecordChange(RecordKey(.todo, "other"), registers: ["due"])
        let title = RecordChange(RecordKey(.todo, "other"), registers: ["title"])
        let either = Self.all.any(of: [Self.all.filter(.isDone(true)), Self.all.filter(.hasDue(true))])
        let without = Self.all.excluding(Self.all.filter(.hasDue(true)))
        for query in [either, without, Self.all.filter(.isDone(true)).filter(.hasDue(false))] {
            #expect(query.isCountAffected(by: due, of: .todo, now: nil))
            #expect(!query.isCountAffected(by: title, of: .todo, now: nil))
        }
        #expect(!Self.all.isCountAffected(by: title, of: .todo, now: nil))
    }

    @Test("the count of what is new depends on whether it is asked for")
    func newCount() {
        let made = RecordChange(RecordKey(Self.milk.id), registers: ["title"], isNew: true, comesOrGoes: true)
        #expect(Self.all.filter(.isDone(false)).isCountAffected(by: made, of: .todo, now: Self.milk))
        #expect(!Self.all.filter(.isDone(true)).isCountAffected(by: made, of: .todo, now: Self.milk))
        #expect(!Self.all.isCountAffected(by: made, of: .todo, now: nil))
    }

    @Test("a page is asked again where it shows the record, where it will, and where it may have been on another page")
    func pages() {
        let empty = Page<Todo>(items: [])
        let shown = Page(items: [Self.milk])
        let open = Self.all.filter(.isDone(false))
        let done = Self.all.filter(.isDone(true))
        func affected(_ query: Query<Todo>, _ change: RecordChange, _ model: Todo?, _ page: Page<Todo>) -> Bool {
            query.isAffected(by: change, of: .todo, now: model, showing: page)
        }
        let title = RecordChange(RecordKey(Self.milk.id), registers: ["title"])
        let completion = RecordChange(RecordKey(Self.milk.id), registers: ["completion"])
        // The query asks for it now, or has shown it before.
        #expect(affected(open, title, Self.milk, empty) && affected(done, title, nil, shown))
        #expect(affected(done, title, Self.milk, shown))
        // The query neither asks for it nor has shown it: all results were shown, and it was not among them.
        #expect(!affected(done, completion, Self.milk, empty) && !affected(done, completion, nil, empty))
        // It may have been on an earlier page, unless its change cannot affect the condition, or it is new.
        let page = done.page(1, size: 5)
        #expect(affected(page, completion, Self.milk, empty) && !affected(page, title, Self.milk, empty))
        let made = RecordChange(RecordKey(Self.milk.id), registers: ["completion"], isNew: true, comesOrGoes: true)
        #expect(!affected(page, made, Self.milk, empty))
        #expect(affected(page, RecordChange(RecordKey(Self.milk.id), comesOrGoes: true), nil, empty))

        // A tag or place of a shown to-do is part of the page.
        for key in [RecordKey(.tag, "home"), RecordKey(.location, "shop")] {
            #expect(affected(done, RecordChange(key, registers: ["color"]), nil, shown))
            #expect(!affected(done, RecordChange(key, registers: ["color"]), nil, empty))
            let held = RecordChange(key, isNew: true, comesOrGoes: true, isHeldByOthers: true)
            #expect(affected(done, held, nil, empty))
            #expect(!affected(done, RecordChange(key, isNew: true, comesOrGoes: true), nil, empty))
            #expect(!affected(done, RecordChange(key, registers: ["color"], isHeldByOthers: true), nil, empty))
        }
        #expect(!affected(done, RecordChange(RecordKey(.tag, "else"), registers: ["title"]), nil, shown))
    }

    @Test("queries of tags and of places rest on their names and positions")
    func names() {
        func rests(_ condition: TodoDomain.Tag.Condition, _ register: String) -> Bool {
            Query<TodoDomain.Tag>.all.filter(condition).isCountAffected(
                by: RecordChange(RecordKey(.tag, "t"), registers: [register]), of: .tag, now: nil)
        }
        func rests(_ condition: Location.Condition, _ register: String) -> Bool {
            Query<Location>.all.filter(condition).isCountAffected(
                by: RecordChange(RecordKey(.location, "l"), registers: [register]), of: .location, now: nil)
        }
        #expect(rests(TodoDomain.Tag.Condition.matching(["a"]), "title"))
        #expect(!rests(TodoDomain.Tag.Condition.matching(["a"]), "color"))
        #expect(!rests(TodoDomain.Tag.Condition.ids([Self.home.id]), "title"))
        #expect(rests(Location.Condition.matching(["a"]), "placeName"))
        #expect(!rests(Location.Condition.matching(["a"]), "position"))
        #expect(rests(Location.Condition.near(Self.shop.coordinate, within: 1), "position"))
        #expect(!rests(Location.Condition.near(Self.shop.coordinate, within: 1), "placeName"))
        #expect(!rests(Location.Condition.ids([Self.shop.id]), "placeName"))
    }
}
