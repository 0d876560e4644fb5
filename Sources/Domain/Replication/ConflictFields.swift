package import JSON

/// The registers of a conflict. Devices that notice the same conflict write the first two alike, with the stamp of the
/// value that lost.
package enum ConflictRegister: String, CaseIterable, Sendable {
    /// `{"kind", "id", "register"}`: what was written twice.
    case about
    /// `{"value", "stamp"}`: the value that lost.
    case lost
    /// `{"at", "kept", "stamp"}`: when it was noticed, in milliseconds since 1970, and the value at that time.
    case notice
    /// When a person dealt with it, in milliseconds since 1970; null until then.
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
    /// The content of a conflict's registers.
    package struct Content: RecordContent {
        /// The register that was written twice, as `ConflictRecord/about`.
        package var about = JSONValue.object([:])
        /// The value that lost, as `ConflictRecord/lost`.
        package var lost = JSONValue.object([:])
        /// When it was noticed, as `ConflictRecord/notice`.
        package var notice = JSONValue.object([:])
        /// When a person dealt with it, in milliseconds since 1970.
        package var closedAt: Int64?

        /// Empty content.
        package init() {}

        /// The fields.
        package static let fields = FieldTable<Content>(ConflictRegister.self)

        /// The content of a conflict that is still open.
        fileprivate init(_ record: ConflictRecord) {
            about = record.about
            lost = record.lost
            notice = record.notice
        }

        /// Whether its registers cannot be read. A conflict about a kind of record that only a newer version knows is
        /// not damaged. Neither is a conflict that a repair has emptied until a sync brings it again.
        package var isDamaged: Bool {
            if let kind = about["kind"]?.string, RecordKind(rawValue: kind) == nil { return false }
            return ![about, lost, notice].contains([:]) && ConflictRecord(self) == nil
        }

        /// Conflicts are changed only through their registers.
        package typealias Update = Never
    }
}

extension ConflictRecord {
    /// The content of its record while it is still open.
    package var content: Content { Content(self) }

    /// Reads a content; nil if its form is unknown, or if it concerns something that only a newer version knows.
    /// - Parameter space: the space of the conflict, which is also that of the record.
    package init?(_ content: Content, in space: SpaceID = .own) {
        self.init(about: content.about, lost: content.lost, notice: content.notice, in: space)
    }
}
