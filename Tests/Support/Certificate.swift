import Foundation

/// A self-signed certificate for 127.0.0.1, made with openssl.
package struct Certificate: Sendable {
    /// The certificate (PEM).
    package let file: String
    /// Its private key (PEM).
    package let key: String

    /// Writes `certificate.pem` and `key.pem` to a folder, replacing what was there.
    package init(in folder: String) throws {
        (file, key) = (folder + "/certificate.pem", folder + "/key.pem")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
