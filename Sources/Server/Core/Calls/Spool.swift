import FirestoreWire
import Foundation
import GzipCoding
import Hummingbird
import JSON
import NIOCore

/// The body of an answer. It is written as fast as the database delivers it, and read as slowly as the client takes it.
/// Bytes beyond a small buffer go to an unlinked file. So a slow client does not occupy a database connection, and no
/// more memory and files than its user's share.
///
/// Unchecked: one thread writes it, then hands it over.
final class Spool: @unchecked Sendable {
    private static let memoryLimit = 1 << 20
    private static let writtenPiece = 128 << 10
    /// The size of a piece for the connection. It is small, because bytes in the connection are not counted.
    private static let sentPiece = 32 << 10

    private let folder: String
    private let shares: Shares
    private let user: String
    private var memory: [UInt8] = []
    private var file: Int32 = -1
    private var fileSize = 0

    /// - Parameters:
    ///   - folder: Where the file is created, if it is needed.
    ///   - user: The user whose share of `shares` it occupies until it is released.
    init(folder: String, _ shares: Shares, of user: String) {
        self.folder = folder
        self.shares = shares
        self.user = user
    }

    deinit {
        if file >= 0 { close(file) }
        shares.answers.giveBack(memory.count, of: user)
        shares.answerFiles.giveBack(fileSize, of: user)
    }

    /// Its size in bytes.
    var count: Int { memory.count + fileSize }

    /// Takes the buffer of `writer` once it is large enough.
    func drain(_ writer: inout JSONWriter) throws {
        if writer.bytes.count >= Self.writtenPiece { try append(writer.take()) }
    }

    /// Appends bytes.
    /// - Throws: ``Status`` RESOURCE_EXHAUSTED if the user's answers take too much, UNAVAILABLE if all answers together
    ///   take too much.
    func append(_ bytes: [UInt8]) throws {
        if file < 0, memory.count + bytes.count <= Self.memoryLimit {
            // When memory is used up, there may still be room for files.
            if (try? shares.answers.take(bytes.count, for: user)) != nil { return memory += bytes }
        }
        do {
            try shares.answerFiles.take(bytes.count, for: user)
        } catch {
            throw Status(error, "bytes of answers that nobody has read")
        }
        // Counted as part of the file, so that it is given back even if writing fails.
        fileSize += bytes.count
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
    }

    /// The body of a response to a connection of `eventLoop`.
    func body(on eventLoop: any EventLoop) -> ResponseBody {
        ResponseBody(contentLength: count) { writer in
            func write(_ piece: ByteBuffer) async throws {
                try await writer.write(piece)
                // Only the event loop learns that the client accepts no more. Otherwise this thread would already have
                // handed over the rest, which would not be counted in the connection.
                try await eventLoop.submit {}.get()
            }
            var offset = 0
            while offset < self.count {
                let piece = try self.piece(at: offset)
                offset += piece.readableBytes
                try await write(piece)
            }
            try await writer.finish(nil)
        }
    }

    /// The same in gzip, in its own spool; nil if that is not shorter, or if there is no room for both.
    func compressed() -> Spool? {
        guard let writer = GzipWriter(level: 1) else { return nil }
        let compressed = Spool(folder: folder, shares, of: user)
        do {
            var offset = 0
            while offset < count {
                let piece = try piece(at: offset)
                offset += piece.readableBytes
                try compressed.append(piece.withUnsafeReadableBytes { writer.write($0) })
                guard compressed.count < count else { return nil }
                LargeWork.step()
            }
            try compressed.append(writer.finish())
        } catch {
            return nil
        }
        return compressed.count < count ? compressed : nil
    }

    /// A piece that begins at `offset`, not necessarily up to the end. The memory comes before the file.
    private func piece(at offset: Int) throws -> ByteBuffer {
        if offset < memory.count {
            // Copies, since a slice would retain the whole buffer.
            return ByteBuffer(bytes: memory[offset..<min(offset + Self.sentPiece, memory.count)])
        }
        let offset = offset - memory.count
        var piece = ByteBuffer()
        let count = piece.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.sentPiece) { bytes in
            max(pread(file, bytes.baseAddress, min(Self.sentPiece, fileSize - offset), off_t(offset)), 0)
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
