/// A length of time as it was typed: in days, in months, or in seconds if the time of day matters.
enum Span: Hashable, Sendable {
    case days(Int)
    case months(Int)
    case seconds(Int)
}
