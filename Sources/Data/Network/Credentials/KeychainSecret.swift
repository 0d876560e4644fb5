#if canImport(Security)
    import Foundation
    import Security

    /// A secret in the Keychain: a generic password that stays on this device. It is available once the device was
    /// unlocked after its start, so that a sync in the background finds it.
    public struct KeychainSecret: SecretStore {
        private let service: String
        private let account: String
        private let accessGroup: String?

        /// The secret of a service and an account, which need not exist yet.
        ///
        /// - Parameters:
        ///   - service: The purpose of the secret, such as the identifier of the app.
        ///   - account: Which of several secrets it is, such as the path of the database.
        ///   - accessGroup: The group of apps that share it; nil for this app only.
        public init(service: String, account: String, accessGroup: String? = nil) {
            self.service = service
            self.account = account
            self.accessGroup = accessGroup
        }

        /// The service and the account.
        public var place: String { "Keychain: \(service), \(account)" }

        /// Reads the secret; nil if there is none.
        public func read() throws(CredentialError) -> Secret? {
            var query = item
            query[kSecReturnData as String] = true
            query[kSecMatchLimit as String] = kSecMatchLimitOne
            var result: CFTypeRef?
            let status = SecItemCopyMatching(query as CFDictionary, &result)
            if status == errSecItemNotFound { return nil }
            guard status == errSecSuccess, let data = result as? Data,
                let text = String(validating: data, as: UTF8.self)
            else { throw failure(status) }
            return Secret(text)
        }

        /// Stores a secret, replacing the previous one.
        ///
        /// - Parameter secret: The new secret.
        public func write(_ secret: Secret) throws(CredentialError) {
            let value: [String: Any] = [
                kSecValueData as String: Data(secret.revealed.utf8),
                kSecAttrAccessible as String: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status = SecItemUpdate(item as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                status = SecItemAdd(item.merging(value) { $1 } as CFDictionary, nil)
            }
            guard status == errSecSuccess else { throw failure(status) }
        }

        /// Deletes the secret; nothing happens if there is none.
        public func remove() throws(CredentialError) {
            let status = SecItemDelete(item as CFDictionary)
            guard status == errSecSuccess || status == errSecItemNotFound else { throw failure(status) }
        }

        private var item: [String: Any] {
            var item: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
                kSecAttrAccount as String: account,
                // On macOS the same Keychain as on iOS, instead of the older one of files.
                kSecUseDataProtectionKeychain as String: true,
            ]
            if let accessGroup { item[kSecAttrAccessGroup as String] = accessGroup }
            return item
        }

        private func failure(_ status: OSStatus) -> CredentialError {
            CredentialError(.unreadableFile, "\(place), status \(status)")
        }
    }
#endif
