import TestSupport
import Testing
import TodoDomain

@Suite("A stamp")
struct StampTests {
    @Test("has ten characters of milliseconds, three of the counter and seven of the device")
    func layout() {
        let device = DeviceID(rawValue: 0b00001_00010_00011_00100_00101_00110_11111)
        #expect(Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0)).description == "00000000000000000000")
        #expect(Stamp(milliseconds: 31, counter: 32, device: device).description == "000000000v010123456v")
        #expect(device.description == "123456v")
        #expect(
            Stamp(milliseconds: 1_795_190_000_000, counter: 1, device: device).description == "01k7sqj2c0001123456v")
    }

    @Test("orders as text as it orders in time", arguments: 1...20 as ClosedRange<UInt64>)
    func textOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (left, right) = (stamp(using: &generator), stamp(using: &generator))
            #expect((left < right) == (left.description < right.description))
            #expect((left == right) == (left.description == right.description))
            #expect(left.description.utf8.count == 20)
            #expect(Stamp(left.description) == left)
        }
    }

    @Test("is ordered by time, then counter, then device")
    func order() {
        let stamps = [(1, 0, 9), (1, 1, 0), (1, 1, 1), (2, 0, 0)].map {
            Stamp(milliseconds: Int64($0.0), counter: $0.1, device: DeviceID(rawValue: UInt64($0.2)))
        }
        #expect(stamps.reversed().sorted() == stamps)
    }

    @Test(
        "is not read from other text",
        arguments: [
            "", "0", "0000000000000000000", "000000000000000000000", "0000000000000000000w", "0000000000000000000A",
            "0000000000 000000000", "-0000000000000000000", "000000000000000000é", "00000000000000000é0",
            "０0000000000000000000",
            "0000000000000000000\n",
        ])
    func badText(text: String) {
        #expect(Stamp(text) == nil)
    }

    @Test("is brought into its range")
    func bounds() {
        let device = DeviceID(rawValue: .max)
        let last = Stamp(milliseconds: .max, counter: .max, device: device)
        #expect(last.milliseconds == 1_125_899_906_842_623)
        #expect(last.counter == 32_767)
        #expect(device.rawValue == 34_359_738_367)
        #expect(last.description == String(repeating: "v", count: 20))
        #expect(Stamp("vvvvvvvvvvvvvvvvvvvv") == last)
        let first = Stamp(milliseconds: .min, counter: .min, device: DeviceID(rawValue: 0))
        #expect(first.description == String(repeating: "0", count: 20))
    }

    @Test("comes from a device that is drawn at random, the same for the same seed")
    func randomDevice() {
        var (one, same, other) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1), SeededGenerator(seed: 2))
        let device = DeviceID.random(using: &one)
        #expect(device == DeviceID.random(using: &same))
        #expect(device != DeviceID.random(using: &other))
        #expect(Set((0..<1000).map { _ in DeviceID.random(using: &one) }).count == 1000)
    }

    /// Any stamp, half of the time close to another, so that each field sometimes decides.
    private func stamp(using generator: inout SeededGenerator) -> Stamp {
        let isNear = generator.chance(0.5)
        return Stamp(
            milliseconds: isNear
                ? Int64.random(in: 30...33, using: &generator) : Int64.random(in: 0..<1 << 50, using: &generator),
            counter: Int.random(in: isNear ? 31...33 : 0...32_767, using: &generator),
            device: DeviceID(rawValue: UInt64.random(in: isNear ? 31...33 : 0...34_359_738_367, using: &generator)))
    }
}
