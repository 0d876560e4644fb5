public import TodoDomain

// Errors between this device and its remote.
extension TodoError.Code {
    /// The remote's configuration cannot work on this machine: a file that others can read, a missing variable.
    public static let badConfiguration = Self("bad-configuration")
}

extension TodoError.Remedy {
    /// Name the authority that signed the certificate of your own server.
    public static let nameAuthority = Self(
        "name-authority", "If it is your own, name its authority in the configuration of the remote.")
}
