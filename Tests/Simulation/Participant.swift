import TodoDomain

/// A device in a world, whatever version of the program it runs.
protocol Participant: AnyObject, Sendable {
    var number: Int { get }
    var hardware: Hardware { get }

    /// Performs one action of a person.
    /// - Throws: `TodoError` if the action is not possible.
    func perform(_ edit: Edit) async throws
    /// Syncs once; returns whether anything moved. If it was killed, the process is gone.
    func sync(in world: World, process: Int, faults: [Fault]) async throws -> Bool
    /// Retries everything that is set aside.
    func retry() async throws
    /// All its records, including deleted ones.
    func records() async throws -> [RecordKey: Record]
    /// The keys of what it has yet to send, for which it records conflicts.
    func unsent() async throws -> [RecordKey]
    /// The conflicts that it has recorded.
    func conflicts() async throws -> [ConflictOracle.Note]
    /// Describes what is wrong with it once nothing moves any more, apart from its records; nil for nothing.
    func problem(in world: World) async throws -> String?
    /// The registers that every record of a kind has in its version; none if it does not know the kind.
    func registerNames(of kind: RecordKind) -> [String]

    /// Returns another device with a copy of its database.
    func copy(number: Int, path: String, hardware: Hardware) throws -> any Participant
    /// Ends all processes, because the machine restarts.
    func restart()
    /// Fills the disk, or frees it again.
    func setDiskFull(_ isFull: Bool) throws
    /// Ends all processes.
    func close()
}

extension [RecordKey: Record] {
    /// What differs from how it was before.
    func changes(since before: Self) -> Self { filter { before[$0.key] != $0.value } }
}
