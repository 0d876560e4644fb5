import Foundation
import JSON
import TodoDomain

/// The backup of TickTick (and Dida 365). Folders and lists form a path, and the columns of a board are lists below it.
/// `taskId` and `parentId` give the tree. Priorities are 0, 1, 3 and 5. Completed and archived tasks are done.
struct TickTickLayout: CSVLayout {
    static let name = "ticktick"
    static let columns: Set<String> = ["list name", "title", "status", "is check list", "created time"]

    private var identities = Identities(format: "csv")
    /// The to-dos of the rows by their names in the file.
    private var names: [String: Todo.ID] = [:]
    /// The subtasks above their parents. A row that names its parent by a lasting id is not kept for this.
    private var orphans: [Orphan] = []

    private struct Orphan {
        /// The row, if it has to wait for its parent.
        let task: ForeignTask?
        let parent: String
        let column: String
        let line: Int

        /// The report if the file has no such parent.
        var reason: String {
            let name = "\(ForeignDate.shown(parent)) in the column \(column) is not a task of this file"
            return task == nil ? name + "." : name + ", and is kept as \(CSVColumn.prefix)\(column)."
        }
    }

    /// The maximum number of names and subtasks that are remembered.
    private static let maximumNames = 100_000

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        var task = ForeignTask(title: row.take("title") ?? "")
        let zone = row.take("timezone").flatMap { TimeZone(identifier: $0) } ?? row.context.timeZone
        let list = row.take("list name").flatMap { TodoList.isInbox($0) ? nil : $0 }
        task.list = [row.take("folder name"), list, row.take("column name")].compactMap(\.self)
        task.notes = row.take("content") ?? ""
        task.tags = row.take("tags")?.split(separator: ",").map(String.init) ?? []
        let created = row.cells["created time"]
        task.createdAt = try row.takeMoment("created time")
        let completedAt = try row.takeMoment("completed time")
        switch row.take("status")?.trimmed {
        case "0", nil: break
        case "1", "2": task.completedAt = completedAt ?? row.unknownCompletion
        case "-1":
            task.completedAt = completedAt ?? row.unknownCompletion
            row.keep("-1", "status")
        default: throw InputError.field("Status", "0, 1, 2 or -1")
        }
        switch row.take("priority")?.trimmed {
        case "0", nil: break
        case "1": task.priority = .low
        case "3": task.priority = .medium
        case "5": task.priority = .high
        default: throw InputError.field("Priority", "0, 1, 3 or 5")
        }
        let isAllDay = row.take("is all day")?.lowercased() == "true"
        func date(_ column: String, _ row: inout CSVRow) throws -> Due? {
            guard case .instant(let date, _)? = try row.takeDate(column, in: zone) else { return nil }
            return isAllDay ? .day(Day(containing: date, in: zone)) : .instant(date, zone)
        }
        task.start = try date("start date", &row)
        task.due = try date("due date", &row)
        // A task with one date has it in both columns, or only in the first one.
        if task.due == nil || task.start == task.due { (task.start, task.due) = (nil, task.due ?? task.start) }
        if let rule = row.take("repeat") {
            if task.completedAt != nil {
                // A done task no longer repeats.
                row.keep(rule, "repeat")
            } else if !task.repeats(rule, in: zone) {
                row.keepNotUnderstood(rule, "repeat")
            }
        }
        if let text = row.take("reminder") {
            let triggers = text.split { $0 == "," || $0 == "\n" || $0 == ";" }
            let alarms = triggers.compactMap { Self.alarm(String($0).trimmed, isAllDay: isAllDay) }
            if alarms.count == triggers.count {
                task.alarms = alarms
            } else {
                row.keepNotUnderstood(text, "reminder")
            }
        }
        let name = row.take("taskid")
        let parent = row.take("parentid")
        if let parent { task.parent = names[parent] ?? (Self.isLasting(parent) ? foreign(parent) : nil) }
        let id =
            if let name, Self.isLasting(name) { foreign(name) } else {
                identities.id(ofContent: "\(Self.name)\u{0}\(task.list)\u{0}\(task.title)\u{0}\(created ?? "")")
            }
        if let name, names.count < Self.maximumNames { names[name] = id }
        task.id = id
        row.drop("order", "view mode", "column order", "is floating")
        if row.cells["is check list"] == "N" { row.drop("is check list") }
        if row.cells["kind"] == "TEXT" { row.drop("kind") }
        task.others = row.others
        guard let parent, names[parent] == nil else { return .tasks([task]) }
        let column = row.name(of: "parentid")
        guard orphans.count < Self.maximumNames else {
            if task.parent == nil { task.others.append((column, .string(parent))) }
            return .tasks([task])
        }
        let waiting = task.parent == nil ? task : nil
        orphans.append(Orphan(task: waiting, parent: parent, column: column, line: row.line))
        return waiting.map(CSVMeaning.later) ?? .tasks([task])
    }

    mutating func finish() -> (tasks: [ForeignTask], notUnderstood: [(line: Int, reason: String)]) {
        let lost = orphans.filter { names[$0.parent] == nil }
        let tasks = orphans.compactMap { orphan -> ForeignTask? in
            guard var task = orphan.task else { return nil }
            task.parent = names[orphan.parent]
            if task.parent == nil { task.others.append((orphan.column, .string(orphan.parent))) }
            return task
        }
        return (tasks, lost.map { ($0.line, $0.reason) })
    }

    /// The alarm for a trigger of iCalendar. Without a time, it counts from the beginning of the day.
    private static func alarm(_ text: String, isAllDay: Bool) -> Alarm? {
        guard let lead = Alarm.Lead(text.replacing("TRIGGER:", with: "")) else { return nil }
        guard isAllDay else { return Alarm(.before(lead.negated, of: .due)) }
        let offset = Int64(lead.days) * 86_400 + Int64(lead.seconds)
        let (days, seconds) = offset.dividedRoundingDown(by: 86_400)
        let time = Int(seconds)
        let clock = try? ClockTime(hour: time / 3600, minute: time / 60 % 60, second: time % 60)
        return clock.map { Alarm(.time($0, daysBefore: Int(-days), of: .due)) }
    }

    /// Whether the name is the lasting id of a task. Otherwise it is its number in this file, which differs in the next
    /// backup.
    private static func isLasting(_ name: String) -> Bool { name.utf8.count >= 16 }

    private func foreign(_ name: String) -> Todo.ID { identities.id(ofForeign: "\(Self.name)\u{0}\(name)") }
}
