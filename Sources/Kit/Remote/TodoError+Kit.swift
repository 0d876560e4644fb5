public import TodoDomain

// Errors between this device and its remote.
extension TodoError.Code {
    /// The remote's configuration cannot work on this machine, for example because others can read a file or a variable is
    /// missing.
    public static let badConfiguration = Self("bad-configuration")
}

extension TodoError.Remedy {
    /// Name the authority that signed the certificate of your own server.
    public static let nameAuthority = Self(
        "name-authority", "If it is your own, name its authority in the configuration of the remote.")

    /// Ask for the records of the user who signs in.
    public static let checkUser = Self(
        "check-user", "The remote may be set up for a different user than the one who signs in.")

    /// Let everything go over the network unencrypted (``RemoteConfiguration/allowsClearText``).
    public static let allowClearText = Self(
        "allow-clear-text", "To use it unencrypted all the same, allow that in the configuration of the remote.")
}
