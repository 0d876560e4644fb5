import SQLite
import TodoDomain

extension WriteTransaction {
    /// Notes the name of a program that has written with this id, unless it is known. No step of the history: the name is not
    /// taken back with what the program did.
    func introduce(_ client: HistoryClient, as device: DeviceID) throws {
        guard try reading.within(.own).record(DeviceEntity.self, id: device.description) == nil else { return }
        var row = DeviceEntity(RecordColumns(id: device.description, in: .own, createdAt: now, stamp: try stamp()))
        row.content.name = client.name
        row.content.host = replica.description
        _ = try insertIfAbsent(DeviceEntity.self, row.values + row.insertedValues)
    }
}
