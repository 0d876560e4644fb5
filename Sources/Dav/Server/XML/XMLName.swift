/// The name of an element or a property: a namespace and a local name.
struct XMLName: Hashable, Sendable {
    let namespace: String
    let local: String

    init(_ namespace: String, _ local: String) {
        self.namespace = namespace
        self.local = local
    }

    /// The namespace of WebDAV.
    static let dav = "DAV:"
    /// The namespace of CalDAV.
    static let caldav = "urn:ietf:params:xml:ns:caldav"
    /// That of colours and orders.
    static let apple = "http://apple.com/ns/ical/"
    /// That of `getctag`.
    static let server = "http://calendarserver.org/ns/"
    /// Our own, for messages.
    static let todo = "urn:todo:dav"

    /// The prefix under which answers declare a namespace; nil for others.
    static func prefix(of namespace: String) -> String? { prefixes.first { $0.namespace == namespace }?.prefix }

    /// The namespaces that answers declare.
    static let prefixes = [
        (prefix: "D", namespace: dav), (prefix: "C", namespace: caldav), (prefix: "A", namespace: apple),
        (prefix: "S", namespace: server), (prefix: "todo", namespace: todo),
    ]
}

extension XMLName {
    static func dav(_ local: String) -> XMLName { XMLName(dav, local) }
    static func caldav(_ local: String) -> XMLName { XMLName(caldav, local) }

    /// The number of a list among the others.
    static let calendarOrder = XMLName(apple, "calendar-order")
}

/// An element with what is in it.
struct XMLElement: Sendable {
    let name: XMLName
    /// The attributes by their local names, of any namespace.
    var attributes: [String: String] = [:]
    var children: [XMLElement] = []
    /// The text that is directly in it.
    var text = ""

    init(_ name: XMLName) { self.name = name }

    /// The first child of a name.
    func child(_ name: XMLName) -> XMLElement? { children.first { $0.name == name } }
    /// The first child of a name in the namespace of WebDAV.
    func dav(_ local: String) -> XMLElement? { child(.dav(local)) }
    /// The first child of a name in the namespace of CalDAV.
    func caldav(_ local: String) -> XMLElement? { child(.caldav(local)) }
    /// The text without the white space around it.
    var trimmed: String {
        var text = text[...]
        while let first = text.unicodeScalars.first, Self.isSpace(first) { text = text.dropFirst() }
        while let last = text.unicodeScalars.last, Self.isSpace(last) { text = text.dropLast() }
        return String(text)
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\n" || scalar == "\r" || scalar == "\t"
    }
}
