import FirestoreWire
import Foundation
import Hummingbird
import JSON
import NIOCore

/// The body of an answer, written as fast as the database gives it and read as slowly as a client takes it. What does
/// not fit into a little memory goes to a file that has no name: a slow client holds neither memory nor a connection
/// to the database.
///
/// Unchecked: one thread writes it, and hands it over.
final class Spool: @unchecked Sendable {
    private static let memoryLimit = 1 << 20
    private static let pieceSize = 128 << 10

    private let folder: String
    private var memory = ByteBuffer()
    private var file: Int32 = -1
    private var fileSize = 0

    /// - Parameter folder: Where the file is made, if one is needed.
    init(folder: String) { self.folder = folder }

    deinit {
        if file >= 0 { close(file) }
    }

    /// How many bytes there are.
    var count: Int { memory.readableBytes + fileSize }

    /// Takes over what `writer` holds, where that is worth it.
    func drain(_ writer: inout JSONWriter) throws {
        if writer.bytes.count >= Self.pieceSize { try append(writer.take()) }
    }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws {
        guard file >= 0 || memory.readableBytes + bytes.count > Self.memoryLimit else {
            memory.writeBytes(bytes)
            return
        }
        if file < 0 { file = try Self.open(in: folder) }
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard written > 0 else {
                    if errno == EINTR { continue }
                    throw Self.failure
                }
                rest = rest.dropFirst(written)
            }
        }
        fileSize += bytes.count
    }

    /// The body of a response.
    var body: ResponseBody {
        guard file >= 0 else { return ResponseBody(byteBuffer: memory) }
        return ResponseBody(contentLength: count) { writer in
            try await writer.write(self.memory)
            var offset = 0
            while offset < self.fileSize {
                let piece = try self.piece(at: offset)
                offset += piece.readableBytes
                try await writer.write(piece)
            }
            try await writer.finish(nil)
        }
    }

    private func piece(at offset: Int) throws -> ByteBuffer {
        var piece = ByteBuffer()
        let count = piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceSize) { bytes in
            max(pread(file, bytes.baseAddress, min(bytes.count, fileSize - offset), off_t(offset)), 0)
        }
        guard count > 0 else { throw Self.failure }
        return piece
    }

    private static func open(in folder: String) throws -> Int32 {
        var template = Array("\(folder)/.answer-XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure }
        unlink(template)
        return descriptor
    }

    private static var failure: Status {
        Status(.unavailable, "The server has no room for the answer; try again.", retryDelay: .seconds(5))
    }
}
