import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("Saved views")
struct SavedViewTests {
    private let now = RandomWorld.now

    private func parse(_ text: String) throws -> TodoFilter { try TodoFilter.parse(text, now: now, timeZone: .gmt) }

    private func view(_ text: String, _ names: FilterNames, name: String = "work", id: String = "v1") throws
        -> SavedView
    {
        try SavedView(id: .init(stored: id), name: name, filter: parse(text), names: names, createdAt: now)
    }

    private func filter(_ view: SavedView, _ present: PresentNames) throws -> TodoFilter {
        try view.filter(names: present, now: now, timeZone: .gmt)
    }

    @Test("a name is one word of letters and digits, with signs between them")
    func names() throws {
        for name in ["work", "today-work", "Büro_2.1", "a", "हिन्दी", "e\u{301}t"] {
            let checked = try SavedView.checkedName(name)
            #expect(try checked == name && SavedView.checkedName(" @" + name + " ") == checked)
            #expect(try parse("@" + checked).references.map(\.name) == [TodoFilter.Name(checked)])
        }
        let long = String(repeating: "é", count: 33)
        for name in ["", "@", "2do", "-a", "a-", "a.", "two words", "a/b", "a:b", "@@a", "a\"", "🛒", "a*", "a,b", long]
        {
            expectTodoError(.badViewName) { try SavedView.checkedName(name) }
        }
    }

    @Test("a view is no command where there is one, and what is not all letters never is")
    func commands() throws {
        func view(_ name: String) throws -> SavedView { try self.view("milk", FilterNames(), name: name) }
        #expect(try view("work").isUsableAsCommand(besides: ["list", "add"]))
        #expect(try !view("LIST").isUsableAsCommand(besides: ["list", "add"]))
        #expect(try !view("work").isNeverACommand && !view("Work").isNeverACommand)
        #expect(try view("today-work").isNeverACommand && view("büro").isNeverACommand && view("w2").isNeverACommand)
    }

    @Test("names follow when things are renamed, also when they take each other's names")
    func renames() throws {
        let places = [try Location.sample("p1", "Migros"), try .sample("p2", nil)]
        var names = FilterNames(
            tags: [.sample("t1", "home"), .sample("t2", "work")], lists: [.sample("l1", "Work")], places: places)
        names.add(todo: .init(stored: "abc123"), idBeginning: "abc")
        let view = try view(
            "tag:home/,work -list:work place:p2 near:Migros/2km,Migros in:abc due:..today tag:h* sort:due", names)
        #expect(
            view.text
                == "tag:home/,work -list:work place:p2 near:Migros/2km,Migros in:abc due:..today tag:h* sort:due")
        #expect(
            view.references == [
                "tag": ["home": "t1", "work": "t2"], "list": ["work": "l1"], "place": ["Migros": "p1", "p2": "p2"],
                "to-do": ["abc": "abc123"],
            ])
        let present = PresentNames(
            tags: [.sample("t1", "work"), .sample("t2", "home")], lists: [.sample("l1", "any")],
            places: [try .sample("p1", "Coop/5m"), places[1]])
        #expect(
            try filter(view, present).description == """
                tag:work/,home -list:"any" place:p2 near:Coop/5m/2km,Coop/5m/500m in:abc123 due:..today tag:h* sort:due
                """)
        // A record that no longer exists keeps its name.
        #expect(try filter(view, PresentNames()).description == view.text.replacing("in:abc", with: "in:abc123"))
        // A name that several records have is written as the id. A merged tag is written as the tag that it is in now.
        var twice = PresentNames(lists: [.sample("l1", "Home"), .sample("l2", "HOME")])
        twice.add(tag: .init(stored: "t1"), mergedInto: "house")
        #expect(try filter(view, twice).description.hasPrefix("tag:house/,work -list:l1 "))
    }

    @Test("what a name stood for when the view was saved is what it stands for")
    func bindings() throws {
        let twins = FilterNames(lists: [.sample("l1", "Work"), .sample("l2", "work")], places: [])
        #expect(try view("list:Work", twins).references.isEmpty)
        // A new tag with the old name is another tag.
        let view = try view("tag:home", FilterNames(tags: [.sample("t1", "home")]))
        let tags = [Tag.sample("t1", "house"), .sample("t2", "home")]
        let query = try filter(view, PresentNames(tags: tags)).query(
            now: now, timeZone: .gmt, names: FilterNames(tags: tags))
        #expect(query.predicate == .and([.condition(.tagged([.init(stored: "t1")]))]))
    }

    @Test("a filter with unknown names, or with a view in it, is not kept")
    func refusals() throws {
        expectTodoError(.notFound) { try view("tag:home", FilterNames()) }
        expectTodoError(.notFound) { try view("milk or -(place:Coop is:open)", FilterNames()) }
        expectTodoError(.badFilter) { try view("milk @other", FilterNames(views: ["other": TodoFilter()])) }
        expectTodoError(.badViewName) { try view("milk", FilterNames(), name: "a b") }
        #expect(try view("tag:h*", FilterNames()).references.isEmpty)
        var kept = try view("milk", FilterNames())
        expectTodoError(.notFound) { try kept.setFilter(parse("tag:x"), names: FilterNames()) }
        #expect(kept.text == "milk")
    }

    @Test("one that has become invalid fails by itself, and so does one of two with the same name")
    func failsAlone() throws {
        let broken = try #require(
            SavedView(
                id: .init(stored: "v2"), json: ["name": "later", "filter": ["text": "mood:happy"]], createdAt: now))
        let names = FilterNames(tags: [.sample("t1", "home")])
        let views = SavedViews([
            broken, try view("tag:home sort:due", names), try view("milk", names, name: "twin", id: "v3"),
            try view("tea", names, name: "TWIN", id: "v4"),
        ])
        var all = names
        views.add(to: &all, present: PresentNames(tags: [.sample("t1", "home")]), now: now, timeZone: .gmt)
        func query(_ text: String) throws -> Query<Todo> {
            try parse(text).query(now: now, timeZone: .gmt, names: all)
        }
        #expect(try query("@Work").order == [SortTerm(.due)])
        #expect(try query("milk").predicate == .and([.condition(.matching(["milk"]))]))
        expectTodoError(.badFilter) { try query("@later") }
        expectTodoError(.ambiguous) { try query("@twin") }
        expectTodoError(.notFound) { try query("@wrok") }
        let error = #expect(throws: TodoError.self) { try query("-@later") }
        #expect(error?.reason.hasPrefix("The view “later” is not valid: There is no field “mood”") == true)
        #expect((error?.underlying as? TodoFilter.Problem)?.offset == 1)

        #expect(try views.find("@WORK").id.rawValue == "v1")
        #expect(views.all.map(\.name) == ["later", "twin", "TWIN", "work"])
        expectTodoError(.notFound) { try views.find("wrok") }
        let twins = #expect(throws: TodoError.self) { try views.find("twin") }
        #expect(twins?.code == .ambiguous && twins?.candidates?.items.map(\.id) == ["v3", "v4"])
    }

    @Test("its JSON reads as the same view, and what is not known is left out or kept")
    func json() throws {
        var view = try view("tag:home due:..today", FilterNames(tags: [.sample("t1", "home")]))
        view.columns = ["due", "title", "of-a-later-version"]
        view.grouping = "list"
        #expect(
            view.json == [
                "name": "work",
                "filter": ["text": "tag:home due:..today", "references": ["tag": ["home": "t1"]]],
                "columns": ["due", "title", "of-a-later-version"], "grouping": "list",
            ])
        #expect(SavedView(id: view.id, json: view.json, createdAt: now) == view)
        #expect(view.knownColumns == [.due, .title] && view.knownGrouping == .list)
        let odd = SavedView(
            id: view.id,
            json: [
                "name": "a b",
                "filter": ["text": "milk", "references": ["tag": ["x": 1, "y": ""], "mood": ["z": "1"]]],
                "columns": [1, "id"], "grouping": 7, "more": true,
            ], createdAt: now)
        #expect(odd?.references == [:] && odd?.columns == ["id"] && odd?.grouping == nil && odd?.name == "a b")
        let bad: [JSONValue] = [
            .null, [:], ["name": "a"], ["name": "", "filter": ["text": ""]], ["name": "a", "filter": "x"],
        ]
        for json in bad { #expect(SavedView(id: view.id, json: json, createdAt: now) == nil) }
    }

    @Test("columns are known, each once")
    func columns() throws {
        #expect(try TodoColumn.list("id, Due,title") == [.id, .due, .title])
        for text in ["", "id,", "id,id", "titel"] { expectTodoError(.usage) { try TodoColumn.list(text) } }
    }

    @Test("any JSON is a view or none, and one that is none in this version fails with a reason")
    func hostile() throws {
        let view = try view(
            "tag:home/ near:Coop/2km due:..today",
            FilterNames(
                tags: [.sample("t1", "home")], places: [try .sample("p1", "Coop")]))
        let text = view.json.canonicalJSON
        let present = PresentNames(tags: [.sample("t1", "house")])
        fuzz("views of any JSON", rounds: 400) { generator, seed in
            let parts = SeededGenerator.jsonParts + ["tag:", "@x", "(", "references", "filter"]
            let bytes = generator.mutated(text.utf8, parts: parts)
            guard let json = try? JSONReader.read(bytes, { try $0.value() }),
                let view = SavedView(id: .init(stored: "v"), json: json, createdAt: now)
            else { return }
            #expect(SavedView(id: view.id, json: view.json, createdAt: now) == view, "seed \(seed)")
            do { _ = try filter(view, present) } catch {
                #expect((error as? TodoError)?.code == .badFilter, "seed \(seed): \(error)")
            }
        }
    }

    @Test("after any renaming a view finds what it found before")
    func random() throws {
        let texts = [
            "home", "any", "none", "a..b", "x,y", "qu\"ote", "st*r", "Été *", "-x", "@y", "two words", "or",
            "back\\slash",
            "is:open", "(p)", "5m", "12:30", "Straße", "🛒", "inbox!", "a/b", "a/5m",
        ]
        try fuzz("renamed views", rounds: 400) { generator, seed in
            func named(_ titles: [String]) throws -> (tags: [Tag], lists: [TodoList], places: [Location]) {
                (
                    // A tag whose title ends with a slash cannot be told from the tags below another one.
                    titles.prefix(6).enumerated().map { .sample("t\($0)", $1.hasSuffix("/") ? $1 + "x" : $1) },
                    titles.dropFirst(6).prefix(6).enumerated().map { .sample("l\($0)", $1.replacing("/", with: "_")) },
                    try titles.dropFirst(12).prefix(6).enumerated().map {
                        try .sample("p\($0)", $1, latitude: Double($0) * 10)
                    }
                )
            }
            let old = try named(texts.shuffled(using: &generator))
            // Among them names that others had, and names that no filter can hold.
            let new = try named((texts + ["47,8", "400,8", "Home/", "c/5m/"]).shuffled(using: &generator))
            func names(_ world: (tags: [Tag], lists: [TodoList], places: [Location])) -> FilterNames {
                FilterNames(tags: world.tags, lists: world.lists, places: world.places)
            }
            let condition = generator.condition(naming: old.tags, old.lists, old.places)
            let view = try SavedView(
                id: .init(stored: "v"), name: "v", filter: TodoFilter(condition), names: names(old), createdAt: now)
            let restored = try #require(SavedView(id: view.id, json: view.json, createdAt: now))
            #expect(restored == view, "seed \(seed)")
            let present = PresentNames(tags: new.tags, lists: new.lists, places: new.places)
            let renamed = try filter(restored, present)
            let printed = try parse(renamed.description)
            #expect(printed == renamed, "seed \(seed): \(renamed)")
            let query = try TodoFilter(condition).query(now: now, timeZone: .gmt, names: names(old))
            let later = try printed.query(now: now, timeZone: .gmt, names: names(new))
            for index in 0..<10 {
                var todo = Todo.sample("x\(index)", tags: old.tags.filter { _ in generator.chance(0.4) })
                todo.list = generator.chance(0.7) ? generator.pick(old.lists) : nil
                todo.location = generator.chance(0.7) ? generator.pick(old.places) : nil
                #expect(
                    query.predicate.isMet(by: todo) == later.predicate.isMet(by: todo),
                    "seed \(seed): \(view.text) became \(renamed)")
            }
        }
    }
}

extension SeededGenerator {
    /// A condition on some of these, by their names.
    fileprivate mutating func condition(
        naming tags: [Tag], _ lists: [TodoList], _ places: [Location], depth: Int = 2
    ) -> TodoFilter.Condition {
        if depth > 0, chance(0.6) {
            let parts = (0..<2).map { _ in condition(naming: tags, lists, places, depth: depth - 1) }
            return pick([.and(parts), .or(parts), .not(parts[0])])
        }
        func field(_ field: TodoFilter.Field, _ name: String?) -> TodoFilter.Condition {
            .field(field, [TodoFilter.Operand(.name(TodoFilter.Name(name ?? "")))])
        }
        return pick([
            field(.tag, pick(tags).title), field(.list, pick(lists).path), field(.place, pick(places).placeName),
            field(.near, pick(places).placeName.map { $0 + pick(["/5m", "/100km"]) }),
        ])
    }
}
