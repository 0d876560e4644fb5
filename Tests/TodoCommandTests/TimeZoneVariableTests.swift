import Foundation
import TestSupport
import Testing
import todo

@Suite("The variable TZ")
struct TimeZoneVariableTests {
    @Test(
        "is a zone of the IANA's in whatever form POSIX has it",
        arguments: [
            ("Europe/Zurich", "Europe/Zurich"), (":Europe/Zurich", "Europe/Zurich"), ("UTC", "UTC"), (":", "UTC"),
            ("/usr/share/zoneinfo/Europe/Paris", "Europe/Paris"), (":/usr/share/zoneinfo/Asia/Kolkata", "Asia/Kolkata"),
            ("/usr/share/zoneinfo/posix/Europe/Paris", "Europe/Paris"), ("Etc/GMT+5", "Etc/GMT+5"),
            ("GMT+5", "Etc/GMT+5"), ("UTC-2", "Etc/GMT-2"), ("UTC0", "UTC"), ("<+03>-3", "Etc/GMT-3"),
            ("EST5", "Etc/GMT+5"), ("CET-1:00", "Etc/GMT-1"), ("CET-1CEST", "CET"), ("EST5EDT", "EST5EDT"),
        ])
    func identifier(value: String, expected: String) {
        #expect(TimeZoneVariable.identifier(value) == expected)
    }

    @Test(
        "is nothing where it cannot be understood",
        arguments: [
            "Nowhere/Land", "CET-1CEST,M3", "C-1", "<+03-3", "CET-1CEST,M3.6.0,M10.5.0", "/etc/passwd", "é", "..", "5",
        ])
    func unknown(value: String) {
        #expect(TimeZoneVariable.identifier(value) == nil)
    }

    @Test(
        "is what the command reckons with",
        arguments: [
            (":Europe/Zurich", "17", "16"), ("GMT+5", "23", "23"), (":/etc/localtime", nil, nil),
            ("CET-1CEST", "17", "16"), ("UTC0", "18", "18"), ("<+03>-3", "15", "15"),
            ("CET-1CEST,M3.5.0,M10.5.0/3", "17", "16"), ("EST5EDT,M3.2.0,M11.1.0", "23", "22"),
            ("NZST-12NZDT,M9.5.0,M4.1.0/3", "05", "06"), ("<+0130>-1:30", "16:30", "16:30"),
        ] as [(String, String?, String?)])
    func command(value: String, winter: String?, summer: String?) throws {
        var todo = try TodoProcess()
        todo.environment["TZ"] = value
        for (day, hour) in [("2026-12-24", winter), ("2026-07-24", summer)] {
            let added = try todo("add", "t", "--due", "\(day) 18:00", "--json")
            #expect(added.status == 0 && added.error.isEmpty, "\(added.error)")
            let text = "\(try added.json())"
            if let hour { #expect(text.contains("T\(hour):"), "\(value): \(text)") }
        }
    }

    @Test(
        "is refused by name where it cannot be understood, which changes nothing and keeps nobody from help",
        arguments: ["Europe/Zuerich", "Mars/Phobos", "CET-1CEST,M3"])
    func misunderstood(value: String) throws {
        var todo = try TodoProcess()
        todo.environment["TZ"] = value
        for arguments in [["--help"], ["--version"], ["help", "list"]] {
            let result = try todo.run(arguments)
            #expect(result.status == 0 && result.error.isEmpty, "\(arguments): \(result.error)")
        }
        for arguments in [["add", "t", "--due", "tomorrow"], ["agenda"], ["list", "--json"]] {
            let result = try todo.run(arguments)
            #expect(
                result.status == 64 && result.output.isEmpty && result.error.contains(value), "\(arguments): \(result)")
        }
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
    }
}
