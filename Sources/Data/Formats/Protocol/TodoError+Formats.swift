public import TodoDomain

extension TodoError.Remedy {
    /// The format was only guessed. Name it.
    /// - Parameter name: the name of the format (``TodoFormat/name``).
    public static func nameFormat(_ name: String) -> Self {
        Self("name-format", "If it is, name the format \(name).", subject: name)
    }
}
