import Basics
import Foundation
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import UnixSignals

/// The certificate and key of the server, in two PEM files. They are read at the start and again at SIGHUP.
final class CertificateStore: Service {
    private let files: CertificateFiles
    private let logger: Logger
    private let current: Locked<Identity>

    /// The server's identity in TLS.
    private struct Identity {
        let chain: [NIOSSLCertificateSource]
        let key: NIOSSLPrivateKeySource
        let expiry: CertificateExpiry

        var configuration: TLSConfiguration { .makeServerConfiguration(certificateChain: chain, privateKey: key) }
    }

    /// - Throws: ``ServerError`` if the files cannot be used.
    init(_ files: CertificateFiles, logger: Logger) throws {
        self.files = files
        self.logger = logger
        current = Locked(try Self.read(files))
    }

    /// The configuration of new connections.
    var configuration: TLSConfiguration {
        var configuration = current.withLock { $0.configuration }
        configuration.minimumTLSVersion = .tlsv12
        // For TLS 1.2 only the suites with forward secrecy (RFC 9325, 4.2). TLS 1.3 has only such suites.
        configuration.cipherSuites = "ECDHE+AESGCM:ECDHE+CHACHA20"
        // HTTP/2 comes last. A client that offers only HTTP/2, as those for gRPC do, is told that it is not supported.
        configuration.applicationProtocols = ["http/1.1", "h2"]
        configuration.sslContextCallback = { [current] _, promise in
            let identity = current.withLock { $0 }
            var override = NIOSSLContextConfigurationOverride()
            override.certificateChain = identity.chain
            override.privateKey = identity.key
            promise.succeed(override)
        }
        return configuration
    }

    /// Warns at the start and each day of a certificate that expires soon, and reads the files again at each SIGHUP.
    func run() async throws {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followSignals() }
            group.addTask {
                await cancelWhenGracefulShutdown {
                    repeat { self.warn() } while (try? await Task.sleep(for: .seconds(86_400))) != nil
                }
            }
        }
    }

    private func warn() {
        guard let warning = current.withLock({ $0.expiry }).warning(at: Date()) else { return }
        logger.warning("\(warning)")
    }

    /// If new files cannot be used, the old ones stay in use.
    private func followSignals() async {
        for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
            do {
                let new = try Self.read(files)
                current.withLock { $0 = new }
                logger.notice("The certificate was read again.")
                warn()
            } catch {
                logger.error("The new certificate cannot be used; the old one stays.", metadata: ["error": "\(error)"])
            }
        }
    }

    private static func read(_ files: CertificateFiles) throws -> Identity {
        do {
            let chain = try NIOSSLCertificate.fromPEMFile(files.certificate)
            let key = try NIOSSLPrivateKey(file: files.key, format: .pem)
            // A chain is valid only while all of its certificates are.
            let end = chain.map { Date(timeIntervalSince1970: Double($0.notValidAfter)) }.min() ?? .distantFuture
            let identity = Identity(
                chain: chain.map { .certificate($0) }, key: .privateKey(key),
                expiry: CertificateExpiry(file: files.certificate, date: end))
            // Also checks that certificate and key match.
            _ = try NIOSSLContext(configuration: identity.configuration)
            return identity
        } catch {
            throw ServerError(
                .certificate,
                """
                The certificate \(files.certificate) and the key \(files.key) cannot be used: both must be PEM files that the \
                server can read, and belong together.
                """)
        }
    }
}
