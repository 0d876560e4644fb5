import JSON
import TodoFormats
import TodoKit

/// The history as JSON: the output of `history`, `undo` and `redo`.
enum HistoryJSON {
    /// Writes a page: `{"items": [...], "page": null, "pageSize", "total": null, "nextCursor"}`.
    static func write(
        _ items: [HistoryTransaction], pageSize: Int, next: HistoryToken?, to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("items")
        write(items, to: &writer)
        writer.key("page")
        writer.null()
        writer.key("pageSize")
        writer.integer(pageSize)
        writer.key("total")
        writer.null()
        writer.member("nextCursor", next?.description)
        writer.endObject()
    }

    static func write(_ steps: [HistoryTransaction], to writer: inout JSONWriter) {
        writer.beginArray()
        for step in steps { write(step, to: &writer) }
        writer.endArray()
    }

    /// Writes the fields that were left unchanged, and who wrote them since.
    static func write(_ conflicts: [UndoConflict], to writer: inout JSONWriter) {
        writer.beginArray()
        for conflict in conflicts {
            writer.beginObject()
            writer.member("kind", conflict.key.kind.rawValue)
            writer.member("id", conflict.key.id)
            writer.member("field", conflict.field.rawValue)
            writer.member("device", conflict.device.description)
            writer.member("at", conflict.date.rfc3339)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func write(_ step: HistoryTransaction, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("token", step.token.description)
        writer.member("at", step.date.rfc3339)
        writer.member("device", step.device.description)
        writer.member("process", step.process)
        writer.member("author", step.author.rawValue)
        writer.member("by", step.client?.name)
        writer.member("conversation", step.client.flatMap { $0.conversation.isEmpty ? nil : $0.conversation })
        writer.member("action", step.action)
        writer.member("group", step.group?.description)
        writer.member("undoes", step.undoes?.description)
        writer.key("records")
        writer.integer(step.recordCount)
        writer.key("changes")
        writer.beginArray()
        for change in step.changes {
            writer.beginObject()
            writer.member("kind", change.kind.rawValue)
            writer.member("id", change.id)
            writer.member("field", change.field.rawValue)
            writer.key("before")
            writer.value(change.before)
            writer.key("after")
            writer.value(change.after)
            writer.member("device", change.device.description)
            writer.member("by", change.client)
            writer.member("at", change.date.rfc3339)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
