import Foundation
import JSON
import TestSupport
import TodoDomain
import TodoLocal

// Records of apps.
extension Edit {
    /// Whether the action is one on records of apps.
    var isAboutAppRecords: Bool { salt >> 58 == 0b11_0101 }

    func performOnAppRecords(in transaction: WriteTransaction, _ generator: inout SeededGenerator) throws {
        // Few, so that the edits of several devices meet.
        let id = AppRecord.ID(stored: "a\(Int.random(in: 0..<3, using: &generator))")
        let known = try transaction.reading.record(AppEntity.self, id: id.rawValue)
        switch Int.random(in: 0..<11, using: &generator) {
        case 0..<4:
            let note: [String: JSONValue] = generator.chance(0.5) ? ["note": .string("n" + value)] : [:]
            try transaction.create(
                AppRecord(
                    id: id, type: "org.example.mood", registers: note.merging(["value": .string(value)]) { $1 },
                    createdAt: Date(milliseconds: now)))
        case 4..<7:
            // One accent in its two spellings, which are one register.
            let name = generator.pick(["value", "note", "\u{E9}", "e\u{301}"])
            try transaction.update(
                AppRecord.Update(id: id, registers: [name: generator.chance(0.2) ? .null : .string(value)]))
        case 7: try transaction.delete(AppEntity.self, id: id.rawValue)
        case 8:
            if let known, known.record.isDeleted {
                try transaction.edit(known, registers: [:], deletion: .revive)
            }
        default:
            // A record that never leaves the device. No other device may ever have it.
            try transaction.create(
                AppRecord(
                    id: .init(stored: "local"), type: "org.example.draft", registers: ["text": .string(value)],
                    isLocal: true, createdAt: Date(milliseconds: now)))
        }
    }
}
