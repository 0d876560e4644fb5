public import Foundation
public import JSON
public import TodoDomain

public enum Timestamps {
    public static func parse(_ text: String) -> Date? { try? Date(text, strategy: .iso8601) }
    static func text(_ d: Date) -> String { d.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
}
public enum TodoJSON {
    public static func write(_ todo: Todo, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id"); writer.string(todo.id.rawValue)
        writer.key("title"); writer.string(todo.title)
        writer.key("updatedAt"); writer.string(Timestamps.text(todo.updatedAt))
        writer.endObject()
    }
    public static func write(_ tag: Tag, to writer: inout JSONWriter) {}
    public static func write(_ tag: Location, to writer: inout JSONWriter) {}
    public static func write(_ page: Page<Tag>, to writer: inout JSONWriter) {}
    public static func write(_ page: Page<Location>, to writer: inout JSONWriter) {}
    public static func write(_ page: Page<Todo>, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("items"); writer.beginArray()
        for todo in page.items { write(todo, to: &writer) }
        writer.endArray()
        writer.key("total"); if let t = page.total { writer.integer(t) } else { writer.null() }
        writer.endObject()
    }
}
