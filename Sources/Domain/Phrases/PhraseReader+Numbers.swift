import Basics

/// Dates that are written with numbers.
extension PhraseReader {
    /// `2026-W50`, which is its Monday.
    mutating func weekOfYear() throws -> Day? {
        let week = words.first.flatMap { word in
            DigitScanner.scan(word) { scanner -> (year: Int, number: Int)? in
                guard let year = scanner.number(digits: 4), scanner.take("-"), scanner.take("w"),
                    let number = scanner.number(digits: 2), scanner.isAtEnd
                else { return nil }
                return (year, number)
            }
        }
        guard let week else { return nil }
        words.skip(1)
        return try Day.monday(ofWeek: week.number, year: week.year)
    }

    /// `21.11.2026`; a two-digit year could be a day and is not accepted.
    func dottedDate(_ word: Substring) throws -> Day? {
        guard let date = dotted(word), let year = date.year else { return nil }
        return try Day(year: year, month: date.month, day: date.day)
    }

    /// `31.12.`: the next such day, today included.
    func dottedDay(_ word: Substring) throws -> Day? {
        guard let date = dotted(word), date.year == nil else { return nil }
        return try next(date.day, date.month)
    }

    private func dotted(_ word: Substring) -> (day: Int, month: Int, year: Int?)? {
        DigitScanner.scan(word) { scanner in
            guard let day = scanner.number(digits: 1...2), scanner.take("."),
                let month = scanner.number(digits: 1...2), scanner.take(".")
            else { return nil }
            let year = scanner.number(digits: 4)
            return scanner.isAtEnd ? (day, month, year) : nil
        }
    }

    /// `20261224`.
    func basicDate(_ word: Substring) throws -> Day? {
        guard word.utf8.count == 8, let date = DateTimeText(word, .basic)?.date else { return nil }
        return try Day(year: date.year, month: date.month, day: date.day)
    }

    /// `2026/12/24`, and `24/12` or `12/24/2026` where only one of the numbers can be the month, or the settings say which.
    /// - Throws: ``TodoError`` with code `usage` where both can.
    func slashedDate(_ word: Substring) throws -> Day? {
        let numbers = word.split(separator: "/", omittingEmptySubsequences: false)
        guard 2...3 ~= numbers.count, numbers.allSatisfy({ $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }) else {
            return nil
        }
        let lengths = numbers.map(\.utf8.count)
        let values = numbers.compactMap { Int($0) }
        if lengths.first == 4, lengths.count == 3, lengths.dropFirst().allSatisfy({ 1...2 ~= $0 }) {
            return try Day(year: values[0], month: values[1], day: values[2])
        }
        guard lengths.prefix(2).allSatisfy({ 1...2 ~= $0 }), lengths.count == 2 || lengths[2] == 4 else { return nil }
        func day(_ order: PhraseSettings.SlashOrder) throws -> Day {
            let (day, month) = order == .dayFirst ? (values[0], values[1]) : (values[1], values[0])
            return lengths.count == 2 ? try next(day, month) : try Day(year: values[2], month: month, day: day)
        }
        if let order = settings.slashOrder { return try day(order) }
        let (dayFirst, monthFirst) = (try? day(.dayFirst), try? day(.monthFirst))
        guard let only = dayFirst ?? monthFirst else {
            throw TodoError(.impossibleDay, "There is no day \(word), whichever of the numbers is the month.")
        }
        if let dayFirst, let monthFirst, dayFirst != monthFirst {
            throw DuePhrase.twoMeanings(word, dayFirst, monthFirst)
        }
        return only
    }

    /// `21`, `21st`.
    func dayOfMonth(_ word: Substring) -> Int? {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard let number = DigitScanner.scan(digits, { $0.number(digits: 1...2) }) else { return nil }
        let rest = word.dropFirst(digits.count)
        return rest.isEmpty || rest == PhraseLexicon.ordinalEnding(number) && digits == String(number) ? number : nil
    }
}
