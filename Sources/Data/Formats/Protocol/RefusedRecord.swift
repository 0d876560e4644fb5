import TodoDomain

/// A record that is left out instead of ending the import.
func refused(_ position: String, line: Int?, _ error: any Error) -> ImportItem {
    let reason = badInput(position, error).reason
    let place = position.prefix(1).uppercased() + position.dropFirst() + ": "
    guard reason.hasPrefix(place) else { return .refused(position: position, line: line, reason: reason) }
    let rest = reason.dropFirst(place.count)
    return .refused(position: position, line: line, reason: rest.prefix(1).uppercased() + rest.dropFirst())
}
