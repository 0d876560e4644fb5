import Foundation
import Testing
import TodoDomain

@Suite("Arithmetic with numbers from elsewhere")
struct ArithmeticTests {
    @Test("a sum beyond the range is its end")
    func sums() {
        #expect(Int64(2).addingClamped(3) == 5 && Int64(2).addingClamped(-3) == -1)
        #expect(Int64.max.addingClamped(1) == .max && Int64.min.addingClamped(-1) == .min)
        #expect(Int64.max.addingClamped(-1) == .max - 1 && Int64.min.addingClamped(.max) == -1)
    }

    @Test("a distance beyond the range is its end, and has no direction")
    func distances() {
        #expect(Int64(2).distanceClamped(to: 5) == 3 && Int64(5).distanceClamped(to: 2) == 3)
        #expect(Int64.min.distanceClamped(to: .max) == .max && Int64(0).distanceClamped(to: .min) == .max)
    }

    @Test("a division rounds down, before 1970 too")
    func divisions() {
        let cases: [(Int64, Int64, Int64)] = [(7, 3, 1), (6, 3, 0), (0, 0, 0), (-1, -1, 1), (-6, -3, 0)]
        for (number, quotient, remainder) in cases {
            #expect(number.dividedRoundingDown(by: 2) == (quotient, remainder))
        }
    }

    @Test("a device is called what its machine is, without the domain")
    func hostName() {
        let name = TodoEnvironment.live.hostName()
        #expect(name == String(ProcessInfo.processInfo.hostName.prefix { $0 != "." }))
    }
}
