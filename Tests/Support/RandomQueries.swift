import JSON
package import TodoDomain

extension RandomWorld {
    /// A query for to-dos: conditions of every kind, nested in every way, in any order, with any window but a cursor.
    package func todoQuery(ids: [String], using generator: inout SeededGenerator) -> Query<Todo> {
        var query: Query<Todo> = generator.query(generator.predicate(depth: 3) { condition(ids: ids, using: &$0) })
        if generator.chance(0.2) {
            let term = SortTerm<Todo>(.extra(generator.pick(Self.extraNames)), descending: generator.chance(0.5))
            query.order.insert(term, at: Int.random(in: 0...query.order.count, using: &generator))
        }
        return query
    }

    private func condition(ids: [String], using generator: inout SeededGenerator) -> Todo.Condition {
        switch Int.random(in: 0...29, using: &generator) {
        case 0: return .isDone(generator.chance(0.5))
        case 1: return .ids((0..<5).map { _ in Todo.ID(stored: generator.pick(ids + ["nobody"])) })
        case 2: return .tagged(generator.some(of: tags.map(\.id)))
        case 3: return .untagged
        case 4: return .located(generator.some(of: locations.map(\.id)))
        case 5:
            return .near(
                generator.pick(locations).coordinate, within: generator.pick([0, 1000, 2_000_000, 20_100_000]))
        case 6: return .hasDue(generator.chance(0.5))
        case 7: return .due(window(using: &generator))
        case 8: return .priority(generator.some(of: Priority.allCases + [nil]))
        case 9:
            return .time(
                generator.pick([.created, .updated, .completed]),
                from: generator.chance(0.6) ? generator.moment() : nil,
                until: generator.chance(0.6) ? generator.moment() : nil)
        case 10: return .hasStart(generator.chance(0.5))
        case 11:
            return .start(
                generator.chance(0.5)
                    ? window(using: &generator) : .after(generator.moment(), in: generator.pick(Self.zones)))
        case 12: return .isStarted(generator.chance(0.5))
        case 13: return .isBlocked(generator.chance(0.5))
        case 14: return .isReady(waiting: .after(generator.moment(), in: generator.pick(Self.zones)))
        case 17: return .isSkipped(generator.chance(0.5))
        case 16: return .hasReminder(generator.chance(0.5))
        case 18, 19: return .title(textTest(using: &generator))
        case 20...22: return .extra(generator.pick(Self.extraNames + ["none"]), extraTest(using: &generator))
        case 24:
            return .estimate(from: generator.pick(Self.estimates), through: generator.pick(Self.estimates))
        case 29: return .shared(in: generator.chance(0.5) ? nil : [.init(stored: "s")])
        case 28: return .assigned(generator.some(of: Self.assignees))
        case 25: return .changedBy(generator.pick(["", "claude", "Cur", "nobody"]))
        case 26: return .tagTitled(generator.pick(tags.map(\.title) + ["nothing"]).uppercased())
        case 27: return .matching([SearchText.folded(generator.words(2...2))])
        case 15: return .dependent(on: Todo.ID(stored: generator.pick(ids + ["nobody"])))
        default:
            let text = generator.chance(0.7) ? generator.words(1...3) : generator.hostileText(upTo: 3)
            return .matching(SearchText.words(of: text))
        }
    }

    private func textTest(using generator: inout SeededGenerator) -> TextTest {
        let text = generator.chance(0.7) ? generator.words(0...2) : generator.hostileText(upTo: 3)
        return switch Int.random(in: 0...2, using: &generator) {
        case 0: .equals(text)
        case 1: .hasPrefix(String(text.prefix(Int.random(in: 0...4, using: &generator))))
        default: .contains(String(text.dropFirst(Int.random(in: 0...2, using: &generator))))
        }
    }

    private func extraTest(using generator: inout SeededGenerator) -> ExtraTest {
        switch Int.random(in: 0...2, using: &generator) {
        case 0: return .exists(generator.chance(0.5))
        case 1: return .equals(generator.pick(Self.extraValues + [.null, "none"]))
        default:
            let ends: [SortValue?] = [
                nil, nil, .integer(-1), .integer(2), .integer(1 << 53 + 1), .real(1.5), .real(1e300), .text(""),
                .text("b"), .text("é"), .text("["),
            ]
            return .range(from: generator.pick(ends), until: generator.pick(ends))
        }
    }

    private func window(using generator: inout SeededGenerator) -> DueWindow {
        let zone = generator.pick(Self.zones)
        switch Int.random(in: 0...3, using: &generator) {
        case 0: return .on(generator.day(), in: zone)
        case 1: return .before(generator.moment(), in: zone)
        case 2: return DueWindow(from: generator.day(), until: nil, in: zone)
        default:
            var window = DueWindow(from: nil, until: nil, in: zone)
            if generator.chance(0.5) { window.firstDay = generator.day() }
            if generator.chance(0.5) { window.endDay = generator.day() }
            if generator.chance(0.5) { window.start = generator.moment() }
            if generator.chance(0.5) { window.end = generator.moment() }
            return window
        }
    }

    /// A query for tags.
    package func tagQuery(using generator: inout SeededGenerator) -> Query<Tag> {
        let predicate: TodoDomain.Query<Tag>.Predicate = generator.predicate(depth: 2) { generator in
            switch Int.random(in: 0...2, using: &generator) {
            case 0: .ids(generator.some(of: tags.map(\.id)))
            case 1: .titled(generator.pick(tags).title.uppercased())
            default: .matching(SearchText.words(of: generator.words(1...2)))
            }
        }
        return generator.query(predicate)
    }

    /// A query for places.
    package func locationQuery(using generator: inout SeededGenerator) -> Query<Location> {
        let predicate: TodoDomain.Query<Location>.Predicate = generator.predicate(depth: 2) { generator in
            switch Int.random(in: 0...3, using: &generator) {
            case 0: .ids(generator.some(of: locations.map(\.id)))
            case 1: .named(generator.pick(locations).placeName?.uppercased() ?? "Migros")
            case 2: .near(generator.pick(locations).coordinate, within: generator.pick([0, 5_000, 4_000_000]))
            default: .matching(SearchText.words(of: generator.words(1...2)))
            }
        }
        return generator.query(predicate)
    }
}

extension SeededGenerator {
    /// Some of the elements, possibly none.
    package mutating func some<Element>(of elements: [Element]) -> [Element] { elements.filter { _ in chance(0.4) } }

    /// Conditions joined by and, or and not.
    package mutating func predicate<Model: Queryable>(
        depth: Int, _ condition: (inout SeededGenerator) -> Model.Condition
    ) -> TodoDomain.Query<Model>.Predicate {
        guard depth > 0, chance(0.7) else { return .condition(condition(&self)) }
        switch Int.random(in: 0...2, using: &self) {
        case 0:
            return .and((0..<Int.random(in: 0...2, using: &self)).map { _ in predicate(depth: depth - 1, condition) })
        case 1:
            return .or((0..<Int.random(in: 0...3, using: &self)).map { _ in predicate(depth: depth - 1, condition) })
        default: return .not(predicate(depth: depth - 1, condition))
        }
    }

    /// A query with any order and total, for everything or for a page.
    package mutating func query<Model: Queryable>(_ predicate: TodoDomain.Query<Model>.Predicate) -> Query<Model> {
        let keys = Array(Model.SortKey.allCases)
        let order = (0..<Int.random(in: 0...3, using: &self)).map { _ in
            SortTerm<Model>(pick(keys), descending: chance(0.5))
        }
        return Query(
            predicate: predicate, order: order, isReversed: chance(0.3),
            window: chance(0.5)
                ? .everything : .page(Int.random(in: 0...3, using: &self), size: Int.random(in: 1...9, using: &self)),
            countsTotal: chance(0.5))
    }
}
