import NIOConcurrencyHelpers
import Testing
import TodoServer

@Suite("the server's clock")
struct CommitClockTests {
    private let machine = NIOLockedValueBox<Int64>(1000)

    private func clock(last: Int64 = 0) -> CommitClock {
        CommitClock(last: last) { machine.withLockedValue { $0 } }
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

@Suite("the server's clock and a machine's clock that jumps")
struct CommitClockJumpTests {
    private static let minute: Int64 = 60_000_000
    private static let tenYears: Int64 = 10 * 365 * 24 * 60 * minute
    private static let start: Int64 = 1_800_000_000_000_000

    /// A machine: how long it has been running, and how far its clock is off, in microseconds.
    private let machine = NIOLockedValueBox<(uptime: Int64, error: Int64)>((0, 0))

    private func clock(last: Int64 = start - 1) -> CommitClock {
        CommitClock(
            last: last, uptime: { .microseconds(machine.withLockedValue { $0.uptime }) },
            now: { machine.withLockedValue { Self.start.addingReportingOverflow($0.uptime + $0.error).partialValue } })
    }

    private var truth: Int64 { Self.start + machine.withLockedValue { $0.uptime } }

    /// Lets time pass, with a commit each minute, and returns the commits' times.
    private func commits(_ clock: CommitClock, minutes: Int) -> [Int64] {
        (0..<minutes).map { _ in
            machine.withLockedValue { $0.uptime += Self.minute }
            clock.commitsAreDurable()
            return clock.nextCommitTime()
        }
    }

    private func jump(_ error: Int64) { machine.withLockedValue { $0.error = error } }

    @Test(
        "a jump that is undone within ten minutes leaves no trace: times grow, and stay within ten minutes of the truth",
        arguments: [tenYears, -tenYears, 30 * minute, 9 * minute, -9 * minute])
    func undone(by error: Int64) {
        let clock = clock()
        var times = commits(clock, minutes: 5)
        jump(error)
        for _ in 0..<9 {
            times += commits(clock, minutes: 1)
            #expect(abs(times[times.count - 1] - truth) <= 10 * Self.minute)
        }
        jump(0)
        for _ in 0..<20 {
            times += commits(clock, minutes: 1)
            #expect(abs(times[times.count - 1] - truth) <= 10 * Self.minute)
        }
        #expect(times == times.sorted() && Set(times).count == times.count)
        #expect(times.last == truth)
    }

    @Test("one that stays is followed after ten minutes, and one that is undone after that as well")
    func followed() {
        let clock = clock()
        _ = commits(clock, minutes: 5)
        jump(Self.tenYears)
        var times = commits(clock, minutes: 15)
        #expect(times.last == truth + Self.tenYears)
        #expect(times == times.sorted())
        jump(0)
        times = commits(clock, minutes: 11)
        #expect(times.last == truth)
        #expect(clock.readTime() >= truth - 1)
        times = commits(clock, minutes: 30)
        #expect(times == times.sorted() && times.last == truth)
    }

    @Test("commits of ten years ahead in the database are ten minutes' matter for a server that is started again")
    func restarted() {
        let ahead = Self.start + Self.tenYears
        let clock = clock(last: ahead)
        #expect(clock.nextCommitTime() == ahead + 1)
        let times = commits(clock, minutes: 11)
        #expect(times.last == truth)
        #expect(commits(clock, minutes: 3).last == truth)
    }

    @Test("what is no time, before 1970 or beyond 9999, is not followed, however long; nor is it gone on from")
    func impossible() {
        for last in [Int64.max, Int64.max - 1, .min, -1, 253_402_300_800_000_000] {
            let clock = clock(last: last)
            #expect(clock.nextCommitTime() == truth)
        }
        let clock = clock()
        for error in [8000 * Self.tenYears / 10, -Self.start - 2 * Self.tenYears, Int64.max / 2, Int64.min / 2] {
            jump(error)
            for time in commits(clock, minutes: 40) { #expect(abs(time - truth) <= 40 * Self.minute) }
            #expect(commits(clock, minutes: 1).last == truth)
        }
    }
}
