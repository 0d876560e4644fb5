import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("What filters mean")
struct FilterQueryTests {
    private let now = RandomWorld.now

    @Test("a filter's query finds what the filter says, with two values for every condition")
    func meaning() throws {
        let zones = try ["Europe/Zurich", "Asia/Kolkata", "America/New_York"].map(zone)
        try fuzz("filters as queries", rounds: 500) { generator, seed in
            let world = try RandomWorld(using: &generator)
            let zone = generator.pick(zones)
            let filter = generator.filter(of: world)
            let names = FilterWorld.names(world)
            let query = try filter.query(now: now, timeZone: zone, names: names)
            #expect(query.order == filter.order, "seed \(seed)")
            let oracle = FilterOracle(now: now, zone: zone, world: world)
            let negation = try TodoFilter(filter.condition.map { .not($0) } ?? .or([])).query(
                now: now, timeZone: zone, names: names)
            for index in 0..<12 {
                var todo = world.todo("t\(index)", using: &generator)
                generator.place(&todo)
                let expected = oracle.matches(filter, todo)
                #expect(query.predicate.isMet(by: todo) == expected, "seed \(seed): \(filter)")
                #expect(negation.predicate.isMet(by: todo) != expected, "seed \(seed): \(filter)")
            }
        }
    }

    private func predicate(_ text: String, _ names: FilterNames = FilterNames()) throws -> Query<Todo>.Predicate {
        try todoFilter(text).query(now: moment(saturday), timeZone: zone(zurich), names: names).predicate
    }

    @Test("conditions come as indexes serve them: in one list, with one search, one set of tags, and no needless not")
    func shape() throws {
        let names = FilterNames(tags: [.sample("h", "home"), .sample("k", "home/kitchen"), .sample("s", "shop")])
        #expect(try predicate("") == .and([]))
        #expect(try predicate("is:open") == .and([.condition(.isDone(false))]))
        #expect(try predicate("-is:done -has:due") == .and([.condition(.isDone(false)), .condition(.hasDue(false))]))
        #expect(
            try predicate("milk (is:open oat) Milk")
                == .and([.condition(.matching(["milk", "oat"])), .condition(.isDone(false))]))
        #expect(
            try predicate("tag:shop or tag:home/,shop", names)
                == .and([.condition(.tagged([.init(stored: "s"), .init(stored: "h"), .init(stored: "k")]))]))
        #expect(try predicate("priority:high,none") == .and([.condition(.priority([.high, nil]))]))
        #expect(try predicate("-(-tag:none)") == .and([.condition(.untagged)]))
        #expect(try predicate("tag:x*", names) == .and([.condition(.tagged([]))]))
    }

    @Test("open ones are meant, unless the filter or a view in it says which")
    func byDefault() throws {
        let (now, zone) = (try moment(saturday), try zone(zurich))
        let names = FilterNames(views: [
            "Past": try todoFilter("completed:week sort:-completed"), "plain": try todoFilter("milk"),
        ])
        func isAdded(_ text: String) throws -> Bool {
            let query = try todoFilter(text).query(now: now, timeZone: zone, names: names, byDefault: .isDone(false))
            guard case .and(let parts) = query.predicate.kind else { return false }
            return parts.last == .condition(.isDone(false))
        }
        for text in ["", "milk", "is:overdue or a", "due:today", "@plain"] { #expect(try isAdded(text), "\(text)") }
        for text in ["is:done", "is:open or is:done", "is:done a or -(is:overdue,open b)", "completed:any", "-@past"] {
            #expect(try !isAdded(text), "\(text)")
        }
        let query = try todoFilter("@PAST @plain").query(now: now, timeZone: zone, names: names)
        #expect(query.order == [SortTerm(.completed, descending: true)])
        #expect(
            try todoFilter("@past sort:due").query(now: now, timeZone: zone, names: names).order == [SortTerm(.due)])
    }

    @Test("a range of times includes both ends, a day and a period all of their moments")
    func times() throws {
        for (text, from, until) in [
            ("completed:\"yesterday 9am\"..9am", "2026-11-20T08:00:00.000Z", "2026-11-21T08:00:00.001Z"),
            ("completed:friday", "2026-11-19T23:00:00.000Z", "2026-11-20T23:00:00.000Z"),
            ("completed:\"last quarter\"", "2026-06-30T22:00:00.000Z", "2026-09-30T22:00:00.000Z"),
            ("completed:\"2 hours ago\"..", "2026-11-21T07:30:00.000Z", nil),
            ("completed:\"on weekend\"", "2026-11-20T23:00:00.000Z", "2026-11-22T23:00:00.000Z"),
            ("completed:\"last weekend\"", "2026-11-13T23:00:00.000Z", "2026-11-15T23:00:00.000Z"),
            ("completed:..yesterday", nil, "2026-11-20T23:00:00.000Z"),
            ("completed:\"last week\"..", "2026-11-08T23:00:00.000Z", nil),
            ("completed:..\"last week\"", nil, "2026-11-15T23:00:00.000Z"),
            ("completed:..2026-10", nil, "2026-10-31T23:00:00.000Z"),
            ("completed:october..weekend", "2026-09-30T22:00:00.000Z", "2026-11-22T23:00:00.000Z"),
            ("completed:week..", "2026-11-14T23:00:00.000Z", nil),
            ("completed:yesterday..tomorrow", "2026-11-19T23:00:00.000Z", "2026-11-22T23:00:00.000Z"),
            // It has been by the evening.
            ("completed:18:00..", "2026-11-21T17:00:00.000Z", nil),
            ("completed:december", "2025-11-30T23:00:00.000Z", "2025-12-31T23:00:00.000Z"),
            ("completed:nov", "2026-10-31T23:00:00.000Z", "2026-11-30T23:00:00.000Z"),
            ("completed:2026-10", "2026-09-30T22:00:00.000Z", "2026-10-31T23:00:00.000Z"),
        ] as [(String, String?, String?)] {
            guard case .and(let parts) = try predicate(text).kind,
                case .condition(.time(.completed, let start, let end)) = parts[0].kind
            else {
                Issue.record("\(text)")
                continue
            }
            #expect(start?.rfc3339 == from && end?.rfc3339 == until, "\(text)")
        }
    }

    @Test("a weekend that has been is the one before, on every day of the week", arguments: 16...22)
    func weekends(day: Int) throws {
        let (now, zone) = (try moment("2026-11-\(day)T12:00:00Z"), TimeZone.gmt)
        let filter = try TodoFilter.parse("completed:\"on weekend\"", now: now, timeZone: zone)
        let predicate = try filter.query(now: now, timeZone: zone, names: FilterNames()).predicate
        let saturday = try moment(day < 21 ? "2026-11-14T00:00:00Z" : "2026-11-21T00:00:00Z")
        #expect(predicate == .and([.condition(.time(.completed, from: saturday, until: saturday + 2 * 86_400))]))
    }

    @Test("names fold as those of the store do, and several things may have one")
    func names() throws {
        let places = [
            try Location.sample("p1", "Migros"), try .sample("p2", "MIGROS", latitude: 46),
            try .sample("q3", "Zürich HB"),
        ]
        var names = FilterNames(tags: [.sample("t1", "Straße  A"), .sample("t2", "été")], places: places)
        names.add(tag: .init(stored: "t1"), named: "rue")
        names.add(tag: .init(stored: "t1"), named: "ÉTÉ")
        #expect(try predicate("tag:\"STRAßE a\"", names) == .and([.condition(.tagged([.init(stored: "t1")]))]))
        #expect(try predicate("tag:Rue", names) == .and([.condition(.tagged([.init(stored: "t1")]))]))
        #expect(try predicate("tag:ÉTÉ", names) == .and([.condition(.tagged([.init(stored: "t2")]))]))
        #expect(
            try predicate("place:migros", names)
                == .and([.condition(.located([.init(stored: "p1"), .init(stored: "p2")]))]))
        #expect(try predicate("place:zurich*", names) == .and([.condition(.located([.init(stored: "q3")]))]))
        #expect(try predicate("place:q", names) == .and([.condition(.located([.init(stored: "q3")]))]))
        #expect(
            try predicate("near:Migros/1km", names)
                == .and([.or([2, 1].map { .condition(.near(places[$0 - 1].coordinate, within: 1000)) })]))
        let point = try Coordinate(latitude: -33.8, longitude: 151.2)
        #expect(try predicate("near:\"-33.8, 151.2\"") == .and([.condition(.near(point, within: 500))]))
    }

    @Test("a name that nothing has is not found, at its place, with the nearest one")
    func unknownNames() throws {
        let names = FilterNames(
            tags: [.sample("h", "Home"), .sample("u", "ete")],
            places: [try .sample("p1", "Migros"), try .sample("p2", "Coop")],
            views: ["work": TodoFilter()])
        for (text, part, suggestion) in [
            ("milk tag:Hoem", "Hoem", "Home"), ("tag:été", "été", "ete"), ("🛒 tag:home,x/", "x/", nil),
            ("place:p", "p", nil),
            ("near:Mirgos/1km", "Mirgos/1km", "Migros"), ("-@wrok", "@wrok", "work"),
            ("tag:\"*\\*\",\"a\\*\"", "\"a\\*\"", nil),
        ] as [(String, String, String?)] {
            let (error, found) = try filterRefusal(text) { try predicate(text, names) }
            #expect(error.code == .notFound && found == part, "\(error.message)")
            #expect((error.underlying as? TodoFilter.Problem)?.suggestion == suggestion)
        }
    }

    @Test(
        "lists are named by their paths, to-dos by how their ids begin, and what has neither is in the inbox or a root")
    func listsAndParts() throws {
        var names = FilterNames(lists: FilterWorld.lists)
        names.add(todo: .init(stored: "a1111"), idBeginning: "A1")
        func listed(_ ids: String...) -> Query<Todo>.Predicate {
            .and([.condition(.listed(ids.map { .init(stored: $0) }))])
        }
        #expect(try predicate("list:\" WORK / reports\"", names) == listed("Work-Reports"))
        #expect(try predicate("list:work/", names) == listed("Work", "Work-Reports", "Work-Été *"))
        #expect(try predicate("list:\"inbox/a..b\",Home/Work", names) == listed("inbox-a..b", "Home-Work"))
        #expect(try predicate("list:Inbox", names) == .and([.condition(.unlisted)]))
        #expect(try predicate("in:a1", names) == .and([.condition(.descendant(of: .init(stored: "a1111")))]))
        #expect(
            try predicate("in:none -is:started", names) == .and([.condition(.root), .condition(.isStarted(false))]))
        let (error, part) = try filterRefusal("in:b2") { try predicate("in:b2", names) }
        #expect(error.code == .notFound && part == "b2")
        #expect(try todoFilter("list:Work,none in:A1").references.map(\.field) == [.list, .in])
    }

    @Test("a view that has become invalid, holds a view, or is too much fails by itself")
    func views() throws {
        let many = try todoFilter((0..<200).map { "w\($0)" }.joined(separator: " or "))
        let names = FilterNames(views: [
            "good": try todoFilter("is:done milk"), "gone": try todoFilter("tag:gone"), "ring": try todoFilter("@ring"),
            "many": many,
        ])
        #expect(
            try predicate("oat @good", names)
                == .and([.condition(.matching(["oat", "milk"])), .condition(.isDone(true))]))
        for (text, part, code) in [
            ("milk @gone", "@gone", .notFound), ("@ring or a", "@ring", .badFilter),
            ("@good @many @many", "@many", .badFilter),
        ] as [(String, String, TodoError.Code)] {
            let (error, found) = try filterRefusal(text) { try predicate(text, names) }
            #expect(error.code == code && found == part && error.message.contains("view"), "\(error.message)")
        }
    }

    @Test("what a program puts into a field where it does not fit is refused")
    func misfits() throws {
        for (field, value) in [
            (.is, .word("blue")), (.is, .phrase("open")), (.tag, .phrase("x")), (.tag, .word("open")),
            (.due, .word("open")),
            (.due, .phrase("x")), (.due, .range(from: nil, through: nil)), (.due, .range(from: "", through: "today")),
            (.created, .name(.init("x"))), (.priority, .range(from: "high", through: "low")),
            (.priority, .phrase("high")),
            (.near, .phrase("x")), (.near, .name(.init(parts: ["", "/500m", "/x"]))), (.text, .word("x")),
        ] as [(TodoFilter.Field, TodoFilter.Value)] {
            let filter = TodoFilter(.field(field, [.init(value)]))
            if value == .name(.init(parts: ["", "/500m", "/x"])) {
                // A pattern without any match is no error.
                #expect(try filter.query(now: now, timeZone: .gmt, names: FilterNames()).predicate == .and([.or([])]))
                continue
            }
            let code = code { try filter.query(now: now, timeZone: .gmt, names: FilterNames()) }
            #expect(code == .badFilter, "\(field.name) \(value)")
        }
    }

    @Test("a pattern that must go back and forth is matched without going over it again and again")
    func patterns() throws {
        let title = String(repeating: "ab", count: 128)
        let names = FilterNames(tags: [.sample("t", title)])
        let hit = String(repeating: "*a*b", count: 60) + "*"
        #expect(try predicate("tag:\(hit)", names) == .and([.condition(.tagged([.init(stored: "t")]))]))
        #expect(try predicate("tag:\(hit)c", names) == .and([.condition(.tagged([]))]))
        #expect(try predicate("tag:\(title)*b", names) == .and([.condition(.tagged([]))]))
        #expect(try predicate("tag:*", names) == .and([.condition(.tagged([.init(stored: "t")]))]))
    }
}
