import Foundation
import JSON
import TodoDomain
import TodoKit

/// A reminder that rings, with its to-do and its words for people.
struct RungItem: Sendable {
    let ring: Ring
    /// Its to-do, as it is now.
    let todo: Todo
    /// Its trigger in words.
    let words: String

    /// The items for those rings whose to-dos still exist.
    static func items(_ rings: [Ring], _ todos: [Todo], in zone: TimeZone) -> [RungItem] {
        let byID = Dictionary(todos.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return rings.compactMap { ring in
            guard let todo = byID[ring.id.todo], let alarm = todo.alarms.first(where: { $0.id == ring.id.key.alarm })
            else { return nil }
            return RungItem(ring: ring, todo: todo, words: todo.words(for: alarm, in: zone))
        }
    }

    /// Its trigger for people, to the minute.
    func spoken(_ dueText: DueText) -> String {
        let alarm = todo.alarms.first { $0.id == ring.id.key.alarm }
        return if case .moment(let date, _)? = alarm?.trigger { dueText.short(date) } else { words }
    }

    /// Writes `{"id", "todo", "title", "at", "due", "words"}`.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", ring.id.description)
        writer.member("todo", todo.id.rawValue)
        writer.member("title", todo.title)
        writer.member("at", ring.at.rfc3339)
        switch todo.due {
        case nil: writer.member("due", .null)
        case .day(let day): writer.member("due", ["day": .string(day.description)])
        case .instant(let date, let zone):
            writer.member("due", ["at": .string(date.rfc3339), "zone": .string(zone)])
        }
        writer.member("words", words)
        writer.endObject()
    }

    /// Writes `{"items":[…]}`.
    static func write(_ items: [RungItem], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for item in items { item.write(to: &writer) }
        writer.endArray()
        writer.endObject()
    }
}

/// The content of one notification: a title and lines of text.
struct ReminderMessage: Sendable {
    /// Its id: a message with the same id replaces it.
    let id: String
    let title: String
    let text: String
    let items: [RungItem]

    init(id: String, _ items: [RungItem], _ dueText: DueText) {
        self.id = id
        self.items = items
        func line(_ item: RungItem) -> String {
            let due = item.todo.due.map { ", due \(dueText.short($0))" } ?? ""
            return Sanitized.line(item.todo.title) + due
        }
        if let item = items.first, items.allSatisfy({ $0.todo.id == item.todo.id }) {
            title = Sanitized.line(item.todo.title)
            text =
                item.todo.due.map { "due \(dueText.short($0))" }
                ?? items.map { $0.spoken(dueText) }.joined(separator: "\n")
        } else {
            title = "\(items.count) reminders"
            text = items.map(line).joined(separator: "\n")
        }
    }

    /// `{"event":"ring","id","title","text","items":[…]}`.
    var json: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("event", "ring")
        writer.member("id", id)
        writer.member("title", title)
        writer.member("text", text)
        writer.key("items")
        writer.beginArray()
        for item in items { item.write(to: &writer) }
        writer.endArray()
        writer.endObject()
        return writer.text + "\n"
    }
}
