/// The fields of a template, by name.
typealias Fields = [String: Any]

extension String {
    /// The text; false if it is empty, which a template would take for something.
    var orNothing: Any { isEmpty ? false : self }
}

extension Fields {
    /// The same, with those that are missing made empty: else a template would look for them in what surrounds it.
    func completed(_ names: some Sequence<String>) -> Fields {
        merging(names.map { ($0, false as Any) }) { mine, _ in mine }
    }
}
