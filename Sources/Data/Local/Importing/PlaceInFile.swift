package import Foundation
package import TodoDomain

/// The place of a new to-do in the order of its file.
package struct PlaceInFile: Hashable, Sendable {
    /// When it counts as made, if the file does not say; nil to use its own date.
    package var createdAt: Date?
    /// When it counts as edited, if the file does not say; nil for the time of the import.
    package var editedAt: Date?
    /// Its position among its siblings; nil if that follows from when it was made.
    package var position: OrderKey?

    /// A place.
    package init(createdAt: Date? = nil, editedAt: Date? = nil, position: OrderKey? = nil) {
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.position = position
    }
}

extension WriteTransaction {
    /// The stamp of a new to-do for which its file has no date. It is never later than the transaction.
    func stamp(of place: PlaceInFile?) throws -> Stamp {
        guard let date = place?.editedAt else { return try stamp() }
        let time = min(date.milliseconds.addingClamped(clockOffset), sharedNow)
        let stamp = Stamp(milliseconds: time, counter: 0, device: clock.device)
        didGive(stamp)
        return stamp
    }
}
