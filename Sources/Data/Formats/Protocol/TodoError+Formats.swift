public import TodoDomain

extension TodoError.Remedy {
    /// Say which format the file has, which was only guessed.
    /// - Parameter name: the name of the format (``TodoFormat/name``).
    public static func nameFormat(_ name: String) -> Self {
        Self("name-format", "If it is, name the format \(name).", subject: name)
    }
}
