#if canImport(CCurl)
    import CCurl

    /// The libcurl of this system.
    package enum CurlLibrary {
        /// A version of libcurl, such as 7.88.1.
        package struct Version: Comparable, CustomStringConvertible, Sendable {
            /// As libcurl numbers them: 0x075801 is 7.88.1.
            let number: UInt32

            package init(number: UInt32) { self.number = number }

            /// The earliest version that tells whether a request was sent.
            package static let oldest = Version(number: UInt32(CCURL_OLDEST))

            package static func < (one: Version, other: Version) -> Bool { one.number < other.number }

            package var description: String { "\(number >> 16).\(number >> 8 & 0xFF).\(number & 0xFF)" }
        }

        /// The version that is installed; nil if there is none.
        package static var version: Version? {
            ccurl_is_available() == 0 ? nil : Version(number: ccurl_version_number())
        }
    }
#endif
