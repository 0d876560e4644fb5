import Testing
import TodoDomain
import todo

@Suite("Arguments without the quotation marks that the shell has taken")
struct ShellQuotationTests {
    @Test(
        "one value with spaces, or several of which some have them",
        arguments: [
            ("list:Kitchen floor", [#"list:"Kitchen floor""#]),
            ("-Tag:by hand", [#"-Tag:"by hand""#]),
            ("tag:home,by hand", [#"tag:"home,by hand""#, #"tag:home,"by hand""#]),
            ("due:today..next monday", [#"due:"today..next monday""#, #"due:today.."next monday""#]),
            (#"tag:a\b c"#, [#"tag:"a\\b c""#]), ("tag:a\\\u{301} c", ["tag:\"a\\\\\u{301} c\""]),
        ])
    func readings(argument: String, readings: [String]) {
        #expect(ShellQuotation.readings(of: argument) == readings)
    }

    @Test(
        "none where no marks are missing, and none of patterns, which match where nothing is called so",
        arguments: [
            "", " ", "milk", "milk and eggs", "list:Kitchen", #"list:"Kitchen floor""#, "tag:sh* milk",
            "text:salt bread",
            "(tag:shop milk)", "list:\"\u{301}Kitchen floor", "nofield:a b", "list: Kitchen", "@ wet work",
            "sort:due title", ":a b", "-", "-:a b",
        ])
    func none(argument: String) {
        #expect(ShellQuotation.readings(of: argument).isEmpty)
    }
}
