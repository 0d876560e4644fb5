import DavMerge
import HTTPTypes
import TodoKit

/// Why a request is refused: a status, the precondition that failed, and words.
struct DavError: Error, Sendable {
    let status: HTTPResponse.Status
    /// The element that names the precondition. A 403 always has one: without it a client takes it for a limit of its rate.
    let precondition: XMLName?
    let message: String
    /// The resource that is in the way.
    var href: String?
    var fields: HTTPFields = [:]

    init(
        _ status: HTTPResponse.Status, _ precondition: XMLName? = nil, _ message: String, href: String? = nil,
        fields: HTTPFields = [:]
    ) {
        self.status = status
        self.precondition = precondition
        self.message = message
        self.href = href
        self.fields = fields
    }

    /// The body of the answer.
    var body: [UInt8] {
        var writer = XMLWriter()
        writer.begin(.dav("error"))
        if let precondition {
            writer.element(precondition) { if let href { $0.element(.dav("href"), href) } }
        }
        writer.element(XMLName(XMLName.todo, "message"), message)
        writer.close(.dav("error"))
        return writer.bytes
    }

    static let notFound = DavError(.notFound, XMLName(XMLName.todo, "not-found"), "There is nothing at this address.")

    /// The error to answer for a failure of the store.
    init(_ error: TodoError) {
        switch error.code {
        case .storage, .diskFull, .readOnly, .locked, .corrupt, .cannotOpen, .databaseReplaced, .outOfMemory:
            self.init(.serviceUnavailable, XMLName(XMLName.todo, "storage"), error.message, fields: [.retryAfter: "5"])
        case .notFound: self.init(.notFound, XMLName(XMLName.todo, "not-found"), error.message)
        default: self.init(.forbidden, XMLName(XMLName.todo, "refused"), error.message)
        }
    }
}

extension HTTPField.Name {
    static let dav = HTTPField.Name("DAV").unsafelyUnwrapped  // a valid name
    static let depth = HTTPField.Name("Depth").unsafelyUnwrapped  // a valid name
    static let destination = HTTPField.Name("Destination").unsafelyUnwrapped  // a valid name
    static let overwrite = HTTPField.Name("Overwrite").unsafelyUnwrapped  // a valid name
    static let brief = HTTPField.Name("Brief").unsafelyUnwrapped  // a valid name
    static let prefer = HTTPField.Name("Prefer").unsafelyUnwrapped  // a valid name
}
