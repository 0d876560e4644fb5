/// A length of time as typed: in days, in months or, if the time of day matters, in seconds.
enum Span: Hashable, Sendable {
    case days(Int)
    case months(Int)
    case seconds(Int)
}
