import Foundation
import JSON
import Logging

/// Writes each log line as one JSON object to the standard error, where a service manager collects it.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.notice
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("time")
        writer.string(Date().formatted(.iso8601.year().month().day().time(includingFractionalSeconds: true)))
        writer.key("level")
        writer.string(event.level.rawValue)
        writer.key("message")
        writer.string(event.message.description)
        for (key, value) in metadata.merging(event.metadata ?? [:], uniquingKeysWith: { $1 }).sorted(by: {
            $0.key < $1.key
        }) {
            writer.key(key)
            writer.string(value.description)
        }
        writer.endObject()
        FileHandle.standardError.write(Data(writer.bytes + [UInt8(ascii: "\n")]))
    }
}
