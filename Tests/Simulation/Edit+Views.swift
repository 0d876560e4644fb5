import Foundation
import TestSupport
import TodoDomain
import TodoLocal

// Views.
extension Edit {
    /// Whether the action is one on views.
    var isAboutViews: Bool { salt >> 56 == 0b1101_0011 }

    func performOnViews(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet.
        let id = SavedView.ID(stored: "v\(Int.random(in: 0..<3, using: &generator))")
        let known = try transaction.reading.record(ViewEntity.self, id: id.rawValue)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<4:
            let filter = try TodoFilter.parse("\(value) is:open", now: Date(milliseconds: now), timeZone: .gmt)
            try transaction.create(
                SavedView(
                    id: id, name: generator.pick(["work", "today-work"]), filter: filter, names: FilterNames(),
                    createdAt: Date(milliseconds: now)))
        case 4, 5: try transaction.update(SavedView.Update(id: id, name: "v" + value.filter(\.isLetter)))
        case 6: try transaction.update(SavedView.Update(id: id, columns: .set(["due", value])))
        case 7: try transaction.update(SavedView.Update(id: id, grouping: generator.chance(0.5) ? .clear : .set(value)))
        case 8: try transaction.delete(ViewEntity.self, id: id.rawValue)
        default:
            if let known, known.record.isDeleted {
                try transaction.edit(known, registers: [:], deletion: .revive)
            }
        }
    }
}
