extension ClockTime {
    /// Parses `9am`, `9:30pm`, `9:30`, `17:00:30`, `17h`, `noon` and `midnight`; nil for anything else. A bare `9` is nil too,
    /// because it could be in either half of the day.
    /// - Throws: ``TodoError`` with code `impossible-time` for a time such as 25:00.
    static func parse(_ word: Substring) throws -> ClockTime? {
        for case (_, .time(let time)) in PhraseLexicon.meanings(of: word) {
            switch time.form {
            case .full, .colon, .glued, .word: return time.clock
            case .impossible: throw noSuchTime
            case .dot, .hour, .range: continue
            }
        }
        return nil
    }
}
