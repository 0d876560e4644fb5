import Basics
import Foundation
import JSON
import Logging
import TodoServer

/// Writes each log line as one JSON object to the standard error, where a service manager collects it.
struct JSONLogHandler: LogHandler {
    /// The standard error.
    static let writer = LogWriter(to: STDERR_FILENO) { dropped in
        line(.warning, "Lines of the log were dropped: they could not be written.", ["lines": "\(dropped)"])
    }

    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        Self.writer.write(
            Self.line(
                event.level, event.message.description,
                metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 })))
    }

    private static func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("time")
        // In UTC; the lines never named the zone.
        let milliseconds = Int64(Date().timeIntervalSince1970 * 1000)
        writer.string(String(DateTimeText.text(millisecondsSince1970: milliseconds, digits: 3).dropLast()))
        writer.key("level")
        writer.string(level.rawValue)
        writer.key("message")
        writer.string(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
            writer.key(key)
            writer.string(value.description)
        }
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
