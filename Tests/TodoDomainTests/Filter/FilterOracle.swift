import Foundation
import TestSupport
import TodoDomain

/// What a filter means for one to-do, written down as simply as possible, without queries.
struct FilterOracle {
    let now: Date
    let zone: TimeZone
    let world: RandomWorld

    /// Phrases for due dates, and their days counted from today.
    static let dueDays: [String: ClosedRange<Int>] = [
        "today": 0...0, "tomorrow": 1...1, "yesterday": -1...(-1), "week": 0...6, "in 2 days": 2...2,
        "2026-11-20": -1...(-1),
        "this week": -5...1, "next week": 2...8, "eow": 1...1, "sunday": 1...1, "23 nov": 2...2, "2026-w48": 2...8,
    ]

    /// Phrases for times that have been, and their days counted from today, Saturday, 21 November 2026.
    static let pastDays: [String: ClosedRange<Int>] = [
        "today": 0...0, "yesterday": -1...(-1), "week": -6...0, "2 days ago": -2...(-2), "2026-11-20": -1...(-1),
        "this week": -5...1, "last week": -12...(-6), "last month": -51...(-21), "friday": -1...(-1),
        "20 nov": -1...(-1),
        "this month": -20...9, "weekend": 0...1, "last weekend": -7...(-6), "2026-W46": -12...(-6), "19th": -2...(-2),
    ]

    /// Estimates, and their minutes.
    static let minutes = ["90": 90, "1h": 60, "30m": 30, "1h30": 90, "15": 15]

    func matches(_ filter: TodoFilter, _ todo: Todo) -> Bool {
        filter.condition.map { matches($0, todo) } ?? true
    }

    private func matches(_ condition: TodoFilter.Condition, _ todo: Todo) -> Bool {
        switch condition {
        case .and(let parts): parts.allSatisfy { matches($0, todo) }
        case .or(let parts): parts.contains { matches($0, todo) }
        case .not(let part): !matches(part, todo)
        case .text(let text): has(text, todo)
        case .field(let field, let operands): operands.contains { matches(field, $0.value, todo) }
        case .view: false
        }
    }

    private func has(_ text: String, _ todo: Todo) -> Bool {
        let texts = ([todo.title, todo.notes] + todo.tags.map(\.title)).map(SearchText.folded)
        return SearchText.words(of: text).allSatisfy { word in texts.contains { SearchText.contains($0, word) } }
    }

    private func matches(_ field: TodoFilter.Field, _ value: TodoFilter.Value, _ todo: Todo) -> Bool {
        switch (field, value) {
        case (.is, .word("open")): return !todo.isDone
        case (.is, .word("done")): return todo.isDone
        case (.is, .word("overdue")): return !todo.isDone && todo.due?.isOverdue(at: now, in: zone) == true
        case (.is, .word("waiting")): return todo.isWaiting(at: now, in: zone)
        case (.is, .word("started")): return todo.startedAt != nil && todo.completedAt == nil
        case (.is, .word("blocked")): return todo.isBlocked
        case (.is, .word("ready")):
            return !todo.isDone && !todo.isBlocked && !todo.isWaiting(at: now, in: zone) && todo.subtasks.open == 0
                && !todo.ancestors.contains(where: \.isBlocked)
        case (.has, .word("reminder")): return !todo.alarms.isEmpty
        case (.has, .word("start")), (.start, .word("any")): return todo.start != nil
        case (.start, .word("none")): return todo.start == nil
        case (.start, _): return todo.start.map { lies($0, value, Self.dueDays) } ?? false
        case (.has, .word("list")), (.list, .word("any")): return todo.list != nil
        case (.list, .word("none")), (.list, .word("inbox")): return todo.list == nil
        case (.list, .name(let name)): return todo.list.map { isBelow($0, name) } ?? false
        case (.has, .word("parent")), (.in, .word("any")): return !todo.ancestors.isEmpty
        case (.in, .word("none")): return todo.ancestors.isEmpty
        case (.in, .name(let name)):
            return todo.ancestors.contains { $0.id == FilterWorld.wholes[name.parts[0]] }
        case (.has, .word("due")), (.due, .word("any")): return todo.due != nil
        case (.due, .word("none")): return todo.due == nil
        case (.has, .word("tag")), (.tag, .word("any")): return !todo.tags.isEmpty
        case (.tag, .word("none")): return todo.tags.isEmpty
        case (.has, .word("place")), (.place, .word("any")): return todo.location != nil
        case (.place, .word("none")): return todo.location == nil
        case (.has, .word("priority")), (.priority, .word("any")): return todo.priority != nil
        case (.priority, .word("none")): return todo.priority == nil
        case (.priority, .word(let word)): return todo.priority?.rawValue == word
        case (.priority, .range(let first, let last)):
            guard let rank = todo.priority?.rank else { return false }
            let ranks = ["low": 1, "medium": 2, "high": 3]
            return first.map { ranks[$0, default: 9] <= rank } ?? true
                && last.map { rank <= ranks[$0, default: 0] } ?? true
        case (.has, .word("estimate")), (.estimate, .word("any")): return todo.estimate != nil
        case (.estimate, .word("none")): return todo.estimate == nil
        case (.estimate, .phrase(let text)): return todo.estimate == Self.minutes[text]
        case (.estimate, .range(let first, let last)):
            guard let minutes = todo.estimate else { return false }
            return first.flatMap { Self.minutes[$0] } ?? 0 <= minutes
                && minutes <= last.flatMap { Self.minutes[$0] } ?? .max
        case (.has, .word("assignee")), (.for, .word("any")): return todo.assignee != nil
        case (.for, .word("none")): return todo.assignee == nil
        case (.for, .word("me")): return todo.assignee == "ann"
        case (.for, .phrase(let name)):
            return FilterWorld.members.contains { $0.id == todo.assignee && $0.label.lowercased() == name.lowercased() }
        case (.shared, .word(let word)): return (todo.space != nil) == (word == "yes")
        case (.shared, .phrase(let name)):
            return todo.space?.rawValue == (name.lowercased() == "trip" ? "t" : "g")
        case (.by, .word(let word)): return (todo.changedBy == nil) == (word == "none")
        case (.by, .phrase(let name)): return todo.changedBy?.lowercased().hasPrefix(name.lowercased()) ?? false
        case (.text, .phrase(let text)): return has(text, todo)
        case (.tag, .name(let name)):
            return todo.tags.contains { Self.matches(TagName.folded($0.title), name, TagName.folded) }
        case (.place, .name(let name)): return todo.location.map { isCalled($0, name) } ?? false
        case (.near, .name(let name)): return isNear(todo, name)
        case (.due, _): return todo.due.map { lies($0, value, Self.dueDays) } ?? false
        case (.created, _): return lies(.instant(todo.createdAt, zone), value, Self.pastDays)
        case (.updated, _): return lies(.instant(todo.updatedAt, zone), value, Self.pastDays)
        case (.completed, .word(let word)): return (todo.completedAt != nil) == (word == "any")
        case (.completed, _):
            return todo.completedAt.map { lies(.instant($0, zone), value, Self.pastDays) } ?? false
        default: return false
        }
    }

    /// Whether a list, or one above it that is known, is called so.
    private func isBelow(_ list: TodoList, _ name: TodoFilter.Name) -> Bool {
        let ids = [list.id] + list.ancestors.map(\.id)
        return FilterWorld.lists.contains { list in
            ids.contains(list.id) && Self.matches(TagName.folded(list.path), name, TagName.folded)
        }
    }

    private func isCalled(_ place: Location, _ name: TodoFilter.Name) -> Bool {
        place.placeName.map { Self.matches(SearchText.folded($0), name, SearchText.folded) } ?? false
    }

    private func isNear(_ todo: Todo, _ name: TodoFilter.Name) -> Bool {
        guard let point = todo.location?.coordinate, let last = name.parts.last,
            let slash = last.lastIndex(of: "/")
        else { return false }
        let units = ["1km": 1000.0, "5000km": 5_000_000, "1000km": 1_000_000, "0 m": 0, "6000.5mi": 6000.5 * 1609.344]
        let metres = units[String(last[slash...].dropFirst()), default: -1]
        let place = TodoFilter.Name(parts: name.parts.dropLast() + [String(last[..<slash])])
        let centers =
            place.parts == ["0,8.5"]
            ? [try? Coordinate(latitude: 0, longitude: 8.5)].compactMap(\.self)
            : world.locations.filter { isCalled($0, place) }.map(\.coordinate)
        return centers.contains { $0.distance(to: point) <= metres }
    }

    private func lies(_ due: Due, _ value: TodoFilter.Value, _ phrases: [String: ClosedRange<Int>]) -> Bool {
        let days: ClosedRange<Int>
        switch value {
        case .phrase(let phrase): days = phrases[phrase, default: 1000...1000]
        case .range(let first, let last):
            let low = first.flatMap { phrases[$0]?.lowerBound } ?? -1000
            let high = last.flatMap { phrases[$0]?.upperBound } ?? 1000
            days = low...high
        case .word, .name: return false
        }
        let day: Day =
            switch due {
            case .day(let day): day
            // Times are compared by milliseconds.
            case .instant(let date, _): Day(containing: Date(milliseconds: date.milliseconds), in: zone)
            }
        return days.contains(day.daysSince1970 - Day(containing: now, in: zone).daysSince1970)
    }

    /// Whether a folded name matches: by trying every length for each star.
    static func matches(_ name: String, _ pattern: TodoFilter.Name, _ folded: (String) -> String) -> Bool {
        if !pattern.isPattern {
            let text = pattern.parts[0]
            return name == folded(text) || text.hasSuffix("/") && name.hasPrefix(folded(text))
                || text.hasSuffix("/") && name == folded(String(text.dropLast()))
        }
        let star: Unicode.Scalar = "\u{1}"
        let text = folded(pattern.parts.joined(separator: String(star)))
        func matches(_ name: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>) -> Bool {
            guard let first = pattern.first else { return name.isEmpty }
            guard first == star else { return name.first == first && matches(name.dropFirst(), pattern.dropFirst()) }
            return matches(name, pattern.dropFirst()) || !name.isEmpty && matches(name.dropFirst(), pattern)
        }
        return matches(Array(name.unicodeScalars)[...], Array(text.unicodeScalars)[...])
    }
}
