import ArgumentParser

/// The options for a server that other machines can reach.
package struct CertificateOptions: ParsableArguments {
    @Option(help: "The PEM file of the TLS certificate and its chain.")
    var tlsCertificate: String?

    @Option(help: "The PEM file of the TLS certificate's private key.")
    var tlsKey: String?

    package init() {}

    package func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
    }

    /// The paths of the certificate with its chain and of its key; nil if they are not given.
    package var files: (chain: String, key: String)? {
        if let tlsCertificate, let tlsKey { (tlsCertificate, tlsKey) } else { nil }
    }
}
