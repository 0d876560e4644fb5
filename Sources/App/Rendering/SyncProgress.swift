import Foundation
import TodoKit

/// Shows how far a sync has come, on a terminal. `@unchecked`: the lock guards the bar.
final class SyncProgress: @unchecked Sendable {
    private let lock = NSLock()
    private var bar: ProgressBar

    init(_ session: Session) {
        let start = ContinuousClock.now
        // How much there is, nobody knows before the end.
        bar = ProgressBar(
            "syncing", total: nil, terminal: session.talk, elapsed: { ContinuousClock.now - start },
            write: StandardStreams.say)
    }

    func show(_ report: SyncReport) { lock.withLock { bar.update(to: report.pulled + report.pushed) } }
    func finish() { lock.withLock { bar.finish() } }
}

extension SyncVerification {
    /// What a person reads.
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
