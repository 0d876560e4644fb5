import Basics
import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// More than any token needs.
private let maximumBytes = 64 << 10

/// A file with one secret that only its owner can read.
package struct SecretFile: SecretStore {
    /// The path. Its folder must exist.
    package let path: String

    /// The file at `path`, which need not exist yet.
    ///
    /// - Parameter path: The path.
    package init(path: String) { self.path = path }

    /// Its path.
    package var place: String { path }

    /// Reads the secret; nil if there is no file.
    ///
    /// The checks apply to the open file instead of the path, which could lead elsewhere a moment later.
    package func read() throws(CredentialError) -> Secret? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw CredentialError(.unreadableFile, path)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw CredentialError(.unreadableFile, path)
        }
        guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw CredentialError(.insecureFile, path)
        }
        guard let bytes = readAll(descriptor), let text = String(validating: bytes, as: UTF8.self) else {
            throw CredentialError(.unreadableFile, path)
        }
        return Secret(text)
    }

    /// Replaces the secret atomically: readers see the old or the new secret, even after a power failure. The new
    /// secret is on the disk when this returns.
    ///
    /// - Parameter secret: The new secret.
    package func write(_ secret: Secret) throws(CredentialError) {
        let temporary = "\(path).\(Randomness.uuid().uuidString)"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CredentialError(.unreadableFile, path) }
        let isWritten = writeAll(descriptor, Array(secret.revealed.utf8)) && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten, rename(temporary, path) == 0 else {
            unlink(temporary)
            throw CredentialError(.unreadableFile, path)
        }
        try bringNameToDisk()
    }

    /// Deletes the secret; nothing happens if there is no file.
    package func remove() throws(CredentialError) {
        guard unlink(path) == 0 else {
            if errno == ENOENT { return }
            throw CredentialError(.unreadableFile, path)
        }
        try bringNameToDisk()
    }

    /// Makes sure that a crash does not bring the former secret back.
    private func bringNameToDisk() throws(CredentialError) {
        do { try FileSync.name(of: path) } catch { throw CredentialError(.unreadableFile, path) }
    }
}

// At file level: the type's methods would hide functions with the same names.

private func readAll(_ descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: maximumBytes + 1)
    var count = 0
    while count < bytes.count {
        let received = bytes.withUnsafeMutableBytes { buffer in
            read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        }
        if received < 0, errno == EINTR { continue }
        guard received > 0 else { return received == 0 ? Array(bytes.prefix(count)) : nil }
        count += received
    }
    return nil
}

private func writeAll(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        rest = rest.dropFirst(written)
    }
    return true
}
