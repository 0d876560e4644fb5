/// The registers of a device.
package enum DeviceRegister: String, CaseIterable, Sendable {
    /// The name that people give it.
    case name
    /// The device on which it runs, for a program such as an assistant.
    case host
}

extension DeviceRegister: FieldRegister {
    package var field: Field<DeviceContent> {
        switch self {
        case .name: .hidden(rawValue, \.name)
        case .host: .hidden(rawValue, \.host)
        }
    }
}

/// The values of the registers of a device.
package struct DeviceContent: RecordContent {
    /// The name that people give it; of a program, what it calls itself.
    package var name = ""
    /// The device on which a program runs that writes with an id of its own, such as an assistant; nil for a device.
    package var host: String?

    /// Empty content.
    package init() {}

    /// The fields.
    package static let fields = FieldTable<DeviceContent>(DeviceRegister.self)

    /// Devices are changed only through their registers.
    package typealias Update = Never
}
