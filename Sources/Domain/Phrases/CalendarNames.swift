/// The English names of days and months, for parsing and for display.
package enum CalendarNames {
    package static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    package static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    /// The number of a weekday, 1 for Monday, from its lower-case name or a usual abbreviation.
    package static func weekday(_ word: Substring) -> Int? {
        switch word {
        case "tues": 2
        case "weds": 3
        case "thur", "thurs": 4
        default: number(of: word, in: weekdays)
        }
    }

    /// The number of a month, 1 for January, from its lower-case name or a usual abbreviation.
    package static func month(_ word: Substring) -> Int? {
        word == "sept" ? 9 : number(of: word, in: months)
    }

    /// The first three letters, as in lists.
    package static func short(_ name: String) -> String { String(name.prefix(3)) }

    private static func number(of word: Substring, in names: [String]) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        return names.firstIndex { name in
            let name = name.lowercased()
            return word == name || word == name.prefix(3)
        }.map { $0 + 1 }
    }
}
