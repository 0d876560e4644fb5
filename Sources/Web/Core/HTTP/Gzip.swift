import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Compresses answers with zlib, which is looked for when it is first needed, so that building needs no headers of it.
/// Where there is none, answers go out as they are.
enum Gzip {
    private typealias Compress =
        @convention(c) (
            UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<CUnsignedLong>, UnsafePointer<UInt8>, CUnsignedLong, CInt
        ) -> CInt
    private typealias Bound = @convention(c) (CUnsignedLong) -> CUnsignedLong
    private typealias Checksum = @convention(c) (CUnsignedLong, UnsafePointer<UInt8>?, CUnsignedInt) -> CUnsignedLong

    private struct Library: Sendable {
        let compress: Compress
        let bound: Bound
        let checksum: Checksum
    }

    private static let library: Library? = {
        for name in ["libz.so.1", "libz.1.dylib"] {
            guard let handle = dlopen(name, RTLD_NOW) else { continue }
            guard let compress = dlsym(handle, "compress2"), let bound = dlsym(handle, "compressBound"),
                let checksum = dlsym(handle, "crc32")
            else { continue }
            return Library(
                compress: unsafeBitCast(compress, to: Compress.self), bound: unsafeBitCast(bound, to: Bound.self),
                checksum: unsafeBitCast(checksum, to: Checksum.self))
        }
        return nil
    }()

    /// The bytes as a gzip member (RFC 1952); nil if that cannot be done.
    /// - Parameter level: 1 for quick to 9 for small.
    static func compressed(_ bytes: [UInt8], level: Int32 = 5) -> [UInt8]? {
        guard let library, !bytes.isEmpty, bytes.count < Int32.max else { return nil }
        var size = library.bound(CUnsignedLong(bytes.count))
        var output = [UInt8](repeating: 0, count: Int(size))
        guard library.compress(&output, &size, bytes, CUnsignedLong(bytes.count), level) == 0, size > 6 else {
            return nil
        }
        // The zlib format (RFC 1950) has two bytes before the DEFLATE data and four after it.
        let data = output[2..<Int(size) - 4]
        let checksum = UInt32(truncatingIfNeeded: library.checksum(0, bytes, CUnsignedInt(bytes.count)))
        return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF] + data + littleEndian(checksum)
            + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
