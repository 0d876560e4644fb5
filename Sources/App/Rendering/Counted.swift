extension Int {
    /// `1 to-do`, `2 to-dos`.
    func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
