package import Foundation

/// When each field of a to-do was edited last, as an export in our own formats says it, so that merging two exports loses no
/// field.
package struct FieldDates: Hashable, Sendable, Codable {
    /// When the to-do was made: the date of each field that is not in ``fields``.
    package var created: Date
    /// When it was edited last. A file in which the to-do says another time was edited by hand, and its other dates are void.
    package var updated: Date
    /// The other dates by the name of the register, or `tags.ID` and `after.ID`. Of an element that the to-do does not have,
    /// it is when that was removed.
    package var fields: [String: Date]

    /// The dates.
    package init(created: Date, updated: Date, fields: [String: Date]) {
        self.created = created
        self.updated = updated
        self.fields = fields
    }
}
