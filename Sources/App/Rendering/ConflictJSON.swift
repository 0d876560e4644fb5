import JSON
import TodoKit

/// Conflicts as JSON.
enum ConflictJSON {
    static func write(_ conflict: SyncConflict, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("number")
        writer.integer(conflict.number)
        for (name, value) in [
            ("conflict", conflict.id), ("kind", conflict.record.kind.rawValue), ("id", conflict.record.id),
            ("title", conflict.title), ("field", conflict.field.rawValue),
        ] {
            writer.member(name, value)
        }
        writer.member("todo", conflict.todo?.rawValue)
        write("lost", conflict.lost, to: &writer)
        write("kept", conflict.kept, to: &writer)
        write("now", conflict.now, to: &writer)
        writer.endObject()
    }

    private static func write(_ name: String, _ writing: SyncConflict.Writing?, to writer: inout JSONWriter) {
        writer.key(name)
        guard let writing else { return writer.null() }
        writer.beginObject()
        writer.key("value")
        writer.value(writing.value)
        writer.member("at", writing.date.rfc3339)
        writer.member("device", writing.device.description)
        writer.member("deviceName", writing.deviceName)
        writer.endObject()
    }
}
