import JSON
import TodoDomain

/// The fields of a known to-do that an import must not touch, because the file's value is just the form that its format
/// gives to the stored value. A format without notes does not empty the notes, and a format that has only days does not
/// change the time of day.
struct KeptFields {
    private var registers: Set<String> = []
    private var hasTags = false
    private var hasDependencies = false

    /// None: whatever the file says counts.
    init() {}

    /// Finds the fields, and makes the file's to-do refer to the same records as the known one in these fields.
    /// - Parameters:
    ///   - known: the stored to-do.
    ///   - renditions: the forms that the stored to-do can have in a file of this format.
    init(of known: Todo, in todo: inout Todo, as renditions: [Todo]) {
        let (file, all) = (todo, renditions + [known])
        let values = Todo.Content(file).registers
        for rendition in all {
            let others = Todo.Content(rendition).registers
            let names = Set(RecordKind.todo.registerNames).union(values.keys).union(others.keys)
            registers.formUnion(names.filter { values[$0] == others[$0] })
        }
        // The file has its own ids for places and lists, or no ids.
        registers.remove(TodoRegister.location.rawValue)
        registers.remove(TodoRegister.standing.rawValue)
        func isSaid(_ isAlike: (Todo) -> Bool) -> Bool { all.contains(where: isAlike) }
        if isSaid({
            $0.location?.position == file.location?.position && $0.location?.placeName == file.location?.placeName
        }) {
            todo.location = known.location
            registers.insert(TodoRegister.location.rawValue)
        }
        let hasList = isSaid { $0.list?.path == file.list?.path }
        let hasParent = isSaid { $0.parent == file.parent }
        if hasList { todo.list = known.list }
        if hasParent { todo.parent = known.parent }
        if hasList, hasParent { registers.insert(TodoRegister.standing.rawValue) }
        let titles = Self.titles(file)
        hasTags = isSaid { Self.titles($0) == titles }
        if hasTags { todo.tags = known.tags }
        hasDependencies = isSaid { Set($0.dependsOn) == Set(file.dependsOn) }
        if hasDependencies { todo.dependsOn = known.dependsOn }
        keepRecurrence(of: known, in: &todo)
        // With another recurrence, the same date belongs to another occurrence.
        if known.isRepeating, !registers.contains(TodoRegister.recurrence.rawValue) {
            registers.remove(TodoRegister.start.rawValue)
        }
    }

    private static func titles(_ todo: Todo) -> Set<String> { Set(todo.tags.map { TagName.folded($0.title) }) }

    /// The recurrence and the due date are written together. A repeating to-do has a due date and is never done itself.
    private mutating func keepRecurrence(of known: Todo, in todo: inout Todo) {
        let (recurrence, due) = (TodoRegister.recurrence.rawValue, TodoRegister.due.rawValue)
        guard registers.contains(recurrence) else {
            if registers.remove(due) != nil, todo.recurrence == nil { todo.due = known.due }
            return
        }
        guard known.isRepeating else { return }
        registers.insert(TodoRegister.completion.rawValue)
        if todo.recurrence != nil || todo.due == nil { registers.insert(due) }
    }

    /// Gives a file's record these fields as the known record has them, with their stamps. So a later edit from another
    /// device still wins, and the file's stamp means the same value on every device.
    func applied(to record: Record, of known: Record) -> Record {
        var record = record
        for name in registers {
            let isFixed = record.kind.registerNames.contains(name)
            record.registers[name] =
                known.registers[name].map { Record.Register($0.value, known.stamp(of: name)) }
                ?? (isFixed ? Record.Register(.null, known.origin) : nil)
        }
        func isKept(_ key: String) -> Bool { TodoElement(key).isTag ? hasTags : hasDependencies }
        record.elements = record.elements.filter { !isKept($0.key) }
            .merging(known.elements.filter { isKept($0.key) }) { $1 }
        return record
    }
}
