import Basics
import Foundation
import TodoKit

#if canImport(CCrypt)
    internal import CCrypt
#endif

/// A password's hash by yescrypt, with its salt and its costs in one text, as libcrypt keeps those of a system's users.
enum PasswordHash {
    /// The most bytes of a password that libcrypt takes.
    static let longest = 511

    // 128 MiB and a sixth of a second for each guess.
    private static let cost: UInt = 8
    /// How the hashes begin whose costs are taken from a file: others could take all memory.
    private static let known = ["$y$jCT$"]

    /// Whether a text from a file may be a hash.
    static func isKnown(_ text: String) -> Bool { text.utf8.count < 128 && known.contains(where: text.hasPrefix) }

    /// The hash of a password, with a new salt.
    /// - Throws: ``TodoError`` with code `cannot-open` where the system cannot make it.
    static func make(_ password: String) throws -> String {
        #if canImport(CCrypt)
            let salt = Randomness.bytes(16).map { CChar(bitPattern: $0) }
            var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
            guard crypt_gensalt_rn("$y$", cost, salt, Int32(salt.count), &setting, Int32(setting.count)) != nil,
                let hash = hash(password, setting: setting), isKnown(hash)
            else { throw unavailable }
            return hash
        #else
            throw unavailable
        #endif
    }

    /// Whether a hash is that of a password.
    /// - Throws: ``TodoError`` with code `cannot-open` where the system cannot say.
    static func matches(_ password: String, _ stored: String) throws -> Bool {
        #if canImport(CCrypt)
            guard password.utf8.count <= longest, !password.utf8.contains(0) else { return false }
            guard let hash = hash(password, setting: stored.utf8CString.map(\.self)) else { throw unavailable }
            return Secrets.areEqual(hash, stored)
        #else
            throw unavailable
        #endif
    }

    private static let unavailable = TodoError(
        .cannotOpen, "This system's libcrypt cannot hash a password; install a libcrypt with yescrypt (libxcrypt).")

    #if canImport(CCrypt)
        /// Nil if the library fails: for lack of memory, or since it does not know yescrypt.
        private static func hash(_ password: String, setting: [CChar]) -> String? {
            // The same text in another normal form is the same password.
            let password = password.precomposedStringWithCompatibilityMapping
            var memory: UnsafeMutableRawPointer?
            var size: Int32 = 0
            defer { free(memory) }
            guard let result = crypt_ra(password, setting, &memory, &size) else { return nil }
            let hash = String(cString: result)
            return hash.hasPrefix("*") ? nil : hash
        }
    #endif
}
