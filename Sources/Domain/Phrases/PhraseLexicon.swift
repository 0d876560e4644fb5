/// The kinds of words that rows of ``PhraseGrammar`` name in angle brackets.
enum WordClass: Int, CaseIterable {
    case any, atclock, basic, clock, count, day, days, decimal, dlist, dm, dmon, dmy, drange, glued, glm, h30, half,
        hours, hourw, int
    case iso, midmonth, mond, month, moment, n, nums, olist, ord, ordw, part, period, plus, seconds, signed, signedm,
        slash, stray
    case time4, todayplus, trange, unit, week, wnn, year, ym, ymd

    /// The classes by their names in patterns. The names are written down once more, because to print a case would ask the
    /// runtime for four conformances, which costs as much as a tenth of the table.
    static let named: [Substring: WordClass] = {
        let text = """
            any atclock basic clock count day days decimal dlist dm dmon dmy drange glued glm h30 half hours hourw int \
            iso midmonth mond month moment n nums olist ord ordw part period plus seconds signed signedm slash stray \
            time4 todayplus trange unit week wnn year ym ymd
            """
        let names = text.utf8.split(separator: UInt8(ascii: " ")).map(Substring.init)
        assert(names.elementsEqual(allCases.map { Substring("\($0)") }), "a class of words has another name")
        return [Substring: WordClass](uniqueKeysWithValues: zip(names, allCases))
    }()
}

/// The meanings of single words, in small letters.
enum PhraseLexicon {
    typealias Meaning = (class: WordClass, value: PhraseValue)

    /// All meanings of a word.
    static func meanings(of word: Substring) -> [Meaning] {
        if let known = words[word] { return known }
        guard let first = word.utf8.first, word.utf8.count <= 40 else { return [] }
        let isDigit = { (byte: UInt8) in 0x30...0x39 ~= byte }
        if isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "@") { return numeric(word) }
        if let date = monthAndNumber(word) { return [date] }
        if word.utf8.count <= 4, word.utf8.contains(where: isDigit) { return numberedPeriod(word) }
        if word.hasPrefix("today+") {
            return numeric(word.dropFirst(5)).compactMap { $0.class == .signed ? (.todayplus, $0.value) : nil }
        }
        return listed(word)
    }

    static func weekday(_ word: Substring) -> Int? { CalendarNames.weekday(word) }
    static func month(_ word: Substring) -> Int? { CalendarNames.month(word) }
    /// Whether a word is a weekday or a month, with or without a final `s`.
    static func isWeekday(_ word: Substring) -> Bool { names[word] == .day }
    static func isMonth(_ word: Substring) -> Bool { names[word] == .month }

    static func ordinal(_ word: Substring) -> Int? {
        anyOrdinal(WordShape(word)).flatMap { 1...31 ~= $0 ? $0 : nil }
    }

    /// The number of `21st`, and also of `32nd`, which no month has.
    private static func anyOrdinal(_ shape: WordShape) -> Int? {
        guard shape.numbers.count == 1, shape.between[0].isEmpty, shape.digits[0] == (shape.numbers[0] > 9 ? 2 : 1)
        else { return nil }
        return shape.between[1] == ordinalEnding(shape.numbers[0]) ? shape.numbers[0] : nil
    }

    /// The ending of an ordinal number: `st` for 1.
    static func ordinalEnding(_ number: Int) -> Substring {
        switch (number % 10, number / 10) {
        case (_, 1): "th"
        case (1, _): "st"
        case (2, _): "nd"
        case (3, _): "rd"
        default: "th"
        }
    }

    static let units: [Substring: PhraseUnit] = {
        var units: [Substring: PhraseUnit] = [:]
        let table: [(PhraseUnit, String)] = [
            (.day, "d day days"), (.week, "w wk wks week weeks"), (.fortnight, "fortnight fortnights"),
            (.month, "mo month months"), (.quarter, "quarter quarters"), (.year, "y yr yrs year years"),
            (.hour, "h hr hrs hour hours"), (.minute, "min mins minute minutes"),
        ]
        for (unit, names) in table { for name in names.split(separator: " ") { units[name] = unit } }
        return units
    }()

    static let periods: [Substring: CalendarPeriod] = [
        "week": .week, "month": .month, "quarter": .quarter, "year": .year,
    ]

    private static let names: [Substring: WordClass] = {
        var names: [Substring: WordClass] = [:]
        for name in CalendarNames.weekdays.map({ $0.lowercased() }) {
            (names[Substring(name)], names[name.prefix(3)]) = (.day, .day)
        }
        for name in ["tues", "weds", "thur", "thurs"] { names[Substring(name)] = .day }
        for name in CalendarNames.months.map({ $0.lowercased() }) {
            (names[Substring(name)], names[name.prefix(3)]) = (.month, .month)
        }
        names["sept"] = .month
        return names
    }()

    private static let words: [Substring: [Meaning]] = {
        var words: [Substring: [Meaning]] = [:]
        func add(_ word: Substring, _ kind: WordClass, _ value: PhraseValue) {
            words[word, default: []].append((kind, value))
        }
        for (name, kind) in names {
            if kind == .day, let day = CalendarNames.weekday(name) {
                add(name, .day, .number(day))
                if names[name + "s"] == nil { add(name + "s", .days, .number(day)) }
            } else if let month = CalendarNames.month(name) {
                add(name, .month, .number(month))
                add("mid-" + name, .midmonth, .number(month))
            }
        }
        let numbers = [
            "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ]
        for (index, name) in numbers.enumerated() {
            add(Substring(name), .count, .number(index + 1))
            add(Substring(name), .n, .number(index + 1))
            add(Substring(name), .hourw, .number(index + 1))
        }
        let more = [
            ("thirteen", 13), ("fourteen", 14), ("fifteen", 15), ("twenty", 20), ("thirty", 30), ("forty", 40),
            ("forty-five", 45), ("fifty", 50), ("sixty", 60), ("ninety", 90),
        ]
        for (name, number) in more { add(Substring(name), .n, .number(number)) }
        for name in ["a", "an"] { add(Substring(name), .n, .number(1)) }
        for (index, name) in ["first", "second", "third", "fourth", "fifth"].enumerated() {
            add(Substring(name), .ordw, .number(index + 1))
        }
        add("last", .ordw, .number(-1))
        let ordinals = """
            sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth \
            eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth \
            twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first
            """
        for (index, name) in ordinals.split(separator: " ").enumerated() {
            add(name, .ord, .number(index + 6))
        }
        for (name, unit) in units where name.utf8.count > 1 { add(name, .unit, .unit(unit)) }
        for name in periods.keys { add(name, .period, .word(name)) }
        for part in [DayPart.morning, .afternoon, .evening, .night] {
            add(Substring(part.rawValue), .part, .word(Substring(part.rawValue)))
        }
        add("mornings", .part, .word("morning"))
        add("afternoons", .part, .word("afternoon"))
        add("evenings", .part, .word("evening"))
        add("nights", .part, .word("night"))
        for (name, minutes) in [("noon", 720), ("midday", 720), ("midnight", 0)] {
            add(Substring(name), .clock, .time(PhraseTime(minutes: minutes, form: .word)))
        }
        return words
    }()

    /// The time of `5pm`, `17:00`, `17:00:30`, `14.30` or `17h`; nil for anything else.
    static func clock(_ word: Substring) -> PhraseTime? { clock(WordShape(word), word) }

    private static func clock(_ shape: WordShape, _ word: Substring) -> PhraseTime? {
        if shape.numbers.count == 1, 3...4 ~= shape.digits[0], shape.between[0].isEmpty,
            let isLate = half(shape.between[1])
        {
            return clock(hour: shape.numbers[0] / 100, minute: shape.numbers[0] % 100, isLate: isLate)
        }
        guard shape.between[0].isEmpty, let hour = shape.numbers.first, shape.digits[0] < 3, shape.numbers.count < 4
        else { return nil }
        let last = shape.between[shape.between.count - 1]
        let marks = shape.between.dropFirst().dropLast()
        guard shape.digits.dropFirst().allSatisfy({ $0 == 2 }) else { return nil }
        let (minute, second) = (shape.numbers.dropFirst().first ?? 0, shape.numbers.dropFirst(2).first ?? 0)
        if let isLate = half(last) {
            guard marks.allSatisfy({ $0 == ":" }) || marks == ["."] else { return nil }
            guard second < 60 else { return PhraseTime(minutes: 0, form: .impossible) }
            return clock(hour: hour, minute: minute, second: second, isLate: isLate)
        }
        if shape.numbers.count == 1 {
            return last == "h" && hour < 25 ? PhraseTime(minutes: hour * 60, form: .glued) : nil
        }
        guard last.isEmpty || last == "h" && marks == [":"], let mark = marks.first,
            mark == ":" || shape.numbers.count == 2 && (mark == "." || mark == "h"),
            marks.last == mark
        else { return nil }
        guard hour < 24, minute < 60, second < 60 else {
            return mark == ":" ? PhraseTime(minutes: 0, form: .impossible) : nil
        }
        let isFull =
            mark == "h" || last == "h" || shape.digits[0] == 2 && word.utf8.first == UInt8(ascii: "0") || hour > 12
        return PhraseTime(
            minutes: hour * 60 + minute, seconds: second, form: mark == "." ? .dot : isFull ? .full : .colon)
    }

    /// A time with `am` or `pm`.
    private static func clock(hour: Int, minute: Int, second: Int = 0, isLate: Bool) -> PhraseTime {
        guard 1...12 ~= hour, minute < 60 else { return PhraseTime(minutes: 0, form: .impossible) }
        return PhraseTime(minutes: (hour % 12 + (isLate ? 12 : 0)) * 60 + minute, seconds: second, form: .full)
    }

    /// Whether `am` or `pm` means the second half of the day; nil for any other word.
    private static func half(_ word: Substring) -> Bool? {
        switch word {
        case "am", "a.m", "a.m.": false
        case "pm", "p.m", "p.m.": true
        default: nil
        }
    }

    /// The range from one time to another. A start without a half of the day takes it from the end.
    static func range(_ start: PhraseTime, _ end: PhraseTime, allowsDots: Bool) -> PhraseTime? {
        // 3.11 to 3.12 are versions.
        guard allowsDots || start.form != .dot && end.form != .dot else { return nil }
        var (from, until, form) = (start.minutes, end.minutes, start.form)
        // A bare hour is the next one of the clock: 10am to 2.
        if end.form == .hour, form == .full || form == .word, until <= min(from, 720) { until += 720 }
        if form == .hour || form == .colon, end.form == .full {
            if end.minutes >= 720, from + 720 < end.minutes, from < 720 { from += 720 }
            form = .full
        }
        // Bare hours are those of the day until the afternoon begins: 10 to 12, but not 2 to 4.
        let isBare = form == .hour || form == .colon && end.form == .hour
        let isDoubtful =
            isBare && from < 7 * 60 || until <= from || form == .impossible || end.form == .impossible
        return PhraseTime(minutes: until, form: .range, from: from, isDoubtful: isDoubtful, isBare: isBare)
    }

    /// The meanings of `w12` and `q1`.
    private static func numberedPeriod(_ word: Substring) -> [Meaning] {
        let shape = WordShape(word)
        guard shape.numbers.count == 1, shape.between[1].isEmpty else { return [] }
        let isPeriod =
            shape.between[0] == "w" && shape.digits[0] < 3
            || shape.between[0] == "q" && 1...4 ~= shape.numbers[0] && shape.digits[0] == 1
        return isPeriod ? [(.wnn, .word(word))] : []
    }

    /// The meaning of `dec18` and `dec-18`.
    private static func monthAndNumber(_ word: Substring) -> Meaning? {
        guard word.utf8.last.map({ 0x30...0x39 ~= $0 }) == true else { return nil }
        let shape = WordShape(word)
        guard shape.numbers.count == 1, shape.digits[0] < 3, let month = month(named: shape.between[0]) else {
            return nil
        }
        return (.mond, .numbers([shape.numbers[0], month]))
    }

    /// The month whose name is beside a number of the same word, with or without a hyphen between them.
    private static func month(named text: Substring) -> Int? {
        month(text.hasPrefix("-") ? text.dropFirst() : text.hasSuffix("-") ? text.dropLast() : text)
    }

    /// The meanings of `mon-fri`, `mon/fri` and `1st&15th`.
    private static func listed(_ word: Substring) -> [Meaning] {
        var result: [Meaning] = []
        if word.utf8.contains(where: { $0 == UInt8(ascii: "-") || $0 > 0x7F }) {
            let ends = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
            if ends.count == 2, let first = weekday(ends[0]), let last = weekday(ends[1]) {
                result.append((.drange, .numbers(days(first, last))))
            }
        }
        let parts = word.split(omittingEmptySubsequences: false) { "/&,".contains($0) }
        if parts.count > 1 {
            let days = parts.compactMap(weekday)
            if days.count == parts.count { result.append((.dlist, .numbers(days))) }
        }
        return result
    }

    /// The weekdays from one to another.
    static func days(_ first: Int, _ last: Int) -> [Int] {
        (0...(last - first + 7) % 7).map { (first - 1 + $0) % 7 + 1 }
    }

    private static func numeric(_ word: Substring) -> [Meaning] {
        if word.first == "@" {
            let named: PhraseTime? = word == "@noon" ? PhraseTime(minutes: 720, form: .word) : nil
            let time = named ?? clock(word.dropFirst()) ?? hour(word.dropFirst())
            return time.map { [(.atclock, .time($0))] } ?? []
        }
        let shape = WordShape(word)
        var result: [Meaning] = []
        if let time = clock(shape, word) {
            result.append((shape.numbers.count > 2 ? .seconds : .clock, .time(time)))
        }
        let marks = shape.between.dropFirst().dropLast()
        guard let last = shape.between.last else { return result }
        if last == "a" || last == "p", shape.between[0].isEmpty, shape.digits[0] < 3, 1...12 ~= shape.numbers[0],
            shape.numbers.count == 1 || shape.numbers.count == 2 && marks == [":"] && shape.digits[1] == 2
        {
            let minute = shape.numbers.count > 1 ? shape.numbers[1] : 0
            result.append((.half, .time(clock(hour: shape.numbers[0], minute: minute, isLate: last == "p"))))
        }
        if word.first == "+" {
            guard shape.between[0] == "+", shape.numbers.count == 1, shape.digits[0] < 10 else { return result }
            let count = shape.numbers[0]
            if last.isEmpty { return [(.plus, .number(count))] }
            if last == "m" { return [(count < 13 ? .signedm : .signed, .amount(count, .minute))] }
            return units[last].map { [(.signed, .amount(count, $0))] } ?? []
        }
        guard shape.between[0].isEmpty else { return result }
        switch (shape.numbers.count, last) {
        case (1, ""):
            let (number, digits) = (shape.numbers[0], shape.digits[0])
            if digits < 10 {
                result += [(.count, .number(number)), (.n, .number(number))]
                if digits < 3 { result.append((.int, .number(number))) }
            }
            if digits == 8 { result.append((.basic, .number(number))) }
            if digits == 4, 1900..<2200 ~= number { result.append((.year, .number(number))) }
            if digits == 4, number / 100 < 24, number % 100 < 60 {
                let time = PhraseTime(minutes: number / 100 * 60 + number % 100, form: .full)
                result.append((.time4, .time(time)))
            }
        case (1, _):
            if let number = anyOrdinal(shape) {
                let isDay = 1...31 ~= number
                result += isDay ? [(.ord, .number(number)), (.ordw, .number(number))] : [(.stray, .number(number))]
            } else if last == "ish", shape.digits[0] < 3, case .time(let time)? = PhraseValue.hour(shape.numbers[0]) {
                result.append((.clock, .time(time)))
            } else if shape.digits[0] < 3, let month = month(named: last) {
                result.append((.dmon, .numbers([shape.numbers[0], month])))
            } else if last == "m", shape.digits[0] < 10 {
                result.append((.glm, .number(shape.numbers[0])))
            } else if let unit = units[last], shape.digits[0] < 10, last != "fortnight" {
                result.append((.glued, .amount(shape.numbers[0], unit)))
                if last == "h", shape.digits[0] == 2, shape.numbers[0] > 24 {
                    result.append((.hours, .number(shape.numbers[0])))
                }
            }
        case (2, _):
            let (first, second, mark) = (shape.numbers[0], shape.numbers[1], marks.first ?? "")
            let areShort = shape.digits[0] < 3 && shape.digits[1] < 3
            if mark == ".", areShort, last.isEmpty || last == "." { result.append((.dm, .numbers([first, second]))) }
            if mark == ".", last.isEmpty, second == 5, shape.digits[1] == 1 {
                result.append((.decimal, .number(first)))
            }
            if mark == "/", areShort, last.isEmpty { result.append((.slash, .numbers([first, second]))) }
            if last.isEmpty, let month = month(shape) { result.append((.ym, .numbers(month))) }
            if mark == "h", shape.digits[0] < 3, shape.digits[1] == 2, last.isEmpty || last == "m", second < 60 {
                result.append((.h30, .number(first * 60 + second)))
            }
            if mark == "-w", shape.digits == [4, 2], last.isEmpty {
                result.append((.week, .numbers([first, second])))
            }
            if mark == "-" || mark == "–", last.isEmpty { result.append((.nums, .word(word))) }
            if last.isEmpty, shape.digits[0] < 3, shape.digits[1] == 4, mark.count > 2,
                let month = month(named: mark.last == "-" ? mark.dropLast() : mark)
            {
                result.append((.dmon, .numbers([first, month, second])))
            }
        case (3, ""):
            let digits = shape.digits
            let marks = Array(marks)
            guard marks[0] == marks[1], digits[1] < 3 else { break }
            if marks[0] == "-", digits == [4, 2, 2] { result.append((.iso, .numbers(shape.numbers))) }
            if marks[0] == "/", digits[0] == 4, digits[2] < 3 { result.append((.ymd, .numbers(shape.numbers))) }
            guard digits[0] < 3 else { break }
            let numbers = shape.numbers + [digits[2]]
            if marks[0] == ".", digits[2] == 2 || digits[2] == 4 { result.append((.dmy, .numbers(numbers))) }
            if marks[0] == "-", digits[2] == 4 { result.append((.dmy, .numbers(numbers + [1]))) }
            if marks[0] == "/", digits[2] == 2 || digits[2] == 4 { result.append((.slash, .numbers(numbers))) }
        case (4, _):
            // A pair such as 3.4.-5.4.
            let isPair = shape.between[1] == "." && shape.between[3] == "." && [".-", ".–"].contains(shape.between[2])
            if isPair, last.isEmpty || last == "." { result.append((.nums, .word(word))) }
        default: break
        }
        if shape.numbers.count >= 5, shape.digits.prefix(3) == [4, 2, 2], word.contains("t") {
            result.append((.moment, .word(word)))
        }
        if shape.numbers.count > 1 {
            let parts = word.split(omittingEmptySubsequences: false) { "&/".contains($0) }
            let ordinals = parts.compactMap(ordinal)
            if parts.count > 1, ordinals.count == parts.count { result.append((.olist, .numbers(ordinals))) }
            if let range = range(word) { result.append((.trange, .time(range))) }
        }
        return result
    }

    /// The year and the month of `2026-12`, `2026/12`, `12/2026`.
    private static func month(_ shape: WordShape) -> [Int]? {
        let (first, second, mark) = (shape.numbers[0], shape.numbers[1], shape.between[1])
        guard mark == "-" || mark == "/" else { return nil }
        if shape.digits[0] == 4, shape.digits[1] < 3 { return [first, second] }
        return mark == "/" && shape.digits[0] < 3 && shape.digits[1] == 4 ? [second, first] : nil
    }

    /// The range of `14:00-15:30` or `3-4pm`.
    private static func range(_ word: Substring) -> PhraseTime? {
        guard word.contains(where: { $0 == ":" || $0 == "." || $0 == "m" }) else { return nil }
        let ends = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
        guard ends.count == 2, let start = clock(ends[0]) ?? hour(ends[0]), let end = clock(ends[1]) ?? hour(ends[1])
        else { return nil }
        return range(start, end, allowsDots: true)
    }

    private static func hour(_ word: Substring) -> PhraseTime? {
        let shape = WordShape(word)
        guard shape.numbers.count == 1, shape.between[0].isEmpty, shape.between[1].isEmpty, shape.numbers[0] < 24,
            shape.digits[0] < 3
        else { return nil }
        return PhraseTime(minutes: shape.numbers[0] * 60, form: .hour)
    }
}

/// The numbers in a word, and the text between them.
struct WordShape {
    private(set) var numbers: [Int] = []
    private(set) var digits: [Int] = []
    /// The text before the first number, between numbers, and after the last one. There is one more than there are numbers.
    private(set) var between: [Substring] = []

    init(_ word: Substring) {
        var start = word.startIndex
        let utf8 = word.utf8
        var index = start
        while index < word.endIndex {
            guard 0x30...0x39 ~= utf8[index] else {
                index = utf8.index(after: index)
                continue
            }
            between.append(word[start..<index])
            var (number, count) = (0, 0)
            while index < word.endIndex, 0x30...0x39 ~= utf8[index] {
                // No number of a phrase has more digits.
                if count < 9 { number = number * 10 + Int(utf8[index] - 0x30) }
                count += 1
                index = utf8.index(after: index)
            }
            numbers.append(number)
            digits.append(count)
            start = index
        }
        between.append(word[start...])
    }
}
