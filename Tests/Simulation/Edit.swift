import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

/// One action of a person, drawn from a salt.
struct Edit {
    let salt: UInt64
    /// A value that nobody has written before.
    let value: String
    let now: Int64
    /// Whether runs are inserted with keys that may lie beyond their gap.
    var isUnguarded = false
    /// Whether a to-do is moved without writing the edges on its way as they are shown.
    var isUnsettled = false
    /// What it is, if a script says so.
    let wish: Wish?

    init(salt: UInt64, value: String, now: Int64) {
        self.salt = salt
        self.value = value
        self.now = now
        wish = nil
    }

    init(_ wish: Wish, value: String, now: Int64) {
        salt = 0
        self.value = value
        self.now = now
        self.wish = wish
    }

    /// The assistant for which it is done, whose stamps have a device id of their own; nil for a person.
    var program: String? {
        // From other bits than those that choose the subject.
        let chance = (salt &* 0x9E37_79B9_7F4A_7C15) >> 60
        return chance < 2 ? ["Claude", "Cursor"][Int(chance)] : nil
    }

    static let names = ["home", "shop", "work", "Été"]

    /// The registers that no other edit varies: those that come later are among them.
    private static let others = TodoRegister.edited.filter {
        ![.title, .notes, .completion, .due, .start, .started, .location, .standing].contains($0)
    }

    /// Performs it.
    func perform(in transaction: WriteTransaction) throws {
        if let wish { return try perform(wish, in: transaction) }
        var generator = SeededGenerator(seed: salt)
        let id = Todo.ID(stored: "t\(Int.random(in: 0..<9, using: &generator))")
        let name = generator.pick(Self.names)
        let place = Location.ID(stored: "p\(Int.random(in: 0..<3, using: &generator))")
        // A bit of the salt decides, and not the generator, so that a tally can tell the subject of an edit.
        if isAboutDependencies { return try performOnDependencies(in: transaction, &generator) }
        if isAboutViews { return try performOnViews(in: transaction, &generator) }
        if isAboutAppRecords { return try performOnAppRecords(in: transaction, &generator) }
        if isAboutComments { return try performOnComments(in: transaction, &generator) }
        if isAboutLists { return try performOnLists(in: transaction, &generator) }
        if isAboutReminders { return try performOnReminders(in: transaction, &generator) }
        if isAboutSeries { return try performOnSeries(in: transaction, &generator) }
        if let orderAction { return try performOnOrder(orderAction, in: transaction) }
        switch Int.random(in: 0..<23, using: &generator) {
        case 0..<4:
            var todo = Todo(id: id, title: value, createdAt: Date(milliseconds: now))
            todo.notes = generator.chance(0.5) ? "n" + value : ""
            try transaction.create(todo)
        case 4..<8:
            // Now and then something that the server refuses until it is overwritten.
            let title = generator.chance(0.03) ? ModelServer.poison : value
            try transaction.update(Todo.Update(id: id, title: title, notes: generator.chance(0.5) ? value : nil))
        case 8:
            try transaction.update(
                Todo.Update(id: id, completedAt: generator.chance(0.5) ? .clear : .set(Date(milliseconds: now))))
        case 9:
            let due = generator.chance(0.3) ? nil : generator.due()
            try transaction.update(Todo.Update(id: id, due: Change(due)))
        case 10 where generator.chance(0.4):
            try transaction.update(
                Todo.Update(id: id, startedAt: Change(generator.pick([Date(milliseconds: now), nil]))))
        case 10:
            var (content, update) = (Todo.Content(), Todo.Update(id: id))
            let field = generator.pick(Self.others).field
            if generator.chance(0.7) { field.fill(&content, variant: generator.pick([1, 3])) }
            field.write(content, into: &update)
            try transaction.update(update)
        case 11, 12:
            let tag = try transaction.tag(titled: name)
            try transaction.update(Todo.Update(id: id, tags: .add([Tag.ID(stored: tag.record.id)])))
        case 13:
            let tag = TagName.id(for: name)
            try transaction.update(Todo.Update(id: id, tags: .remove([tag])))
        case 14:
            let location = Location(
                id: place, coordinate: try Coordinate(latitude: Double(generator.next() % 90), longitude: 8.5),
                placeName: value, createdAt: Date(milliseconds: now))
            try transaction.create(location)
            try transaction.update(Todo.Update(id: id, location: .set(place)))
        case 15:
            try transaction.delete(TodoEntity.self, id: id.rawValue)
        case 16:
            if generator.chance(0.5) {
                try transaction.delete(TagEntity.self, id: TagName.id(for: name).rawValue)
            } else {
                try transaction.delete(LocationEntity.self, id: place.rawValue)
            }
        case 17:
            let tag = TagName.id(for: name)
            try transaction.update(Tag.Update(id: tag, color: .set(value)))
        case 18:
            // One accent in its two spellings, which are one property.
            let key = generator.pick(["x.`y", "\u{E9}", "e\u{301}"])
            try transaction.update(
                Todo.Update(id: id, extras: [key: generator.chance(0.3) ? .clear : .set(.string(value))]))
        case 19:
            if let todo = try transaction.reading.record(TodoEntity.self, id: id.rawValue), todo.record.isDeleted {
                try transaction.edit(todo, registers: [:], deletion: .revive)
            }
        case 20:
            let tag = TagName.id(for: name)
            try transaction.update(Tag.Update(id: tag, title: generator.pick([name, value, "home", "shop"])))
        case 21:
            let (source, target) = (TagName.id(for: name), TagName.id(for: generator.pick(Self.names)))
            try transaction.merge(tags: [source], into: target)
        default:
            // Two files that were exported in the same millisecond and differ: equal stamps for different values. Most
            // concern to-dos that nobody edits, so that nothing hides the outcome.
            let id = generator.chance(0.7) ? Todo.ID(stored: "f\(Int.random(in: 0..<2, using: &generator))") : id
            let date = Date(milliseconds: 1_795_000_000_000 + Int64(generator.next() % 3) * 250_000_000)
            let todo = Todo(id: id, title: value, createdAt: date)
            _ = try transaction.importTodo(todo, modifiedAt: date, declaredTags: [])
        }
    }
}
