import Testing
import TodoDomain
import todo

@Suite("Distances and places on the command line")
struct PlaceTests {
    @Test(
        "a distance is a number with its unit, in metres",
        arguments: [
            ("500m", 500.0), ("2km", 2000), ("1.5km", 1500), ("1.5 KM", 1500), ("3mi", 4828.032), ("0m", 0),
            (" 10 m ", 10),
        ])
    func distances(text: String, metres: Double) throws {
        #expect(try Distance.parse(text) == metres)
    }

    @Test(
        "anything else is no distance",
        arguments: [
            "", "500", "m", "-1km", "1,5km", "1e3m", ".5km", "5.km", "1..5km", "infm", "nanm", "0x10m", "5 miles",
            "５km",
            String(repeating: "9", count: 400) + "m",
        ])
    func noDistance(text: String) throws {
        #expect(code { try Distance.parse(text) } == .badDistance)
    }

    @Test(
        "two numbers with a comma between them are a coordinate",
        arguments: [("47.37,8.54", 47.37, 8.54), ("-33.9, +151", -33.9, 151), (" 90,-180 ", 90, -180), ("-0,0", 0, 0)])
    func coordinates(text: String, latitude: Double, longitude: Double) throws {
        #expect(try Place.parse(text) == .coordinate(try Coordinate(latitude: latitude, longitude: longitude)))
    }

    @Test(
        "anything else is a name",
        arguments: ["Migros", "Zürich, HB", "47.37", "1,2,3", "47,37 8,54", "1e1,2", "nan,inf", ",", "0x1,2", "5,"])
    func names(text: String) throws {
        #expect(try Place.parse(text) == .name(text))
    }

    @Test("a coordinate that is not on earth, or no text at all, is refused")
    func refused() throws {
        #expect(code { try Place.parse("91,0") } == .impossibleLatitude)
        #expect(code { try Place.parse("0,-180.1") } == .impossibleLongitude)
        #expect(code { try Place.parse("  ") } == .emptyPlaceName)
    }
}
