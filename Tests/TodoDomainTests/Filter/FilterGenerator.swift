import Foundation
import TestSupport
import TodoDomain

/// Lists and to-dos that filters name, beside those of a `RandomWorld`.
enum FilterWorld {
    /// Lists in lists: the last one of a path.
    static let lists = [
        ["Work"], ["Work", "Reports"], ["Work", "Été *"], ["inbox", "a..b"], ["any"], ["Home", "Work"],
    ].map(list)
    /// The beginnings of ids of to-dos that have parts, and the ids.
    static let wholes = ["a1": Todo.ID(stored: "a1111"), "b": Todo.ID(stored: "b2222"), "any": Todo.ID(stored: "any4")]

    /// The members of shared lists, one without a name.
    static let members = [
        Space.Member(id: "ann", name: "Ann", role: .owner, isMe: true),
        Space.Member(id: "bob", name: "Bob", role: .editor), Space.Member(id: "C:1", role: .viewer),
    ]

    /// Shared lists, of which one is only hers.
    static let spaces = [
        Space(id: .init(stored: "g"), name: "Groceries", role: .owner, members: members),
        Space(id: .init(stored: "t"), name: "Trip", role: .editor, members: [members[0]]),
    ]

    private static func list(_ path: [String]) -> TodoList {
        var list = TodoList.sample(path.joined(separator: "-"), path.last)
        list.ancestors = path.indices.dropLast().map { index in
            TodoList.Ancestor(
                id: .init(stored: path[...index].joined(separator: "-")), title: path[index], isArchived: false)
        }
        return list
    }

    /// The names of all that filters may name.
    static func names(_ world: RandomWorld) -> FilterNames {
        var names = FilterNames(tags: world.tags, lists: lists, places: world.locations)
        for (beginning, id) in wholes { names.add(todo: id, idBeginning: beginning) }
        names.add(spaces: spaces)
        return names
    }
}

extension SeededGenerator {
    /// Puts a to-do in a list and below others, or not.
    mutating func place(_ todo: inout Todo) {
        todo.list = chance(0.7) ? pick(FilterWorld.lists) : nil
        let wholes = FilterWorld.wholes.values.sorted().filter { _ in chance(0.4) }
        todo.isBlocked = !todo.isDone && chance(0.3)
        todo.space = chance(0.5) ? pick(FilterWorld.spaces).id : nil
        todo.changedBy = chance(0.4) ? pick(["Claude", "Cursor", "Copilot 2"]) : nil
        todo.ancestors = wholes.map { Todo.Ancestor(id: $0, title: "whole", isBlocked: chance(0.3)) }
    }

    /// A filter of any kind over the names of a world, with only names that exist, patterns aside.
    mutating func filter(of world: RandomWorld) -> TodoFilter {
        let order = Todo.SortKey.allCases.shuffled(using: &self).prefix(Int.random(in: 0...3, using: &self))
        return TodoFilter(
            chance(0.95) ? condition(depth: 4, of: world) : nil,
            order: order.map { SortTerm($0, descending: chance(0.5)) })
    }

    private mutating func condition(depth: Int, of world: RandomWorld) -> TodoFilter.Condition {
        guard depth > 0, chance(0.7) else { return leaf(of: world) }
        let parts = (0..<Int.random(in: 2...3, using: &self)).map { _ in condition(depth: depth - 1, of: world) }
        return pick([.and(parts), .or(parts), .not(parts[0])])
    }

    private mutating func leaf(of world: RandomWorld) -> TodoFilter.Condition {
        guard chance(0.8) else { return .text(searchedText()) }
        let field = pick(TodoFilter.Field.all)
        return .field(
            field,
            (0..<pick([1, 1, 2, 3])).map { _ in TodoFilter.Operand(value(of: field, world)) })
    }

    private mutating func searchedText() -> String {
        while true {
            let text = chance(0.7) ? words(1...2) : hostileText(upTo: 4)
            if !SearchText.words(of: text).isEmpty { return text }
        }
    }

    private mutating func value(of field: TodoFilter.Field, _ world: RandomWorld) -> TodoFilter.Value {
        switch field {
        case .is, .has: return .word(pick(field.words))
        case .tag: return chance(0.2) ? .word(pick(field.words)) : .name(name(pick(world.tags).title))
        case .list: return chance(0.3) ? .word(pick(field.words)) : .name(name(pick(FilterWorld.lists).path))
        case .in: return chance(0.3) ? .word(pick(field.words)) : .name(.init(pick(FilterWorld.wholes.keys.sorted())))
        case .place:
            return chance(0.2) ? .word(pick(field.words)) : .name(placeName(world))
        case .near:
            if chance(0.3) { return .name(.init("0,8.5/\(pick(["1000km", "0 m", "6000.5mi"]))")) }
            let place = placeName(world)
            return .name(
                .init(parts: place.parts.dropLast() + ["\(place.parts.last ?? "")/\(pick(["1km", "5000km"]))"]))
        case .priority:
            if chance(0.6) { return .word(pick(field.words)) }
            return pick([
                .range(from: "low", through: nil), .range(from: nil, through: "medium"),
                .range(from: "medium", through: "high"), .range(from: "low", through: "low"),
            ])
        case .estimate:
            if chance(0.3) { return .word(pick(field.words)) }
            return pick([
                .phrase("90"), .phrase("1h"), .range(from: "30m", through: nil), .range(from: nil, through: "1h30"),
                .range(from: "15", through: "1h"),
            ])
        case .for:
            return chance(0.5) ? .word(pick(field.words)) : .phrase(pick(["Ann", "bob", "BOB", "C:1"]))
        case .shared:
            return chance(0.5) ? .word(pick(field.words)) : .phrase(pick(["groceries", "Trip", "Bob", "C:1"]))
        case .by: return chance(0.3) ? .word(pick(field.words)) : .phrase(pick(["claude", "Cur", "Copilot 2", "c"]))
        case .text: return .phrase(searchedText())
        case .due, .start: return date(words: ["any", "none"], of: FilterOracle.dueDays)
        case .completed: return date(words: ["any", "none"], of: FilterOracle.pastDays)
        default: return date(words: [], of: FilterOracle.pastDays)
        }
    }

    private mutating func date(words: [String], of phrases: [String: ClosedRange<Int>]) -> TodoFilter.Value {
        if !words.isEmpty, chance(0.2) { return .word(pick(words)) }
        let phrases = phrases.sorted { $0.key < $1.key }
        if chance(0.5) { return .phrase(pick(phrases).key) }
        let ends = [pick(phrases), pick(phrases)].sorted { $0.value.lowerBound < $1.value.lowerBound }
        return pick([
            .range(from: ends[0].key, through: ends[1].key), .range(from: ends[0].key, through: nil),
            .range(from: nil, through: ends[1].key),
        ])
    }

    private mutating func placeName(_ world: RandomWorld) -> TodoFilter.Name {
        let names = world.locations.compactMap(\.placeName)
        // A pattern need not match anything.
        return names.isEmpty ? TodoFilter.Name(parts: ["", ""]) : name(pick(names))
    }

    /// A name, or a pattern that it matches more often than not.
    private mutating func name(_ name: String) -> TodoFilter.Name {
        guard chance(0.5) else { return TodoFilter.Name(chance(0.5) ? name : name.lowercased()) }
        let scalars = Array(name.unicodeScalars)
        let cuts = (0..<Int.random(in: 1...3, using: &self)).map { _ in
            Int.random(in: 0...scalars.count, using: &self)
        }
        let edges = [0] + cuts.sorted() + [scalars.count]
        let parts = zip(edges, edges.dropFirst()).map { from, until in
            String(String.UnicodeScalarView(scalars[from..<until].dropLast(chance(0.5) ? 1 : 0)))
        }
        return TodoFilter.Name(parts: parts)
    }
}
