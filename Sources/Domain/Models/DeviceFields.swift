/// The registers of a device.
public enum DeviceRegister: String, CaseIterable, Sendable {
    /// The name that people give it.
    case name
}

extension DeviceRegister: FieldRegister {
    package var field: Field<DeviceContent> {
        switch self {
        case .name: .hidden(rawValue, \.name)
        }
    }
}

/// What the registers of a device hold.
public struct DeviceContent: RecordContent {
    /// The name that people give it.
    public package(set) var name = ""

    /// Empty content.
    public init() {}

    /// The fields.
    public static let fields = FieldTable<DeviceContent>(DeviceRegister.self)

    /// Devices are changed only through their registers.
    public typealias Update = Never
}
