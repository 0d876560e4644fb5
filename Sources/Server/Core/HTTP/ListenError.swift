import Foundation
import NIOCore

/// Why an address cannot be listened on, in the system's words.
public struct ListenError: Error, CustomStringConvertible {
    /// One sentence without its end, such as "Address already in use".
    public let description: String

    init(_ error: IOError) { description = String(cString: strerror(error.errnoCode)) }
}
