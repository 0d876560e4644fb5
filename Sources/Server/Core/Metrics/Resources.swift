import Foundation
import GRDB

/// The resident memory of the process in bytes; 0 if it is not known.
func residentMemory() -> Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
}

extension DocumentStore {
    /// The size of the database file and its log, in bytes.
    var fileSize: Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            let attributes = try? FileManager.default.attributesOfItem(atPath: pool.path + suffix)
            return sum + (attributes?[.size] as? Int ?? 0)
        }
    }
}
