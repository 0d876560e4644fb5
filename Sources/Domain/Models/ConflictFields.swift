public import JSON

/// The registers of a conflict. Two devices that notice the same write the first two alike, under the stamp of what lost.
public enum ConflictRegister: String, CaseIterable, Sendable {
    /// `{"kind", "id", "register"}`: what was written twice.
    case about
    /// `{"value", "stamp"}`: what lost.
    case lost
    /// `{"at", "kept", "stamp"}`: when it was noticed, in milliseconds since 1970, and what stood then.
    case notice
    /// When somebody had looked after it, in milliseconds since 1970; null while nobody has.
    case closed
}

extension ConflictRegister: FieldRegister {
    package var field: Field<ConflictRecord.Content> {
        switch self {
        case .about: .hidden(rawValue, \.about)
        case .lost: .hidden(rawValue, \.lost)
        case .notice: .hidden(rawValue, \.notice)
        case .closed: .hidden(rawValue, column: "closedAt", \.closedAt)
        }
    }
}

extension ConflictRecord {
    /// What the registers of a conflict hold.
    public struct Content: RecordContent {
        /// What was written twice, as ``ConflictRecord/about``.
        public package(set) var about = JSONValue.object([:])
        /// What lost, as ``ConflictRecord/lost``.
        public package(set) var lost = JSONValue.object([:])
        /// When it was noticed, as ``ConflictRecord/notice``.
        public package(set) var notice = JSONValue.object([:])
        /// When somebody had looked after it, in milliseconds since 1970.
        public package(set) var closedAt: Int64?

        /// What holds nothing yet.
        public init() {}

        /// The fields.
        public static let fields = FieldTable<Content>(ConflictRegister.self)

        /// What the registers of a conflict hold that nobody has looked after.
        fileprivate init(_ record: ConflictRecord) {
            (about, lost, notice) = (record.about, record.lost, record.notice)
        }

        /// Nothing changes a conflict but its registers.
        public typealias Update = Never
    }
}

extension ConflictRecord {
    /// The content of its record while nobody has looked after it.
    package var content: Content { Content(self) }

    /// Reads a content; nil where it has another form, or is about what only a newer version knows.
    package init?(_ content: Content) {
        self.init(about: content.about, lost: content.lost, notice: content.notice)
    }
}
