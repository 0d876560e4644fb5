import Foundation
import TodoDomain

/// The backup of TickTick (and Dida 365). Folders and lists are a path, columns of a board a list below, `taskId` and
/// `parentId` the tree; priorities are 0, 1, 3 and 5; what is completed and what is archived is done.
struct TickTickLayout: CSVLayout {
    static let name = "ticktick"
    static let columns: Set<String> = ["list name", "title", "status", "is check list", "created time"]

    private var identities = Identities(format: "csv")
    /// The rows by what the file calls them.
    private var names: [String: Todo.ID] = [:]
    /// More names than this are not remembered.
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
        (task.start, task.due) = (try date("start date", &row), try date("due date", &row))
        // A task with one date has it in both columns, or only in the first.
        if task.due == nil || task.start == task.due { (task.start, task.due) = (nil, task.due ?? task.start) }
        if let rule = row.take("repeat"), !task.repeats(rule, in: zone) { row.keepNotUnderstood(rule, "repeat") }
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
        if let parent = row.take("parentid") {
            task.parent = names[parent] ?? (Self.isLasting(parent) ? foreign(parent) : nil)
            if task.parent == nil { row.keep(parent, "parentid") }
        }
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
        return .tasks([task])
    }

    /// What a trigger of iCalendar makes ring, which counts from the beginning of the day where there is no time.
    private static func alarm(_ text: String, isAllDay: Bool) -> Alarm? {
        guard let lead = Alarm.Lead(text.replacing("TRIGGER:", with: "")) else { return nil }
        guard isAllDay else { return Alarm(.before(lead.negated, of: .due)) }
        let offset = Int64(lead.days) * 86_400 + Int64(lead.seconds)
        let (days, seconds) = offset.dividedRoundingDown(by: 86_400)
        let time = Int(seconds)
        let clock = try? ClockTime(hour: time / 3600, minute: time / 60 % 60, second: time % 60)
        return clock.map { Alarm(.time($0, daysBefore: Int(-days), of: .due)) }
    }

    /// Whether it is the id of a task and not its number in this file, which is another one in the next backup.
    private static func isLasting(_ name: String) -> Bool { name.utf8.count >= 16 }

    private func foreign(_ name: String) -> Todo.ID { identities.id(ofForeign: "\(Self.name)\u{0}\(name)") }
}
