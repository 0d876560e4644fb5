import Foundation
import GzipCoding
import HTTPTypes
import Hummingbird
import NIOCore

/// An answer of many parts, which is never in memory as a whole.
struct Multistatus: Sendable {
    /// Writes the parts: it calls its argument with each piece.
    private let write: @Sendable (inout Sink) async throws -> Void

    init(_ write: @escaping @Sendable (inout Sink) async throws -> Void) { self.write = write }

    /// The stream to which the parts are written.
    struct Sink {
        var xml = XMLWriter()
        fileprivate let send: ([UInt8]) async throws -> Void

        /// Sends what has been written, once it is enough.
        mutating func flush(atLeast count: Int = 32 << 10) async throws {
            if xml.bytes.count >= count { try await send(xml.take()) }
        }
    }

    /// The response. Small ones are sent whole.
    func response(compresses: Bool) -> Response {
        var headers: HTTPFields = [.contentType: "application/xml; charset=utf-8"]
        if compresses { headers[.contentEncoding] = "gzip" }
        let write = write
        return Response(
            status: HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status"), headers: headers,
            body: ResponseBody { writer in
                let gzip = compresses ? GzipWriter(level: 1) : nil
                let output = Output(writer: writer)
                var sink = Sink { bytes in
                    let ready = gzip.map { gzip in bytes.withUnsafeBytes { gzip.write($0) } } ?? bytes
                    if !ready.isEmpty { try await output.send(ready) }
                }
                sink.xml.begin(.dav("multistatus"))
                try await write(&sink)
                sink.xml.close(.dav("multistatus"))
                try await sink.flush(atLeast: 0)
                if let rest = gzip?.finish(), !rest.isEmpty { try await output.send(rest) }
                try await output.finish()
            })
    }

    /// The body of the response.
    private final class Output {
        private var writer: any ResponseBodyWriter
        init(writer: any ResponseBodyWriter) { self.writer = writer }
        func send(_ bytes: [UInt8]) async throws { try await writer.write(ByteBuffer(bytes: bytes)) }
        func finish() async throws { try await writer.finish(nil) }
    }
}

extension XMLWriter {
    /// A part for what there is not.
    mutating func missing(_ href: String, status: String = "HTTP/1.1 404 Not Found") {
        element(.dav("response")) {
            $0.element(.dav("href"), href)
            $0.element(.dav("status"), status)
        }
    }

    /// A part with properties.
    /// - Parameters:
    ///   - found: each writes its element.
    ///   - missing: the names of those that there are not.
    mutating func response(
        _ href: String, found: [(inout XMLWriter) -> Void], missing: [XMLName], status: String = "HTTP/1.1 200 OK"
    ) {
        element(.dav("response")) { writer in
            writer.element(.dav("href"), href)
            if !found.isEmpty || missing.isEmpty {
                writer.element(.dav("propstat")) { writer in
                    writer.element(.dav("prop")) { writer in for write in found { write(&writer) } }
                    writer.element(.dav("status"), status)
                }
            }
            if !missing.isEmpty {
                writer.element(.dav("propstat")) { writer in
                    writer.element(.dav("prop")) { writer in for name in missing { writer.empty(name) } }
                    writer.element(.dav("status"), "HTTP/1.1 404 Not Found")
                }
            }
        }
    }
}
