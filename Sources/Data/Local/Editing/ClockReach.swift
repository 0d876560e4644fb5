import TodoDomain

/// The readings of this device's clock that the remote has not confirmed yet, and those that were taken back. All are
/// milliseconds since 1970.
///
/// If the clock was ahead, it goes back to the remote's time, and records with later stamps get new ones. The device
/// keeps its id as long as it knows which readings it has given: no reading is given twice.
struct ClockReach: Hashable {
    /// The reading before the first one that the remote has not confirmed.
    private(set) var confirmed: Int64 = 0
    /// The first reading that the remote has not confirmed; 0 for none.
    private(set) var first: Int64 = 0
    /// The first reading that was taken back; 0 for none.
    private(set) var takenFrom: Int64 = 0
    /// The last reading that was taken back.
    private(set) var takenTo: Int64 = 0

    /// No reading was ever given.
    init() {}

    /// A stored value.
    init(confirmed: Int64, first: Int64, takenFrom: Int64, takenTo: Int64) {
        self.confirmed = confirmed
        self.first = first
        self.takenFrom = takenFrom
        self.takenTo = takenTo
    }

    /// Whether a reading was given and taken back, so that it must not be given again.
    func isTaken(_ milliseconds: Int64) -> Bool {
        takenFrom != 0 && takenFrom <= milliseconds && milliseconds <= takenTo
    }

    /// Notes a reading that is given, and the one before it.
    mutating func give(_ milliseconds: Int64, after previous: Int64) {
        if first == 0 { (confirmed, first) = (previous, max(milliseconds, 1)) }
    }

    /// Notes that no reading so far is ahead of the remote's clock.
    /// - Parameter last: the last reading.
    mutating func confirm(_ last: Int64) {
        first = 0
        if last > takenTo { (takenFrom, takenTo) = (0, 0) }
    }

    /// Takes back all readings beyond `limit`.
    /// - Parameter last: the last reading.
    /// - Returns: the reading after which the clock continues. nil if it is not known which readings are beyond
    ///   `limit`; then nothing has changed.
    mutating func takeBack(beyond limit: Int64, last: Int64) -> Int64? {
        guard first > limit, confirmed < limit, takenFrom == 0 || takenFrom > limit else { return nil }
        takenFrom = takenFrom == 0 ? first : min(takenFrom, first)
        takenTo = max(takenTo, last)
        first = 0
        return confirmed
    }
}
