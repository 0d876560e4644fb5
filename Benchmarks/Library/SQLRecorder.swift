import Foundation
import GRDBSQLite

/// Listens to every connection of this process that is opened while it records.
enum SQLRecorder {
    private static let lock = NSLock()
    // Guarded by `lock`: SQLite's callbacks are C functions, which capture nothing.
    private nonisolated(unsafe) static var tape = SQLTape()

    /// The statements that run during `body`, except those with which SQLite itself maintains its search index.
    /// - Returns: the tape, and the step at which `body` called `mark`.
    static func record(
        _ body: (_ mark: () -> Void) async throws -> Void
    ) async throws -> (tape: SQLTape, start: Int) {
        lock.withLock { tape = SQLTape() }
        let entry = unsafeBitCast(listen, to: (@convention(c) () -> Void).self)
        sqlite3_auto_extension(entry)
        defer { sqlite3_cancel_auto_extension(entry) }
        var start = 0
        try await body { start = lock.withLock { tape.steps.count } }
        return (lock.withLock { tape }, start)
    }

    private static let listen:
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?) -> CInt = {
            connection, _, _ in
            sqlite3_trace_v2(
                connection, CUnsignedInt(SQLITE_TRACE_STMT),
                { _, _, statement, text in
                    SQLRecorder.hear(OpaquePointer(statement), text?.assumingMemoryBound(to: CChar.self))
                    return 0
                }, nil)
        }

    private static func hear(_ statement: OpaquePointer?, _ text: UnsafeMutablePointer<CChar>?) {
        // A statement within another is traced as a comment.
        guard let text, strncmp(text, "--", 2) != 0, let sql = sqlite3_sql(statement),
            let expanded = sqlite3_expanded_sql(statement)
        else { return }
        defer { sqlite3_free(expanded) }
        let bytes = Array(UnsafeRawBufferPointer(start: expanded, count: strlen(expanded)))
        lock.withLock { tape.record(String(cString: sql), expanded: bytes) }
    }
}
