public import TodoDomain

// What stands between this device and its remote.
extension TodoError.Code {
    /// How the remote is set up cannot work on this machine: a file that others can read, a variable that is missing.
    public static let badConfiguration = Self("bad-configuration")
    /// Another process is syncing.
    public static let syncing = Self("syncing")
}

extension TodoError.Remedy {
    /// The authority that signed the certificate of a server of one's own can be named.
    public static let nameAuthority = Self(
        "name-authority", "If it is your own, name its authority in the configuration of the remote.")
}
