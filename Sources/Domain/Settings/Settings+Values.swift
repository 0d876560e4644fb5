import Foundation

// How single values are written.
extension Settings {
    /// The order as filters write it; nil for the usual one.
    var orderText: String? {
        order.isEmpty ? nil : String(TodoFilter(order: order).description.dropFirst("sort:".count))
    }

    /// Parses `due,-priority`.
    static func order(_ text: String) throws -> [SortTerm<Todo>] {
        // No other part of a filter can follow without white space.
        let text = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
            .joined(separator: ",")
        guard !text.unicodeScalars.contains(where: \.properties.isWhitespace) else {
            throw TodoError(.badSetting, "An order has commas between its parts: due,-priority.")
        }
        return try TodoFilter.parse("sort:" + text, now: Date(timeIntervalSince1970: 0), timeZone: .gmt).order
    }
}

extension PhraseSettings.Weekday {
    /// The English name in small letters.
    var name: String { CalendarNames.weekdays[rawValue - 1].lowercased() }
}

extension ClockTime {
    /// Parses `9`, `9:30`, `21:30:00`, `9am`. A bare hour is one of 0 to 23: a setting is no phrase, in which it could be a
    /// number of anything.
    static func setting(_ text: String) throws -> ClockTime {
        let word = text.lowercased()
        if let hour = Int(word), word.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), word.utf8.count <= 2 {
            return try ClockTime(hour: hour, minute: 0)
        }
        guard let time = try parse(Substring(word)), time != .endOfDay else {
            throw TodoError(.badSetting, "“\(text.excerpt)” is not a time of day, such as 9, 9:30 or 18:00.")
        }
        return time
    }
}

/// The words of an alias, as a shell would separate them: white space between words, quotation marks around what has some,
/// a backslash before a quotation mark or another backslash.
package enum AliasWords {
    /// The words; nil if a quotation has no end.
    static func split(_ text: String) -> [String]? {
        var (words, word, isWord, isQuoted) = ([String](), String.UnicodeScalarView(), false, false)
        var scalars = text.unicodeScalars.makeIterator()
        while let scalar = scalars.next() {
            switch scalar {
            case "\"": (isQuoted, isWord) = (!isQuoted, true)
            case "\\":
                word.append(scalars.next() ?? scalar)
                isWord = true
            case _ where scalar.properties.isWhitespace && !isQuoted:
                if isWord { words.append(String(word)) }
                word = String.UnicodeScalarView()
                isWord = false
            default:
                word.append(scalar)
                isWord = true
            }
        }
        if isWord { words.append(String(word)) }
        return isQuoted ? nil : words
    }

    /// The text of words.
    package static func text(_ words: [String]) -> String {
        words.map { word in
            let isBare = !word.isEmpty && !word.unicodeScalars.contains { $0 == "\"" || $0.properties.isWhitespace }
            return isBare ? word.replacing(scalar: "\\", with: "\\\\") : FilterQuotation.of(word)
        }.joined(separator: " ")
    }
}
