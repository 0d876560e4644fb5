import TodoDomain

/// A device in a world, whatever version of the program runs on it.
protocol Participant: AnyObject, Sendable {
    var number: Int { get }
    var hardware: Hardware { get }

    /// One action of a person; returns all records that it wrote, as they then are.
    /// - Throws: `TodoError` if it could not be done.
    func perform(_ edit: Edit) async throws -> [Record]
    /// Syncs once; returns whether anything moved. Where it was killed, the process is gone.
    func sync(in world: World, process: Int, faults: [Fault]) async throws -> Bool
    /// Has everything tried again that is set aside.
    func retry() async throws
    /// Everything that it has, deleted records too.
    func records() async throws -> [RecordKey: Record]
    /// The keys of what it has yet to send, as far as it notes conflicts about that.
    func unsent() async throws -> [RecordKey]
    /// The conflicts that it has noted.
    func conflicts() async throws -> [ConflictOracle.Note]
    /// What is wrong with it when nothing moves any more, but for its records; nil: nothing.
    func problem(in world: World) async throws -> String?
    /// The registers that every record of a kind has to its version; none if it does not know the kind.
    func registerNames(of kind: RecordKind) -> [String]

    /// Another device with a copy of its database.
    func copy(number: Int, path: String, hardware: Hardware) throws -> any Participant
    /// Ends all processes, as the machine is started again.
    func restart()
    /// Takes away what room the disk has, or gives it back.
    func setDiskFull(_ isFull: Bool) throws
    /// Ends all processes.
    func close()
}
