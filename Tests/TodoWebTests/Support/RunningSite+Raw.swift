import TestSupport

extension RunningSite {
    /// Sends what no client would send.
    /// - Returns: all that comes back until the connection ends.
    func raw(_ text: String) async throws -> String? { try await raw(Array(text.utf8)) }

    /// The same for bytes.
    func raw(_ bytes: [UInt8]) async throws -> String? {
        try await blocking { [authority] in
            let connection = try RawConnection(authority)
            connection.send(bytes)
            return connection.readToEnd()
        }
    }

    /// The same for one answer, as bytes.
    func rawAnswer(_ text: String) async throws -> [UInt8]? {
        try await blocking { [authority] in
            let connection = try RawConnection(authority)
            connection.send(text)
            return connection.readAnswer()
        }
    }
}
