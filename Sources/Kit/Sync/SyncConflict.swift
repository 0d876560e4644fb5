public import Foundation
public import TodoDomain
import TodoLocal
import TodoSync

/// A field that was written on two devices independently. The later write wins. The other one is kept as a conflict on all
/// devices, and can be taken back.
public struct SyncConflict: Hashable, Sendable, Identifiable {
    /// One of the two writes.
    public struct Writing: Hashable, Sendable {
        /// The value, in the form of docs/sync.md.
        public let value: JSONValue
        /// When it was written, by the clock of its device.
        public let date: Date
        /// The device that wrote it.
        public let device: DeviceID
        /// The name that people give the device, or that of the other person whose device it is; nil if it is not known.
        public let deviceName: String?

        /// A write, for example for a preview.
        public init(value: JSONValue, date: Date, device: DeviceID, deviceName: String? = nil) {
            self.value = value
            self.date = date
            self.device = device
            self.deviceName = deviceName
        }
    }

    /// Its identifier on all devices.
    public let id: String
    /// Its number on this device.
    public let number: Int64
    /// The record.
    public let record: RecordKey
    /// The current title of the record; empty for a location without a name.
    public let title: String
    /// The to-do that it is on, if the record is a comment.
    public let todo: Todo.ID?
    /// The field: the name of a register, `tags.<id>`, or `deleted` for a record that was deleted on one device and
    /// edited or used on another.
    public let field: FieldName
    /// The write that lost.
    public let lost: Writing
    /// The write that had won when the conflict was noticed.
    public let kept: Writing
    /// The current value, which differs from `kept` if the field was written again since. It is nil if the record is missing
    /// or deleted, unless the field is `deleted`. It is also nil if the record is a comment on a to-do that is missing or
    /// deleted.
    public let now: Writing?
    /// When it was noticed.
    public let date: Date

    /// A conflict, for example for a preview.
    /// - Parameters:
    ///   - id: its identifier on all devices.
    ///   - number: its number on this device.
    ///   - record: the record.
    ///   - title: the current title of the record.
    ///   - todo: the to-do that it is on, if the record is a comment.
    ///   - field: the field that was written twice.
    ///   - lost: the write that lost.
    ///   - kept: the write that had won when the conflict was noticed.
    ///   - now: the current value; nil if the record, or the to-do of a comment, is missing or deleted.
    ///   - date: when it was noticed.
    public init(
        id: String, number: Int64, record: RecordKey, title: String, todo: Todo.ID? = nil, field: FieldName,
        lost: Writing, kept: Writing, now: Writing?, date: Date
    ) {
        self.id = id
        self.number = number
        self.record = record
        self.title = title
        self.todo = todo
        self.field = field
        self.lost = lost
        self.kept = kept
        self.now = now
        self.date = date
    }
}
