import JSON
import TodoDomain
import TodoFormats
import TodoKit

/// Agendas and scores as JSON.
enum AgendaJSON {
    /// Writes `{"overdue":[…],"today":[…],"next":[…],"started":[…],"counts":{…}}`.
    static func write(_ agenda: Agenda, open: Int, to writer: inout JSONWriter) {
        let sections = [
            ("overdue", agenda.overdue), ("today", agenda.today), ("next", agenda.next.flatMap(\.entries)),
            ("started", agenda.started),
        ]
        writer.beginObject()
        for (name, entries) in sections {
            writer.key(name)
            writer.beginArray()
            for entry in entries { TodoJSON.write(entry.todo, to: &writer) }
            writer.endArray()
        }
        writer.key("counts")
        writer.beginObject()
        for (name, entries) in sections { writer.member(name, entries.count) }
        writer.member("open", open)
        writer.endObject()
        writer.endObject()
    }

    /// Writes `{"items":[…]}` of to-dos with two further members, `score` and `terms`.
    static func write(_ ranked: [NextScore.Ranked], to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("items")
        writer.beginArray()
        for item in ranked {
            TodoJSON.write(item.item.todo, to: &writer) { writer in
                writer.member("score", item.score.points)
                writer.key("terms")
                writer.beginObject()
                for term in item.score.terms { writer.member(term.name.rawValue, term.points) }
                writer.endObject()
            }
        }
        writer.endArray()
        writer.endObject()
    }
}
