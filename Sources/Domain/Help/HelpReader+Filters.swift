extension HelpReader {
    /// The page on filters.
    var filters: [HelpTopic.Section] {
        let fields = TodoFilter.Field.all.map { field in
            HelpTopic.Row(typed: field.name + ":", meaning: field.forms.joined(separator: ", "))
        }
        let keys = Todo.SortKey.allCases.map(\.rawValue).joined(separator: ", ")
        let order = HelpTopic.Row(typed: "sort:", meaning: "\(keys); a minus before one turns it round")
        let meanings = Dictionary(uniqueKeysWithValues: Self.filterExamples)
        return [
            HelpTopic.Section(title: "Conditions", rows: fields + [order]),
            section("Together", Self.filterExamples.map(\.0)) { text in
                _ = try TodoFilter.parse(text, now: now, timeZone: timeZone, settings: settings)
                return meanings[text]
            },
        ]
    }

    static let filterExamples: [(String, String)] = [
        ("due:..today", "due until today, the overdue ones too"),
        ("tag:home,shop", "with one of these tags"),
        ("tag:home tag:shop", "with both"),
        ("list:Work (due:week or priority:high)", "or, in parentheses"),
        ("list:\"Kitchen floor\"", "a name with a space, in quotation marks"),
        ("-is:blocked", "a minus, or not, turns the next condition round"),
        ("milk", "a word without a field is text"),
        ("due:any sort:due,-priority", "in an order"),
        ("@today-work", "a view: a filter that is kept under a name"),
    ]
}
