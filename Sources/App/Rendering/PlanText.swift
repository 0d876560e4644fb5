import TodoKit

/// A query's plan in words.
enum PlanText {
    /// The tables and indexes that are read, and whether the result is sorted afterwards.
    static func line(_ plan: QueryPlan) -> String {
        let access =
            switch plan.access {
            case .indexRange(let index): "reads a part of the index \(index)"
            case .index(let index): "reads the index \(index) in its order"
            case .lookup: "looks up the to-dos of the tags, places, lists, words or ids"
            case .everything: "reads all to-dos"
            }
        return access + (plan.sorts ? ", and sorts what it finds" : "")
    }
}
