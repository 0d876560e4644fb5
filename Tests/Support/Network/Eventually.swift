/// Waits until something holds that happens on another thread; false when it does not within `timeout`.
public func eventually(
    within timeout: Duration = .seconds(5), _ condition: @Sendable () async -> Bool
) async -> Bool {
    let end = ContinuousClock.now + timeout
    while ContinuousClock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return await condition()
}
