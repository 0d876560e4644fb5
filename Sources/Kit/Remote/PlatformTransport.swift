import TodoNetwork

#if !canImport(CCurl)
    import TodoURLSession
#endif

/// The HTTP transport of this platform: the one place that chooses it.
enum PlatformTransport {
    /// A transport over libcurl where it exists, on Linux and macOS, and over URLSession elsewhere.
    /// - Parameter certificateAuthorityFile: a PEM file of authorities to trust instead of the system's.
    /// - Throws: `bad-configuration` where only the system's authorities are trusted.
    static func make(certificateAuthorityFile: String? = nil) throws -> any HTTPTransport {
        #if canImport(CCurl)
            CurlTransport(configuration: .init(certificateAuthorityFile: certificateAuthorityFile))
        #else
            try URLSessionTransport().checked(certificateAuthorityFile: certificateAuthorityFile)
        #endif
    }
}

extension HTTPTransport {
    /// The transport, if it can do what a remote asks for.
    ///
    /// Leaving out a certificate authority silently would end in a certificate that is not trusted, and in the advice to
    /// name the authority that is already named.
    /// - Throws: `bad-configuration`.
    func checked(certificateAuthorityFile: String?) throws -> Self {
        guard certificateAuthorityFile == nil || capabilities.contains(.ownAuthorities) else {
            throw TodoError(
                .badConfiguration,
                """
                The remote names a file of certificate authorities, and HTTP on this system trusts only those of the \
                system. Install the authority there, and leave the file out.
                """)
        }
        return self
    }
}
