import Basics

/// The days of a month that match BYMONTH, BYMONTHDAY and BYDAY, as a mask whose first bit is the first of the month.
struct MonthFilter: Sendable {
    /// Bit 1 for January to bit 12.
    private let months: UInt16
    /// For months of 28 to 31 days.
    private let monthDays: [UInt64]
    /// Bit 0 for Monday to bit 6.
    private let weekdays: UInt64
    private let numbered: [RecurrenceRule.Weekday]

    /// - Parameter weekdays: nil for all.
    init(months: [Int], monthDays: [Int], weekdays: [RecurrenceRule.Weekday]?) {
        self.months = months.isEmpty ? .max : months.reduce(0) { $0 | 1 << UInt16($1) }
        self.monthDays = (28...31).map { length in
            let whole: UInt64 = 1 << UInt64(length) - 1
            guard !monthDays.isEmpty else { return whole }
            return whole
                & monthDays.reduce(0) { days, day in
                    let offset = day > 0 ? day - 1 : length + day
                    return offset < 0 ? days : days | 1 << UInt64(offset)
                }
        }
        self.weekdays = weekdays.map { $0.plainMask } ?? 0x7F
        numbered = weekdays?.filter { $0.number != nil } ?? []
    }

    /// Whether it matches all days of every month.
    var isOpen: Bool {
        months == .max && weekdays == 0x7F && monthDays[3].nonzeroBitCount == 31 && monthDays[0] == 0xFFF_FFFF
    }

    func allows(month: Int) -> Bool { months >> UInt16(month) & 1 == 1 }

    func allows(day: Int) -> Bool {
        let date = CivilDate(daysSince1970: day)
        guard allows(month: date.month) else { return false }
        let length = CivilDate.length(ofMonth: date.month, year: date.year)
        return mask(month: date.month, length: length, firstWeekday: Day.weekday(daysSince1970: day - date.day + 1))
            >> UInt64(date.day - 1) & 1 == 1
    }

    /// - Parameter firstWeekday: the weekday of the first, 0 for Monday.
    func mask(month: Int, length: Int, firstWeekday: Int) -> UInt64 {
        guard allows(month: month) else { return 0 }
        var mask = weekPattern(weekdays, firstWeekday: firstWeekday)
        for weekday in numbered {
            guard let day = weekday.offset(length: length, firstWeekday: firstWeekday) else { continue }
            mask |= 1 << UInt64(day)
        }
        return mask & monthDays[length - 28]
    }
}

extension RecurrenceRule.Weekday {
    /// The distance from the first day of a month or year of this length to the `number`th of these weekdays; nil if
    /// there are fewer.
    func offset(length: Int, firstWeekday: Int) -> Int? {
        guard let number else { return nil }
        let first = (day - 1 - firstWeekday + 7) % 7
        let count = (length - first + 6) / 7
        let index = number > 0 ? number - 1 : count + number
        return 0..<count ~= index ? first + 7 * index : nil
    }
}

extension [RecurrenceRule.Weekday] {
    /// Those without a number: bit 0 for Monday to bit 6.
    var plainMask: UInt64 { reduce(0) { $1.number == nil ? $0 | 1 << UInt64($1.day - 1) : $0 } }
}

/// 63 days with these weekdays, from a day with the weekday `firstWeekday` (0 for Monday).
func weekPattern(_ weekdays: UInt64, firstWeekday: Int) -> UInt64 {
    let week = (weekdays | weekdays << 7) >> UInt64(firstWeekday) & 0x7F
    return week &* 0x0102_0408_1020_4081
}

/// The greatest common divisor.
func commonDivisor(_ left: Int, _ right: Int) -> Int { right == 0 ? left : commonDivisor(right, left % right) }
