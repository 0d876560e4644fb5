/// Waits until a condition on another thread holds; false if it does not within ten minutes. That is no promise of
/// speed, only a bound for a test that would never end: a machine busy with twenty other things takes a minute.
public func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return await condition()
}
