import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("Replicas that edit and exchange")
struct ConvergenceTests {
    /// A device: its clock, which may be wrong by minutes, and its replica; nil until it has one.
    struct Device {
        var clock: HybridLogicalClock
        let skew: Int64
        var record: Record?

        mutating func receive(_ other: Record) {
            record = record?.merged(with: other) ?? other
            clock.observe(other.highestStamp, limit: .max)
        }

        mutating func edit(now: Int64, using generator: inout SeededGenerator) {
            guard var edited = record else {
                let stamp = clock.tick(now: now + skew)
                record = Record(
                    kind: .todo, id: "todo", createdAt: now, origin: stamp, registers: ["title": .init("new")])
                return
            }
            let stamp = clock.tick(now: now + skew, after: edited.highestStamp)
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: edited.deletion = .init(.integer(now), stamp)
            case 1: edited.deletion = .init(.null, stamp)
            case 2:
                edited.elements[generator.pick(RecordGenerator.tags)] = .init(
                    isPresent: generator.chance(0.5), stamp: stamp)
            default:
                let name = generator.pick(RecordGenerator.registers)
                edited.registers[name] = .init(generator.pick(RecordGenerator.values), stamp)
            }
            record = edited
        }
    }

    @Test("agree in the end, on the greatest writing of each register", arguments: 1...40 as ClosedRange<UInt64>)
    func converge(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var devices = (0..<4).map { index in
            Device(
                clock: HybridLogicalClock(device: DeviceID(rawValue: UInt64(index))),
                skew: Int64.random(in: -300_000...300_000, using: &generator))
        }
        var written: [Record] = []
        for step in 0..<60 {
            let index = Int.random(in: 0..<devices.count, using: &generator)
            let other = Int.random(in: 0..<devices.count, using: &generator)
            if generator.chance(0.5) {
                devices[index].edit(now: 1_795_262_400_000 + Int64(step / 10), using: &generator)
                written += [devices[index].record].compactMap(\.self)
            } else if let record = devices[other].record {
                devices[index].receive(record)
            }
        }
        try #require(!written.isEmpty)
        let expected = MergeModel(of: written)
        for _ in 0..<2 {
            for index in devices.indices.shuffled(using: &generator) {
                for record in devices.shuffled(using: &generator).compactMap(\.record) {
                    devices[index].receive(record)
                }
            }
        }
        for device in devices {
            #expect(device.record.map { MergeModel(of: $0) } == expected)
            #expect(device.record == devices[0].record)
        }
    }

    @Test("lose no edit that was made with knowledge of all others", arguments: 1...20 as ClosedRange<UInt64>)
    func lastWordCounts(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var device = Device(clock: HybridLogicalClock(device: DeviceID(rawValue: 9)), skew: -86_400_000)
        var records = RecordGenerator(seed: seed)
        for record in records.records(5) { device.receive(record) }
        let stamp = device.clock.tick(now: 0, after: device.record?.highestStamp)
        let name = generator.pick(RecordGenerator.registers)
        device.record?.registers[name] = .init("the last word", stamp)
        for record in records.records(5) + [device.record].compactMap(\.self) { device.receive(record) }
        #expect(device.record?.registers[name] == .init("the last word", stamp))
        #expect(device.record?.isDeleted == false)
    }
}
