import Foundation
import TodoDomain

/// The tasks of Microsoft Outlook as CSV. These are also the tasks of Microsoft To Do, which has no export of its own.
struct OutlookLayout: CSVLayout {
    static let name = "outlook"
    static let columns: Set<String> = ["subject", "due date", "date completed", "categories"]

    private var identities = Identities(format: "csv")

    mutating func read(_ row: inout CSVRow) throws -> CSVMeaning {
        var task = ForeignTask(title: row.take("subject") ?? "")
        task.notes = row.take("notes") ?? ""
        task.tags = row.take("categories")?.split { $0 == ";" || $0 == "," }.map(String.init) ?? []
        let due = row.cells["due date"]
        task.start = try row.takeDate("start date")
        task.due = try row.takeDate("due date")
        task.completedAt = try row.takeMoment("date completed")
        let status = row.take("status")?.lowercased()
        let share = row.take("% complete")?.filter { $0 != "%" && $0 != " " }
        if status == "completed" || share.flatMap({ Double($0) }) == 100 {
            task.completedAt = task.completedAt ?? row.unknownCompletion
        } else if let status, status != "not started" {
            row.keep(status, "status")
        }
        switch row.take("priority")?.lowercased() {
        case "high": task.priority = .high
        case "low": task.priority = .low
        default: break
        }
        let isOn = row.take("reminder on/off")?.lowercased() == "true"
        let (day, time) = (row.take("reminder date"), row.take("reminder time"))
        if isOn, let day {
            let moment = try ForeignDate.due(
                [day, time].compactMap(\.self).joined(separator: " "), column: "Reminder Date", row.context)
            if case .instant(let date, let zone) = moment { task.alarms = [Alarm(.moment(date, zone: zone))] }
        }
        row.drop("total work", "actual work", "private", "sensitivity", "mileage", "complete")
        task.id = identities.id(ofContent: "\(Self.name)\u{0}\(task.title)\u{0}\(due ?? "")")
        task.others = row.others
        return .tasks([task])
    }

    static func rendition(of todo: Todo) -> Todo {
        var said = todo
        said.list = nil
        said.parent = nil
        said.recurrence = nil
        if said.priority == .medium { said.priority = nil }
        return said
    }
}
