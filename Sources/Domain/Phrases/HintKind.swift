/// The reasons why a part of a line that looks like a date, a repetition or a word of quick add was left in the title.
public enum HintKind: String, Hashable, Sendable, CaseIterable {
    /// The part can be read in two ways: `tomorrow at 3`, `3/11`, `before friday`.
    case twoMeanings = "two-meanings"
    /// The part names neither a day nor a time: `in april`, `after lunch`.
    case vague
    /// A to-do cannot have this date or repetition: `every 12 hours`, `friday or saturday`.
    case notHeld = "not-held"
    /// There is no such day or time: `30 feb`, `25:00`.
    case impossible
    /// The day or time has passed.
    case passed
    /// The part may belong to the title: `Prepare friday presentation`.
    case inTitle = "in-title"
    /// There is no list, place or to-do of this name.
    case unknownName = "unknown-name"
    /// The part is a word of another program: `p4`, `#shop`, `wait:friday`.
    case foreign
}
