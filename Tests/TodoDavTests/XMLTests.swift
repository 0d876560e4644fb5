import Testing

@testable import TodoDav

@Suite("The XML of requests and answers")
struct XMLTests {
    private func read(_ text: String) throws -> XMLElement { try XMLReader.read(Array(text.utf8)) }

    @Test("namespaces, attributes, text, CDATA, comments and references")
    func reads() throws {
        let root = try read(
            """
            <?xml version="1.0"?><!-- a -->
            <a:propfind xmlns:a="DAV:" xmlns="urn:x" z='1 &amp; 2'><a:prop><b/><c xmlns="">x&lt;&#x41;<![CDATA[<&]]><!-- y -->z</c></a:prop></a:propfind>
            """)
        #expect(root.name == .dav("propfind"))
        #expect(root.attributes["z"] == "1 & 2")
        let prop = try #require(root.dav("prop"))
        #expect(prop.children.map(\.name) == [XMLName("urn:x", "b"), XMLName("", "c")])
        #expect(prop.children[1].text == "x<A<&z")
    }

    @Test("UTF-16 with a byte order mark")
    func utf16() throws {
        let units = Array("<a>ü</a>".utf16)
        let big: [UInt8] = [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little: [UInt8] = [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try XMLReader.read(big).text == "ü")
        #expect(try XMLReader.read(little).text == "ü")
    }

    @Test(
        "what is refused",
        arguments: [
            "", "x", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a b/>", "<a b=c/>", "<a b='1' b='2'/>", "<p:a/>",
            "<a>&b;</a>",
            "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&#99999999999;</a>", "<a>&</a>", "<a><![CDATA[x</a>", "<1/>",
            "<a b='<'/>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!ELEMENT b></a>", "<a><!-- </a>",
            "<a>\u{FFFE}</a>", "<a>\u{FFFF}</a>", "<a>\u{1}</a>", "<a b='\u{B}'/>", "<a>&#xFFFE;</a>",
            "<a><![CDATA[\u{FFFF}]]></a>",
        ])
    func refuses(text: String) {
        #expect(throws: XMLReader.Problem.self) { try read(text) }
    }

    @Test("deep, many and long ones are refused before they take anything")
    func limits() {
        let deep = 100_000
        #expect(throws: XMLReader.Problem.self) {
            try read(String(repeating: "<a>", count: deep) + String(repeating: "</a>", count: deep))
        }
        #expect(throws: XMLReader.Problem.self) { try read("<a>" + String(repeating: "<b/>", count: 20_001) + "</a>") }
        #expect(throws: XMLReader.Problem.self) {
            try read("<a>" + (0..<9000).map { "<name\($0)xxx/>" }.joined() + "</a>")
        }
    }

    @Test("what is written can be read again")
    func writes() throws {
        var writer = XMLWriter()
        writer.begin(.dav("multistatus"))
        writer.element(.caldav("calendar-data"), "a\r\nb & <c> \u{1}\"ü")
        writer.element(XMLName("urn:\"x", "y"), "1")
        writer.close(.dav("multistatus"))
        let root = try XMLReader.read(writer.bytes)
        #expect(root.caldav("calendar-data")?.text == "a\r\nb & <c> \"ü")
        #expect(root.child(XMLName("urn:\"x", "y"))?.text == "1")
    }
}
