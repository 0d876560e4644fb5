/// The texts to type instead of a phrase that is not taken. Each is made of what the phrase says, and is understood as a date.
extension PhraseContext {
    /// `friday` for one of the next seven days, otherwise `5 mar` or `5 mar 2028`.
    func typed(_ day: Day) -> String {
        if day == today { return "today" }
        if (try? next(day.weekday)) == day { return Self.name(ofWeekday: day.weekday) }
        let text = "\(day.day) \(CalendarNames.short(CalendarNames.months[day.month - 1]).lowercased())"
        return (try? self.day(day.day, day.month)) == day ? text : "\(text) \(day.year)"
    }

    /// `friday 5pm`, `tomorrow evening`.
    func typed(_ date: PhraseDate) -> String {
        let isTomorrow = date.kind == .relative && date.day == today.adding(days: 1)
        let day = isTomorrow ? "tomorrow" : date.day.map { typed($0) }
        let parts = [day, date.time.map(Self.typed), date.time == nil ? date.part?.rawValue : nil]
        return parts.compactMap { $0 }.joined(separator: " ")
    }

    /// A text as the value of `due:` or `start:`, in quotes if it has several words.
    static func value(_ name: String, _ text: String) -> String {
        text.contains(" ") ? "\(name):\"\(text)\"" : "\(name):\(text)"
    }

    /// `5pm` or `17:30`. An hour that may be in either half of the day is one that people are awake in.
    static func typed(_ time: PhraseTime) -> String {
        var minutes = time.minutes
        let isBare = [.hour, .colon].contains(time.form) || time.from != nil && time.isBare
        if isBare, 60..<420 ~= minutes { minutes += 720 }
        let (hour, minute) = (minutes / 60, minutes % 60)
        guard minute == 0 else { return "\(hour):\(minute < 10 ? "0" : "")\(minute)" }
        if hour % 12 == 0 { return hour == 12 ? "noon" : "midnight" }
        return hour < 12 ? "\(hour)am" : "\(hour - 12)pm"
    }

    static func typed(_ span: Span) -> String {
        switch span {
        case .days(let days) where days > 0 && days % 7 == 0: count(days / 7, "week")
        case .days(let days): count(days, "day")
        case .months(let months) where months > 0 && months % 12 == 0: count(months / 12, "year")
        case .months(let months): count(months, "month")
        case .seconds(let seconds) where seconds % 3600 == 0: count(seconds / 3600, "hour")
        case .seconds(let seconds): count(seconds / 60, "minute")
        }
    }

    static func count(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }

    static func name(ofWeekday number: Int) -> String { CalendarNames.weekdays[number - 1].lowercased() }
    static func name(ofMonth number: Int) -> String { CalendarNames.months[number - 1].lowercased() }

    /// `mon, wed and fri`.
    static func list(ofWeekdays days: [Int]) -> String {
        let names = days.map { CalendarNames.short(CalendarNames.weekdays[$0 - 1]).lowercased() }
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// The first day of a season of the northern half of the world.
    static func firstDay(ofSeason name: Substring) -> String {
        switch name {
        case "spring": "1 march"
        case "summer": "1 june"
        case "winter": "1 december"
        default: "1 september"
        }
    }

    /// `2027-W12` for the next week of this number.
    func typed(week number: Int) -> String {
        guard let monday = try? Day.monday(ofWeek: number, year: today.year) else { return "" }
        let isPast = monday.adding(days: 6) < today
        return "\(today.year + (isPast ? 1 : 0))-W\(number < 10 ? "0" : "")\(number)"
    }

    /// The week of `w12`, or the end of the quarter `q1`.
    func typed(numberedPeriod word: Substring) -> String {
        guard let number = Int(word.dropFirst()) else { return "" }
        guard word.first == "q" else { return typed(week: number) }
        return "end of \(Self.name(ofMonth: number * 3))"
    }

    /// How a repetition is said that comes several times a unit.
    static func advice(times: Int, _ unit: PhraseUnit) -> String {
        switch (unit, times) {
        case (.week, 2): "every mon and thu"
        case (.week, 3): "every mon, wed and fri"
        case (.week, 4): "every mon, tue, thu and fri"
        case (.week, 5): "every weekday"
        case (.month, 2): "every 1st and 15th"
        case (.month, 3): "every 10 days"
        case (.year, 2): "every 6 months"
        case (.year, 3): "every 4 months"
        case (.year, 4): "every 3 months"
        case (.day, 2): "two to-dos, each with its time"
        default: "a to-do for each of them"
        }
    }
}

extension PhraseUnit {
    var name: String {
        switch self {
        case .day: "day"
        case .week: "week"
        case .fortnight: "fortnight"
        case .month: "month"
        case .quarter: "quarter"
        case .year: "year"
        case .hour: "hour"
        case .minute: "minute"
        }
    }
}
