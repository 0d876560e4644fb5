public import TodoDomain

/// The sync state of a to-do between this device and the remote.
public struct RecordSyncState: Hashable, Sendable {
    /// Whether it has edits that the remote does not have yet.
    public var isUnsent: Bool
    /// The reason why it is not sent; nil unless the remote or this device has refused it.
    public var refusal: QuarantinedRecord?
    /// The device that edited it last.
    public var editor: DeviceID
    /// The name that people give that device, or that of the other person whose device it is; nil if it is not known.
    public var editorName: String?

    /// A state.
    public init(isUnsent: Bool, refusal: QuarantinedRecord? = nil, editor: DeviceID, editorName: String? = nil) {
        self.isUnsent = isUnsent
        self.refusal = refusal
        self.editor = editor
        self.editorName = editorName
    }
}
