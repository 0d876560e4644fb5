#if canImport(CCurl)
    import CCurl

    /// Sets options on an easy handle, and records whether one was refused.
    ///
    /// All options are required: a library that does not know an option might, for example, not verify certificates.
    struct CurlEasy {
        let raw: UnsafeMutableRawPointer
        private(set) var firstFailure = CURLE_OK

        init(_ raw: UnsafeMutableRawPointer) {
            self.raw = raw
        }

        mutating func note(_ result: CURLcode) {
            if firstFailure == CURLE_OK { firstFailure = result }
        }

        mutating func set(_ option: CURLoption, _ value: Int) {
            note(ccurl_set_long(raw, option, value))
        }

        mutating func set(_ option: CURLoption, _ value: Bool) {
            set(option, value ? 1 : 0)
        }

        mutating func set(_ option: CURLoption, _ value: String?) {
            note(ccurl_set_string(raw, option, value))
        }

        mutating func setOffset(_ option: CURLoption, _ value: Int) {
            note(ccurl_set_offset(raw, option, curl_off_t(value)))
        }

        mutating func setPointer(_ option: CURLoption, _ value: UnsafeMutableRawPointer) {
            note(ccurl_set_pointer(raw, option, value))
        }

        mutating func setCallback(_ option: CURLoption, _ value: @escaping CurlDataCallback) {
            note(ccurl_set_transfer_callback(raw, option, value))
        }
    }

    /// The common signature of libcurl's write, header and read callbacks.
    typealias CurlDataCallback =
        @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int
#endif
