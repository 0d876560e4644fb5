/// What a member of a shared space says about itself there: the name that it goes by, and the devices on which it writes. By
/// these the others know whose an edit is.
package struct MemberNote: Hashable, Sendable {
    /// The id of the member on the remote.
    package let person: String
    /// The name that it goes by; nil if it has given none that can be shown.
    package var name: String?
    /// The ids with which its devices and its programs write, at most ``limit``.
    package var devices: Set<DeviceID>

    /// The greatest number of devices. More are ignored: a member may write any number.
    package static let limit = 200

    /// What a member says about itself.
    package init(person: String, name: String? = nil, devices: Set<DeviceID> = []) {
        self.person = person
        self.name = name
        self.devices = devices
    }
}
