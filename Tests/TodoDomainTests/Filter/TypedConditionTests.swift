import Foundation
import TestSupport
import Testing
import TodoDomain

/// Values of fields that are typed by themselves, as in options.
@Suite("Filters: values of options")
struct TypedConditionTests {
    private func condition(_ field: TodoFilter.Field, _ text: String) throws -> TodoFilter.Condition {
        try TodoFilter.Condition(field, typed: text, now: moment("2026-11-21T10:00:00Z"), timeZone: .gmt)
    }

    @Test(
        "an option means what its field means in a filter",
        arguments: [
            (TodoFilter.Field.tag, "two words", #"tag:"two words""#), (.tag, "none", "tag:none"),
            (.tag, "home/", "tag:home/"), (.tag, "a, b", #"tag:"a, b""#), (.tag, "sh*p", "tag:sh*p"),
            (.list, "Work/Reports", "list:Work/Reports"), (.list, "inbox", "list:inbox"),
            (.list, "a..b", #"list:"a..b""#),
            (.due, "overdue", "due:overdue"), (.due, "next friday", #"due:"next friday""#),
            (.due, "..next friday", #"due:.."next friday""#),
            (.due, "2026-11-01..2026-11-30", "due:2026-11-01..2026-11-30"),
            (.due, "tomorrow..", "due:tomorrow.."), (.priority, "High", "priority:high"),
            (.priority, "medium..", "priority:medium.."), (.priority, "none", "priority:none"),
            (.near, "47.37,8.54/1km", #"near:"47.37,8.54/1km""#), (.place, "Migros", "place:Migros"),
            (.estimate, "30m..2h", "estimate:30m..2h"), (.for, "me", "for:me"), (.for, "Bob B", #"for:"Bob B""#),
        ] as [(TodoFilter.Field, String, String)])
    func same(field: TodoFilter.Field, typed: String, filter: String) throws {
        let parsed = try TodoFilter.parse(filter, now: moment("2026-11-21T10:00:00Z"), timeZone: .gmt)
        #expect(TodoFilter(try condition(field, typed)) == parsed)
    }

    @Test(
        "a value that the field does not take is refused with what it takes",
        arguments: [
            (TodoFilter.Field.priority, "urgent", "high"), (.priority, "hihg", "Perhaps “high” is meant."),
            (.due, "whenever", "whenever"), (.due, "..", "A..B"), (.due, "friday..whenever", "whenever"),
            (.tag, " ", "not empty"), (.is, "opne", "Perhaps “open” is meant."),
        ] as [(TodoFilter.Field, String, String)])
    func refused(field: TodoFilter.Field, typed: String, part: String) {
        let error = #expect(throws: TodoError.self) { try condition(field, typed) }
        #expect(error?.code == .usage && error?.reason.contains(part) == true, "\(error?.reason ?? "")")
    }
}
