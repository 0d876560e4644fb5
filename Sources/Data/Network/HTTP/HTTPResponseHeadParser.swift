import HTTPTypes

/// Assembles the head of a response from its lines, and skips interim (1xx) heads.
package struct HTTPResponseHeadParser {
    enum Outcome: Equatable {
        case more
        case head(HTTPResponse)
        case malformed
        case tooLarge
    }

    /// The maximum size of a head.
    package static let maximumBytes = 256 << 10

    private var status: Int?
    private var reason = ""
    private var lines: [(name: HTTPField.Name, value: [UInt8])] = []
    private var bytes = 0
    private(set) var isComplete = false

    /// Adds one line, including its line break, as libcurl delivers it: a new status line starts a new head.
    mutating func feed(_ line: UnsafeRawBufferPointer) -> Outcome {
        // Lines after the head are trailers, which are not needed.
        if isComplete { return .more }
        bytes += line.count
        if bytes > Self.maximumBytes { return .tooLarge }
        let text = trimmed(line[...])
        if line.starts(with: Array("HTTP/".utf8)) { return start(text) }
        if text.isEmpty { return end() }
        return field(text, continues: line.first == UInt8(ascii: " ") || line.first == UInt8(ascii: "\t"))
    }

    private mutating func start(_ line: Slice<UnsafeRawBufferPointer>) -> Outcome {
        let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let code = Int(parts[1]), (100...999).contains(code) else { return .malformed }
        self = HTTPResponseHeadParser()
        status = code
        reason = parts.count > 2 ? String(parts[2]) : ""
        return .more
    }

    private mutating func field(_ line: Slice<UnsafeRawBufferPointer>, continues: Bool) -> Outcome {
        guard status != nil else { return .malformed }
        if continues, !lines.isEmpty {
            // Obsolete line folding, to be read as one space (RFC 9112, 5.2).
            lines[lines.count - 1].value += [UInt8(ascii: " ")] + line
            return .more
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
            let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self))
        else { return .malformed }
        lines.append((name, Array(trimmed(line[(colon + 1)...]))))
        return .more
    }

    private mutating func end() -> Outcome {
        guard let status else { return .malformed }
        if (100..<200).contains(status), status != 101 {
            self = HTTPResponseHeadParser()
            return .more
        }
        isComplete = true
        var fields = HTTPFields()
        fields.reserveCapacity(lines.count)
        for line in lines { fields.append(HTTPField(name: line.name, value: line.value)) }
        return .head(HTTPResponse(status: .init(code: status, reasonPhrase: reason), headerFields: fields))
    }

    private func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        var bytes = bytes
        while let first = bytes.first, first <= UInt8(ascii: " ") { bytes.removeFirst() }
        while let last = bytes.last, last <= UInt8(ascii: " ") { bytes.removeLast() }
        return bytes
    }
}
