import Foundation
import NIOCore

/// Why the server cannot listen on an address, in the system's words.
public struct ListenError: Error, CustomStringConvertible {
    /// A sentence without its period, such as "Address already in use".
    public let description: String

    init(_ error: IOError) { description = String(cString: strerror(error.errnoCode)) }
}
