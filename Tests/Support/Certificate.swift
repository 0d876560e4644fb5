import Foundation

/// A self-signed certificate for 127.0.0.1, made with openssl.
package struct Certificate: Sendable {
    /// The certificate (PEM).
    package let file: String
    /// Its private key (PEM).
    package let key: String

    /// Writes `certificate.pem` and `key.pem` to a folder, replacing what was there.
    package init(in folder: String) throws {
        file = folder + "/certificate.pem"
        key = folder + "/key.pem"
        try Self.openssl(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file,
            ], in: folder)
    }

    /// The same, valid in other years than this one.
    package init(in folder: String, years: ClosedRange<Int>) throws {
        file = folder + "/certificate.pem"
        key = folder + "/key.pem"
        let configuration = """
            [ca]
            default_ca = own
            [own]
            new_certs_dir = .
            database = index.txt
            rand_serial = yes
            default_md = sha256
            policy = any
            [any]
            commonName = supplied
            [extensions]
            subjectAltName = IP:127.0.0.1
            basicConstraints = CA:TRUE
            """
        try Data(configuration.utf8).write(to: URL(filePath: folder + "/ca.cnf"))
        try Data().write(to: URL(filePath: folder + "/index.txt"))
        try Self.openssl(
            [
                "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj",
                "/CN=127.0.0.1", "-keyout", key, "-out", folder + "/request.pem",
            ], in: folder)
        try Self.openssl(
            [
                "ca", "-batch", "-selfsign", "-notext", "-config", "ca.cnf", "-extensions", "extensions", "-keyfile",
                key,
                "-in", "request.pem", "-out", file, "-startdate", "\(years.lowerBound)0101000000Z", "-enddate",
                "\(years.upperBound)1231235959Z",
            ], in: folder)
    }

    private static func openssl(_ arguments: [String], in folder: String) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.currentDirectoryURL = URL(filePath: folder)
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
