import NIOConcurrencyHelpers
import Testing
import TodoServer

@Suite("the server's clock")
struct ServerClockTests {
    private let machine = NIOLockedValueBox<Int64>(1000)

    private func clock(last: Int64 = 0) -> ServerClock {
        ServerClock(last: last) { machine.withLockedValue { $0 } }
    }

    @Test("no two commits share a time, and a step back of the machine's clock stops nothing")
    func strictlyGreater() {
        let clock = clock()
        #expect(clock.nextCommitTime() == 1000)
        #expect(clock.nextCommitTime() == 1001)
        machine.withLockedValue { $0 = 5 }
        #expect(clock.nextCommitTime() == 1002)
        machine.withLockedValue { $0 = 2000 }
        #expect(clock.nextCommitTime() == 2000)
    }

    @Test("behind a restart time goes on where it was, also on a machine whose clock was set back")
    func restart() {
        let clock = clock(last: 9000)
        #expect(clock.readTime() == 9000)
        #expect(clock.nextCommitTime() == 9001)
    }

    @Test("a read that begins while a commit is on its way has a time before that commit")
    func readDuringCommit() {
        let clock = clock()
        let commit = clock.nextCommitTime()
        _ = clock.nextCommitTime()
        machine.withLockedValue { $0 = 5000 }
        #expect(clock.readTime() == commit - 1)
        clock.commitsAreDurable()
        #expect(clock.readTime() == 5000)
    }

    @Test("a commit behind a read has a time behind the read's")
    func commitAfterRead() {
        let clock = clock()
        machine.withLockedValue { $0 = 3000 }
        #expect(clock.readTime() == 3000)
        machine.withLockedValue { $0 = 10 }
        #expect(clock.nextCommitTime() == 3001)
    }
}
