import Foundation
import TestSupport
import Testing
import TodoDomain

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Charts")
struct ChartTests {
    @Test("bars of text: the greatest is the longest, and what is not 0 has some")
    func bars() {
        let chart = BarChart([.init("Mon", 8), .init("Tue", 0), .init("Thursday", 3), .init("Fri", 1), .init("x", -4)])
        #expect(
            chart.lines(width: 19) == [
                "Mon      ████████ 8", "Tue      0", "Thursday ███ 3", "Fri      █ 1", "x        0",
            ])
        #expect(
            chart.lines(width: 15, isASCII: true) == [
                "Mon      #### 8", "Tue      0", "Thursday ## 3", "Fri      # 1", "x        0",
            ])
        #expect(
            BarChart([.init("a", 16), .init("b", 1), .init("c", 3)]).lines(width: 7) == ["a ██ 16", "b ▏ 1", "c ▍ 3"])
        #expect(chart.lines(width: 5) == ["Mon 8", "Tue 0", "Thu 3", "Fri 1", "x 0"])
        #expect(chart.lines(width: 1) == ["8", "0", "3", "1", "0"])
        #expect(BarChart([]).lines(width: 80).isEmpty)
    }

    @Test("no line is too wide, a greater number has no shorter bar, and a wider chart no shorter one")
    func random() {
        fuzz("bars", rounds: 300) { generator, seed in
            let values = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                generator.pick([0, 1, 2, 7, 100, 99_999, Int.max, Int.random(in: 0...1000, using: &generator)])
            }
            let chart = BarChart(
                values.map { .init(String(repeating: "d", count: Int.random(in: 0...10, using: &generator)), $0) })
            let isASCII = generator.chance(0.5)
            let width = Int.random(in: -1...90, using: &generator)
            func lengths(_ lines: [String]) -> [Int] { lines.map { $0.count { $0 == "#" || $0 == "█" } } }
            let lines = chart.lines(width: width, isASCII: isASCII)
            #expect(lines.allSatisfy { $0.count <= max(width, 1) && !$0.isEmpty }, "seed \(seed)")
            let sorted = zip(values, lengths(lines)).sorted { $0 < $1 }.map(\.1)
            #expect(sorted == sorted.sorted(), "seed \(seed)")
            let wider = lengths(chart.lines(width: width + 1, isASCII: isASCII))
            #expect(zip(lengths(lines), wider).allSatisfy { $0 <= $1 }, "seed \(seed)")
        }
    }

    private func report(_ generator: inout SeededGenerator, days: Int) throws -> Report {
        let first = try Day(year: 2026, month: 9, day: 1)
        let lives = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
            let made = first.start(in: .gmt) + Double.random(in: -20...50, using: &generator) * 86_400
            return Report.Lifetime(
                createdAt: made,
                completedAt: generator.chance(0.6)
                    ? made + Double.random(in: 0...30, using: &generator) * 86_400 : nil)
        }
        return try Report(lives, from: first, through: first.adding(days: days - 1), zone: .gmt)
    }

    @Test("the picture is well-formed, has title and description, loads nothing, and is the same each time")
    func picture() throws {
        try fuzz("pictures", rounds: 100) { generator, seed in
            let markup = "<script>alert('x')</script>&\"]]>"
            let title = generator.hostileText(upTo: 20) + markup
            let report = try report(&generator, days: generator.pick([1, 2, 35, 36, 400]))
            let svg = report.svg(title: title)
            #expect(svg == report.svg(title: title), "seed \(seed)")
            let reader = SVGReader()
            let parser = XMLParser(data: Data(svg.utf8))
            parser.delegate = reader
            #expect(parser.parse(), "seed \(seed): \(String(describing: parser.parserError))")
            #expect(
                reader.elements.isSubset(of: ["svg", "title", "desc", "style", "rect", "line", "polyline", "text"]))
            #expect(reader.root == ["title", "desc"], "seed \(seed)")
            // Compared by bytes and scalars, since the character before the markup may join with it.
            let read = try #require(reader.texts["title"], "seed \(seed)")
            #expect(read.utf8.suffix(markup.utf8.count).elementsEqual(markup.utf8), "seed \(seed)")
            #expect(read.unicodeScalars.count == title.unicodeScalars.count, "seed \(seed)")
            #expect(reader.texts["desc"] == report.summary, "seed \(seed)")
            #expect(svg.contains("prefers-color-scheme:dark") && !svg.contains("url(") && !svg.contains("href"))
            #expect(reader.coordinates.allSatisfy { 0...720 ~= $0 }, "seed \(seed)")
        }
    }

    @Test("a small report has these bytes")
    func bytes() throws {
        let first = try Day(year: 2026, month: 11, day: 21)
        let report = try Report(
            [.init(createdAt: first.start(in: .gmt), completedAt: first.start(in: .gmt) + 90_000)], from: first,
            through: first.adding(days: 1), zone: .gmt)
        let lines = report.svg(title: "A & B").split(separator: "\n").map(String.init)
        #expect(lines[1] == "<title id=\"title\">A &amp; B</title>")
        let drawn = lines.filter { !$0.contains("grid") && !$0.hasPrefix("<text") && !$0.hasPrefix("@") }
        #expect(
            drawn.suffix(4) == [
                #"<rect class="made" x="80.8" y="48" width="131.2" height="136"/>"#,
                #"<rect class="done" x="540" y="48" width="131.2" height="136"/>"#,
                #"<polyline class="open" points="48,376 376,240 704,376"/>"#, "</svg>",
            ])
    }
}

/// What is in a document of XML.
private final class SVGReader: NSObject, XMLParserDelegate {
    var elements: Set<String> = []
    var texts: [String: String] = [:]
    var coordinates: [Double] = []
    /// What the root says that it is labelled by.
    var root: [String] = []
    private var current = ""

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        elements.insert(element)
        current = element
        if element == "svg" { root = (attributes["aria-labelledby"] ?? "").split(separator: " ").map(String.init) }
        for key in ["x", "y", "x1", "y1", "x2", "y2", "width", "height"] {
            if let number = attributes[key].flatMap(Double.init) { coordinates.append(number) }
        }
        for point in (attributes["points"] ?? "").split(whereSeparator: { " ,".contains($0) }) {
            coordinates.append(Double(point) ?? -1)
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        current = ""
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) { texts[current, default: ""] += text }
}
