import TodoDomain

/// The tag of a to-do; `Testing` has another type of this name.
typealias Tag = TodoDomain.Tag
