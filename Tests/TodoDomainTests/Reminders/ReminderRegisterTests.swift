import Foundation
import JSON
import Testing
import TodoDomain

/// Reminders as registers of a to-do's record.
@Suite("Registers of reminders")
struct ReminderRegisterTests {
    private static let alarm = Alarm(.before(Alarm.Lead(seconds: 600) ?? .zero, of: .either))
    private static let name = ReminderRegister.state(alarm.id).name
    private static let other = Stamp(milliseconds: 900, counter: 0, device: DeviceID(rawValue: 9))

    @Test("names are parsed, and others are not taken for them")
    func names() {
        for register in [ReminderRegister.alarm(Self.alarm.id), .state(Self.alarm.id)] {
            #expect(ReminderRegister(register.name) == register)
            #expect(RegisterName(register.name) == .register(register.name))
        }
        for name in ["alarms", "alarms.", "alarms.a.b", "alarmStates.ö", "title", "extras.alarms.a", "alarm"] {
            #expect(ReminderRegister(name) == nil, "\(name)")
        }
    }

    @Test("a to-do's content keeps what it does not understand, and what was done is no edit")
    func contents() {
        var content = Todo.Content()
        content.set(ReminderRegister.alarm(Self.alarm.id).name, to: Self.alarm.json)
        content.set("alarms.later", to: ["moon": "full"])
        content.set("alarms.odd", to: 7)
        #expect(content.alarms.map(\.trigger) == [Self.alarm.trigger, .unknown])
        #expect(content.value(of: "alarms.odd") == 7 && content.registers.count == 4, "\(content.registers)")
        content.set("alarms.odd", to: .null)
        #expect(content.value(of: "alarms.odd").isNull)
        #expect(!RecordKind.todo.countsAsEdit(Self.name))
        #expect(RecordKind.todo.countsAsEdit(ReminderRegister.alarm(Self.alarm.id).name))
        let key = AlarmState.Key(Self.alarm.id, Occurrence(stretch: 2, key: Day(daysSince1970: 20_000)))
        let state = AlarmState(acknowledged: Date(milliseconds: 5), extras: ["new": 1])
        content.set(Self.name, to: state.register(for: key))
        #expect(content.alarmStates == [key: state])
    }

    private func record(acknowledged: Int64?, _ stamp: Int64?, on device: UInt64, title: Int64? = nil) -> Record {
        var record = Record(kind: .todo, id: "a", createdAt: 1, origin: Self.other)
        record.registers["title"] = .init("Call")
        let state = AlarmState(acknowledged: acknowledged.map { Date(milliseconds: $0) })
        if let stamp {
            record.registers[Self.name] = .init(
                state.register(for: AlarmState.Key(Self.alarm.id)),
                Stamp(milliseconds: stamp, counter: 0, device: DeviceID(rawValue: device)))
        }
        return record
    }

    @Test("of two acts that did not know of each other the greater stands, whichever is noticed where")
    func concurrentActs() {
        let base = RecordBase(record(acknowledged: nil, nil, on: 0), sequence: 1)
        let greater = record(acknowledged: 2000, 5000, on: 1)
        let later = record(acknowledged: 1000, 6000, on: 2)
        let one = greater.reconciled(with: later, over: base, at: 2)
        let two = later.reconciled(with: greater, over: base, at: 2)
        #expect(one.record == two.record && one.conflicts.isEmpty && two.conflicts.isEmpty)
        #expect(one.record.registers[Self.name]?.value["ack"] == 2000)
        #expect(one.record.stamp(of: Self.name) > later.stamp(of: Self.name) && one.isDirty && two.isDirty)
        // If the later value is also the greater one, it stays.
        let both = record(acknowledged: 3000, 6000, on: 2)
        #expect(greater.reconciled(with: both, over: base, at: 2).record == both)
    }

    @Test("whoever knew of an act may take it back")
    func knownActs() {
        let known = record(acknowledged: 2000, 5000, on: 1)
        let undone = record(acknowledged: 1000, 6000, on: 2)
        #expect(known.reconciled(with: undone, over: RecordBase(known, sequence: 1), at: 2).record == undone)
        #expect(undone.reconciled(with: known, over: RecordBase(known, sequence: 1), at: 1).record == undone)
    }

    @Test("an acknowledgement brings nothing back that was deleted")
    func deletions() {
        var deleted = record(acknowledged: 2000, 8000, on: 1)
        deleted.deletion = .init(7000, Stamp(milliseconds: 7000, counter: 0, device: DeviceID(rawValue: 2)))
        #expect(deleted.isDeleted && deleted.editStamp == Self.other)
        #expect(deleted.highestStamp.milliseconds == 8000)
    }
}
