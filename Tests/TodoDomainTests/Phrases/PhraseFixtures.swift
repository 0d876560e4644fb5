import Foundation
import Testing
import TodoDomain

/// Saturday, 21 November 2026, 10:30 in Zurich, the time and place of the tests unless they say otherwise.
let saturday = "2026-11-21T09:30:00Z"
let zurich = "Europe/Zurich"

/// What a phrase means, as text: `2026-11-22` for a day, `2026-11-22T08:00:00.000Z` for a moment.
func meaning(
    _ phrase: String, at now: String = saturday, in identifier: String = zurich, settings: PhraseSettings = .standard
) throws -> String {
    let due = try DuePhrase.parse(phrase, now: try moment(now), timeZone: try zone(identifier), settings: settings)
    return dueText(due, in: identifier)
}

/// A due date as text, with its zone if that is another one.
func dueText(_ due: Due, in identifier: String = zurich) -> String {
    switch due {
    case .day(let day): day.description
    case .instant(let date, let named): date.rfc3339 + (named == identifier ? "" : " in \(named)")
    }
}

/// Returns the code of the error that `body` throws; nil if it throws none.
func code(_ body: () throws -> some Any) -> TodoError.Code? {
    do {
        _ = try body()
        return nil
    } catch { return (error as? TodoError)?.code }
}
