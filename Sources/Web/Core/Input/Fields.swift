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

extension Fields {
    /// A text that only the same fields have.
    var canonicalText: String {
        var text = ""
        append(to: &text)
        return text
    }

    private func append(to text: inout String) {
        text += "{"
        for (name, value) in sorted(by: { $0.key < $1.key }) {
            text += name + ":"
            Self.append(value, to: &text)
        }
        text += "}"
    }

    private static func append(_ value: Any, to text: inout String) {
        switch value {
        // Each text is preceded by its length, so that it cannot be mistaken for structure.
        case let value as String: text += "\(value.utf8.count) \(value)"
        case let value as Bool: text += value ? "+" : "-"
        case let value as Int: text += String(value) + ";"
        case let value as Fields: value.append(to: &text)
        case let values as [Fields]:
            text += "["
            for value in values { value.append(to: &text) }
            text += "]"
        default: text += "\(value);"
        }
    }
}
