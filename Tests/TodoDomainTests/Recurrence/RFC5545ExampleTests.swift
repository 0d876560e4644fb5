import Foundation
import Testing
import TodoDomain

@Suite("The examples of RFC 5545, section 3.8.5.3")
struct RFC5545ExampleTests {
    /// Each at 9:00 in New York. `dates` are the first ones, month by month; a rule with an end has no others.
    @Test(
        "a rule has the dates that the RFC lists",
        arguments: [
            ("FREQ=DAILY;COUNT=10", "1997-09: 2 3 4 5 6 7 8 9 10 11"),
            ("FREQ=DAILY;INTERVAL=2", "1997-09: 2 4 6 8 10 12 14 16 18 20 22 24 26 28 30; 1997-10: 2 4 6"),
            ("FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09: 2 12 22; 1997-10: 2 12"),
            ("FREQ=WEEKLY;COUNT=10", "1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4"),
            (
                "FREQ=WEEKLY;UNTIL=19971224T000000Z",
                "1997-09: 2 9 16 23 30; 1997-10: 7 14 21 28; 1997-11: 4 11 18 25; 1997-12: 2 9 16 23"
            ),
            (
                "FREQ=WEEKLY;INTERVAL=2;WKST=SU",
                "1997-09: 2 16 30; 1997-10: 14 28; 1997-11: 11 25; 1997-12: 9 23; 1998-01: 6 20; 1998-02: 3 17"
            ),
            ("FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH", "1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2"),
            ("FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH", "1997-09: 2 4 9 11 16 18 23 25 30; 1997-10: 2"),
            (
                "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
                """
                1997-09: 1 3 5 15 17 19 29; 1997-10: 1 3 13 15 17 27 29 31; 1997-11: 10 12 14 24 26 28; \
                1997-12: 8 10 12 22
                """
            ),
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09: 2 4 16 18 30; 1997-10: 2 14 16"),
            (
                "FREQ=MONTHLY;COUNT=10;BYDAY=1FR",
                """
                1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5; 1998-01: 2; 1998-02: 6; 1998-03: 6; 1998-04: 3; \
                1998-05: 1; 1998-06: 5
                """
            ),
            ("FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997-09: 5; 1997-10: 3; 1997-11: 7; 1997-12: 5"),
            (
                "FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU",
                "1997-09: 7 28; 1997-11: 2 30; 1998-01: 4 25; 1998-03: 1 29; 1998-05: 3 31"
            ),
            (
                "FREQ=MONTHLY;COUNT=6;BYDAY=-2MO",
                "1997-09: 22; 1997-10: 20; 1997-11: 17; 1997-12: 22; 1998-01: 19; 1998-02: 16"
            ),
            (
                "FREQ=MONTHLY;BYMONTHDAY=-3",
                "1997-09: 28; 1997-10: 29; 1997-11: 28; 1997-12: 29; 1998-01: 29; 1998-02: 26"
            ),
            (
                "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15",
                "1997-09: 2 15; 1997-10: 2 15; 1997-11: 2 15; 1997-12: 2 15; 1998-01: 2 15"
            ),
            (
                "FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1",
                "1997-09: 30; 1997-10: 1 31; 1997-11: 1 30; 1997-12: 1 31; 1998-01: 1 31; 1998-02: 1"
            ),
            (
                "FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15",
                "1997-09: 10 11 12 13 14 15; 1999-03: 10 11 12 13"
            ),
            (
                "FREQ=MONTHLY;INTERVAL=2;BYDAY=TU",
                "1997-09: 2 9 16 23 30; 1997-11: 4 11 18 25; 1998-01: 6 13 20 27; 1998-03: 3 10 17 24 31"
            ),
            (
                "FREQ=YEARLY;COUNT=10;BYMONTH=6,7",
                """
                1997-06: 10; 1997-07: 10; 1998-06: 10; 1998-07: 10; 1999-06: 10; 1999-07: 10; 2000-06: 10; \
                2000-07: 10; 2001-06: 10; 2001-07: 10
                """
            ),
            (
                "FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3",
                """
                1997-03: 10; 1999-01: 10; 1999-02: 10; 1999-03: 10; 2001-01: 10; 2001-02: 10; 2001-03: 10; \
                2003-01: 10; 2003-02: 10; 2003-03: 10
                """
            ),
            (
                "FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200",
                """
                1997-01: 1; 1997-04: 10; 1997-07: 19; 2000-01: 1; 2000-04: 9; 2000-07: 18; 2003-01: 1; 2003-04: 10; \
                2003-07: 19; 2006-01: 1
                """
            ),
            ("FREQ=YEARLY;BYDAY=20MO", "1997-05: 19; 1998-05: 18; 1999-05: 17"),
            ("FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "1997-05: 12; 1998-05: 11; 1999-05: 17"),
            ("FREQ=YEARLY;BYMONTH=3;BYDAY=TH", "1997-03: 13 20 27; 1998-03: 5 12 19 26; 1999-03: 4 11 18 25"),
            (
                "FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8",
                "1997-06: 5 12 19 26; 1997-07: 3 10 17 24 31; 1997-08: 7 14 21 28; 1998-06: 4 11 18 25"
            ),
            (
                "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
                "1998-02: 13; 1998-03: 13; 1998-11: 13; 1999-08: 13; 2000-10: 13"
            ),
            (
                "FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13",
                """
                1997-09: 13; 1997-10: 11; 1997-11: 8; 1997-12: 13; 1998-01: 10; 1998-02: 7; 1998-03: 7; 1998-04: 11; \
                1998-05: 9; 1998-06: 13
                """
            ),
            (
                "FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8",
                "1996-11: 5; 2000-11: 7; 2004-11: 2"
            ),
            ("FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3", "1997-09: 4; 1997-10: 7; 1997-11: 6"),
            (
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2",
                "1997-09: 29; 1997-10: 30; 1997-11: 27; 1997-12: 30; 1998-01: 29; 1998-02: 26; 1998-03: 30"
            ),
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08: 5 10 19 24"),
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08: 5 17 19 31"),
            ("FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5", "2007-01: 15 30; 2007-02: 15; 2007-03: 15 30"),
        ])
    func lists(text: String, dates: String) throws {
        let listed = try dates.split(separator: "; ").flatMap { month in
            let parts = month.split(separator: ": ")
            return try parts[1].split(separator: " ").map { day in
                try #require(Day("\(parts[0])-\(day.count < 2 ? "0" : "")\(day)"))
            }
        }
        // Friday 13th is the one example whose DTSTART is not a date of its rule.
        let start =
            text.contains("BYMONTHDAY=13") && text.contains("FR") ? try Day(year: 1997, month: 9, day: 2) : listed[0]
        let dates = try ours(text, from: start)
        let found = Array(dates.dates(from: start).prefix(dates.rule.end == nil ? listed.count : listed.count + 1))
        #expect(found == listed, "\(text)")
    }

    @Test("every day in January for three years, in either way, is 93 days")
    func january() throws {
        let start = try Day(year: 1998, month: 1, day: 1)
        for text in [
            "FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA",
            "FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1",
        ] {
            let found = Array(try ours(text, from: start).dates(from: start))
            #expect(found.count == 93 && found.allSatisfy { $0.month == 1 })
            #expect(found.last == (try Day(year: 2000, month: 1, day: 31)))
        }
    }

    @Test("a day before an UNTIL at midnight in UTC is the last one")
    func until() throws {
        let start = try Day(year: 1997, month: 9, day: 2)
        let found = Array(try ours("FREQ=DAILY;UNTIL=19971224T000000Z", from: start).dates(from: start))
        #expect(found.count == 113)
        #expect(found.last == (try Day(year: 1997, month: 12, day: 23)))
    }

    @Test(
        "what repeats within a day is not computed",
        arguments: [
            "FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T170000Z", "FREQ=MINUTELY;INTERVAL=15;COUNT=6",
            "FREQ=MINUTELY;INTERVAL=90;COUNT=4", "FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40",
            "FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16",
        ])
    func withinADay(text: String) {
        expectTodoError(.recurrenceNotComputed) { try RecurrenceRule(text) }
    }

    /// The dates of a rule for 9:00 in New York.
    private func ours(_ text: String, from start: Day) throws -> RecurrenceDates {
        let midnight = start.start(in: try zone("America/New_York"))
        let due = Due.instant(midnight + 9 * 3600, try zone("America/New_York"))
        return try RecurrenceRule(text).endingOnDay(for: due).dates(from: start)
    }
}
