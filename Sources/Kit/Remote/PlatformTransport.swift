import TodoNetwork

#if !canImport(CCurl)
    import TodoURLSession
#endif

/// Chooses the HTTP transport of this platform. This is the only place that does.
enum PlatformTransport {
    /// A transport over libcurl where it exists, on Linux and macOS, and over URLSession elsewhere.
    /// - Parameter certificateAuthorityFile: a PEM file of authorities to trust instead of the system's.
    /// - Throws: `bad-configuration` if the platform trusts only the system's authorities.
    static func make(certificateAuthorityFile: String? = nil) throws -> any HTTPTransport {
        #if canImport(CCurl)
            CurlTransport(configuration: .init(certificateAuthorityFile: certificateAuthorityFile))
        #else
            try URLSessionTransport().checked(certificateAuthorityFile: certificateAuthorityFile)
        #endif
    }
}

extension HTTPTransport {
    /// Returns the transport if it can do what a remote requires.
    ///
    /// A transport that silently ignored the authority would not trust the server's certificate. The error would then advise
    /// the person to name the authority, although it is already named.
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
