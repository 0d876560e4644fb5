package import TodoDomain

extension SyncConflict {
    /// The value that one of the writes gave the field.
    public func content(of writing: Writing) -> FieldContent {
        FieldContent(writing.value, of: field, in: record.kind)
    }

    /// The records that its values refer to, and the to-do of a comment.
    package var mentioned: [RecordKey] {
        HistoryText.mentioned(in: field, of: record.kind, [lost.value, kept.value, now?.value ?? .null])
            + [todo.map { RecordKey($0) }].compactMap(\.self)
    }
}
