package import NIOSSL
import TodoKit

/// The certificate of a server, in two PEM files.
package enum ServerCertificate {
    /// The configuration of TLS with a certificate.
    /// - Parameters:
    ///   - chain: the path of the certificate with its chain.
    ///   - key: the path of the private key.
    /// - Throws: ``TodoError`` with code `cannot-open` if they cannot be used.
    package static func configuration(chain: String, key: String) throws -> TLSConfiguration {
        do {
            var tls = TLSConfiguration.makeServerConfiguration(
                certificateChain: try NIOSSLCertificate.fromPEMFile(chain).map { .certificate($0) },
                privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
            tls.minimumTLSVersion = .tlsv12
            tls.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
            tls.applicationProtocols = ["http/1.1"]
            _ = try NIOSSLContext(configuration: tls)
            return tls
        } catch {
            throw TodoError(
                .cannotOpen,
                """
                The certificate \(chain) and the key \(key) cannot be used: both are PEM files that belong together.
                """, underlying: error)
        }
    }
}
