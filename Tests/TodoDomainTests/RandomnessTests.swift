import Basics
import Foundation
import Testing
import TodoDomain

@Suite("Randomness")
struct RandomnessTests {
    @Test("UUIDs are of version 4 and variant 1, differ, and have each other bit both ways")
    func uuids() {
        let uuids = (0..<1000).map { _ in Randomness.uuid() }
        #expect(Set(uuids).count == 1000)
        // 1000 bits that are all the same are not by chance.
        let bytes = uuids.map { uuid in withUnsafeBytes(of: uuid.uuid) { Array($0) } }
        let ever = (0..<16).map { place in bytes.reduce(UInt8(0)) { $0 | $1[place] } }
        let always = (0..<16).map { place in bytes.reduce(UInt8.max) { $0 & $1[place] } }
        let free = [UInt8](repeating: 0xFF, count: 16)
        var (most, least) = (free, free.map { ~$0 })
        most[6] = 0x4F
        most[8] = 0xBF
        least[6] = 0x40
        least[8] = 0x80
        #expect(ever == most)
        #expect(always == least)
    }

    @Test("there are as many bytes as were asked for, others each time", arguments: [0, 1, 7, 8, 9, 32, 1000])
    func bytes(count: Int) {
        let bytes = (0..<2).map { _ in Randomness.bytes(count) }
        #expect(bytes.map(\.count) == [count, count])
        if count > 8 { #expect(bytes[0] != bytes[1]) }
    }

    @Test("new identifiers are UUIDs, and models get different ones")
    func identifiers() throws {
        let ids = [Todo.ID(), Todo.ID(), Todo(title: "one").id, Todo(title: "two").id]
        #expect(Set(ids).count == 4)
        for id in ids {
            let uuid = try #require(UUID(uuidString: id.rawValue))
            #expect(uuid.uuid.6 >> 4 == 4 && uuid.uuid.8 >> 6 == 2)
        }
        #expect(TodoEnvironment().makeUUID() != TodoEnvironment().makeUUID())
    }

    @Test("the arguments are those of the process")
    func arguments() {
        #expect(ProgramArguments.all == CommandLine.arguments)
        #expect(ProgramArguments.name == CommandLine.arguments[0])
        #expect(ProgramArguments.words == Array(CommandLine.arguments.dropFirst()))
        #expect(ProgramArguments.areText && Surroundings.complaint == nil)
    }
}
