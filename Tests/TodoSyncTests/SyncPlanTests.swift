import Testing
import TodoDomain
import TodoSync

/// What a device decides when it sees a head.
@Suite("Sync plan")
struct SyncPlanTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let expected: SyncPlan.Divergence
        var state = SyncPlanTests.state()
        var head: RemoteHead? = SyncPlanTests.head()
    }

    /// A device that has followed commit 10 of epoch `e`, called `c10`.
    static func state(_ change: (inout SyncState) -> Void = { _ in }) -> SyncState {
        var state = SyncState()
        state.generation = "e"
        state.sequence = 10
        state.commitID = "c10"
        for kind in RecordKind.allCases { state.pulled[kind] = SyncState.Position(sequence: 10) }
        change(&state)
        return state
    }

    /// The head after `sequence` commits, each named after its number.
    static func head(_ sequence: Int64 = 10, _ change: (inout RemoteHead) -> Void = { _ in }) -> RemoteHead {
        var head = RemoteHead(epoch: "e")
        while head.sequence < sequence { head = head.advanced(by: "c\(head.sequence + 1)", touching: [.todo]) }
        change(&head)
        return head
    }

    static let cases: [Case] = [
        Case(testDescription: "nothing is known yet", expected: .none, state: SyncState()),
        Case(
            testDescription: "nothing is known yet, and there is no head", expected: .none, state: SyncState(),
            head: nil),
        Case(testDescription: "nothing has moved", expected: .none),
        Case(testDescription: "others have committed", expected: .none, head: head(20)),
        Case(testDescription: "the head is gone", expected: .resync(.rollback), head: nil),
        Case(testDescription: "it is another epoch", expected: .resync(.rollback), head: head { $0.epoch = "f" }),
        Case(testDescription: "the head is behind", expected: .resync(.rollback), head: head(9)),
        Case(
            testDescription: "the commit of that number is another one", expected: .resync(.rollback),
            state: state { $0.commitID = "other" }, head: head(20)),
        Case(testDescription: "the commit is forgotten", expected: .askDocuments, head: head(100)),
        Case(
            testDescription: "deletions were collected that are known here", expected: .none,
            head: head(20) { $0.collectedSequence = 10 }),
        Case(
            testDescription: "deletions were collected that never came here", expected: .resync(.collected),
            head: head(20) { $0.collectedSequence = 11 }),
        Case(
            testDescription: "deletions were collected that a pull that was cut short had not reached",
            expected: .resync(.collected), state: state { $0.pulled[.todo] = SyncState.Position(sequence: 8, id: "x") },
            head: head { $0.collectedSequence = 8 }),
        Case(
            testDescription: "deletions were collected since the last pull began that it may have come too late for",
            expected: .resync(.collected), state: state { $0.lastPull = .init(from: 5, collected: 3) },
            head: head(20) { $0.collectedSequence = 6 }),
        Case(
            testDescription: "deletions were collected since the last pull began that were here before it",
            expected: .none, state: state { $0.lastPull = .init(from: 5, collected: 3) },
            head: head(20) { $0.collectedSequence = 5 }),
        Case(
            testDescription: "no deletion was collected since the last pull began", expected: .none,
            state: state { $0.lastPull = .init(from: 5, collected: 7) }, head: head(20) { $0.collectedSequence = 7 }),
        Case(
            testDescription: "a resync that was cut short is not begun again for what it will see itself",
            expected: .none,
            state: state {
                $0.pulled = [:]
                $0.resync = SyncState.Resync(reason: .collected, number: 1)
            }, head: head { $0.collectedSequence = 8 }),
    ]

    @Test("how the head is read", arguments: cases)
    func divergence(_ example: Case) {
        #expect(SyncPlan.divergence(of: example.state, from: example.head) == example.expected)
    }

    @Test("whether a head continues the one before everything was read again")
    func continuation() {
        let before = Self.head(10) { $0.collectedSequence = 4 }
        func isContinued(_ next: RemoteHead?) -> Bool { SyncPlan.isContinued(before, by: next) }
        #expect(isContinued(before))
        #expect(isContinued(Self.head(20) { $0.collectedSequence = 4 }), "others have committed")
        #expect(isContinued(Self.head(100) { $0.collectedSequence = 4 }), "the commit is forgotten")
        #expect(!isContinued(Self.head(20) { $0.collectedSequence = 5 }), "deletions were collected")
        #expect(!isContinued(nil) && !isContinued(Self.head(9)), "the remote was restored")
        #expect(!isContinued(Self.head(10) { $0.epoch = "f" }))
        let other = Self.head(9).advanced(by: "other", touching: [.todo])
        #expect(
            !isContinued(other) && !isContinued(other.advanced(by: "c11", touching: [])), "it was restored and used")
        #expect(SyncPlan.isContinued(nil, by: nil) && SyncPlan.isContinued(nil, by: Self.head(3)))
        #expect(!SyncPlan.isContinued(nil, by: before))
    }

    @Test("a full sync that follows an unfinished rollback goes on with it, and forgets the numbers of the other life")
    func gravestReason() {
        let rollback = SyncPlan.beginning(.rollback, in: Self.state { $0.collectedSequence = 7 }, head: Self.head(5))
        let again = SyncPlan.beginning(.requested, in: rollback, head: Self.head(5))
        #expect(again.resync == SyncState.Resync(reason: .rollback, number: 1))
        #expect(again.collectedSequence == 0 && again.pulled.isEmpty && again.sequence == 5 && again.commitID == "c5")
        let restoredAgain = SyncPlan.beginning(.rollback, in: again, head: Self.head(4))
        #expect(restoredAgain.resync == SyncState.Resync(reason: .rollback, number: 2))
    }

    @Test("only the kinds that moved are pulled, and those whose pull was cut short")
    func kinds() {
        #expect(SyncPlan.kindsToPull(Self.state(), head: Self.head()).isEmpty)
        #expect(SyncPlan.kindsToPull(Self.state(), head: Self.head(11)) == [.todo])
        let cut = Self.state { $0.pulled[.tag] = SyncState.Position(sequence: 4, id: "a") }
        #expect(SyncPlan.kindsToPull(cut, head: Self.head()) == [.tag])
        #expect(SyncPlan.kindsToPull(SyncState(), head: Self.head()) == [.tag, .location, .todo])
        #expect(SyncPlan.kindsToPull(Self.state(), head: nil).isEmpty)
    }
}
