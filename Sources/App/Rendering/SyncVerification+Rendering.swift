import JSON
import TodoKit

extension SyncVerification {
    /// The lines for a person.
    var lines: [String] {
        kinds.flatMap { kind in
            let state = kind.differing.isEmpty ? "alike" : "\(kind.differing.count) differ"
            return ["\(kind.kind.rawValue)  \(kind.digest)  \(kind.count)  \(state)"]
                + kind.differing.prefix(20).map { "  \($0)" }
        }
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for kind in kinds {
            writer.key(kind.kind.rawValue)
            writer.beginObject()
            writer.key("count")
            writer.integer(kind.count)
            writer.key("digest")
            writer.string(kind.digest)
            writer.key("remoteDigest")
            writer.string(kind.remoteDigest)
            writer.key("differing")
            writer.beginArray()
            for id in kind.differing { writer.string(id) }
            writer.endArray()
            writer.endObject()
        }
        writer.endObject()
    }
}
