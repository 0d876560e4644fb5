import JSON
import Testing
import TodoDomain

@Suite("Estimates as they are typed")
struct EstimatePhraseTests {
    @Test(
        "a number alone is minutes; hours and minutes have their letters or words, in any case, with spaces or without",
        arguments: [
            ("90", 90), ("1", 1), ("90m", 90), ("45 min", 45), ("1 minute", 1), ("2h", 120), ("1h30", 90),
            ("1h30m", 90),
            ("1h 30m", 90), ("1 hour 30 minutes", 90), ("2 Hours", 120), ("0h45", 45), ("1h05", 65), ("PT1H30M", 90),
            ("PT90M", 90), ("P1DT2H", 1560), ("pt45m", 45), ("8760h", 525_600), (" 15 ", 15),
        ])
    func read(text: String, minutes: Int) throws {
        #expect(try EstimatePhrase.parse(text) == minutes)
    }

    @Test(
        "anything else is refused, with what was typed, and so is what is not within the limits",
        arguments: [
            "", "soon", "h", "1.5h", "-5", "1h60", "1h30x", "30m1h", "1d", "1:30", "PT30S", "-PT1H", "0", "0m",
            "525601",
            "8761h", "999999999h", "12345678901234567890", "1h12345678901234567890", "P99999999999D", "٣", "1 5",
            "1 h 3 0",
        ])
    func refused(text: String) {
        let error = #expect(throws: TodoError.self) { try EstimatePhrase.parse(text) }
        #expect(error?.code == .badEstimate, "\(text)")
    }

    @Test("the text of minutes is short, and is read as the same")
    func texts() throws {
        let texts = [1: "1m", 45: "45m", 60: "1h", 65: "1h05", 90: "1h30", 120: "2h", 525_600: "8760h"]
        for (minutes, text) in texts { #expect(EstimatePhrase.text(of: minutes) == text) }
        for minutes in [1, 59, 60, 61, 119, 600, 1440, 525_599, 525_600] {
            #expect(try EstimatePhrase.parse(EstimatePhrase.text(of: minutes)) == minutes)
            #expect(try EstimatePhrase.parse(EstimatePhrase.duration(of: minutes)) == minutes)
        }
        #expect(EstimatePhrase.duration(of: 90) == "PT1H30M" && EstimatePhrase.duration(of: 120) == "PT2H")
        #expect(EstimatePhrase.text(of: .min).hasSuffix("m") && EstimatePhrase.text(of: .max).contains("h"))
    }

    @Test("in the files of other programs a number alone has another unit, perhaps")
    func units() {
        #expect(EstimatePhrase.withUnit("90") == nil && EstimatePhrase.withUnit("90m") == 90)
        #expect(EstimatePhrase.withUnit("PT2H") == 120 && EstimatePhrase.withUnit("0m") == nil)
        #expect(EstimatePhrase.withUnit("") == nil && EstimatePhrase.withUnit("large") == nil)
    }

    @Test("a register that is no number of minutes, or beyond the limits, is empty")
    func register() {
        var content = Todo.Content()
        let numbers: [(of: Int64, read: Int?)] = [
            (1, 1), (0, nil), (90, 90), (-5, nil), (525_600, 525_600), (.max, nil),
        ]
        for (number, expected) in numbers {
            content.set("estimate", to: .integer(number))
            #expect(content.todo.estimate == expected)
        }
        content.set("estimate", to: "90")
        #expect(content.todo.estimate == nil)
    }

    private func query(_ filter: String) throws -> Query<Todo> {
        try todoFilter(filter).query(now: moment(saturday), timeZone: zone(zurich), names: FilterNames())
    }

    @Test("filters take ranges with both ends, any and none; what is not understood is refused")
    func filters() throws {
        func minutes(_ filter: String) throws -> [Int?] {
            let query = try query(filter)
            return [nil, 15, 60, 90, 120].filter { minutes in
                query.predicate.isMet(by: Todo(title: "x", estimate: minutes))
            }
        }
        #expect(try minutes("estimate:..1h30") == [15, 60, 90])
        #expect(try minutes("estimate:1h..") == [60, 90, 120] && minutes("estimate:\"1h 30m\"") == [90])
        #expect(try minutes("estimate:15,2h") == [15, 120] && minutes("estimate:20..100m") == [60, 90])
        #expect(try minutes("estimate:any") == [15, 60, 90, 120] && minutes("has:estimate") == [15, 60, 90, 120])
        #expect(try minutes("estimate:none") == [nil] && minutes("-estimate:..1h") == [nil, 90, 120])
        for wrong in ["estimate:soon", "estimate:2h..1h", "estimate:0", "estimate:..x", "estimate:1d"] {
            let error = #expect(throws: TodoError.self) { try query(wrong) }
            #expect(error?.code == .badFilter, "\(wrong)")
        }
    }
}
