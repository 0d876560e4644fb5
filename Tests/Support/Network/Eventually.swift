/// Waits until something holds that happens on another thread; false when it does not within `timeout`, which is
/// long: with two cores and the whole suite at once, others may hold the threads for a minute.
public func eventually(
    within timeout: Duration = .seconds(600), _ condition: @Sendable () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return await condition()
}
