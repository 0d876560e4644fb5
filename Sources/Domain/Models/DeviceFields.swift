/// The registers of a device.
public enum DeviceRegister: String, CaseIterable, Sendable {
    /// What people call it.
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
    /// What people call it.
    public package(set) var name = ""

    /// What holds nothing yet.
    public init() {}

    /// The fields.
    public static let fields = FieldTable<DeviceContent>(DeviceRegister.self)

    /// Nothing changes a device but its registers.
    public typealias Update = Never
}
