/// Waits until something holds that happens on another thread; false when it does not for ten minutes. That is no promise
/// of speed, but the end of a test that would never end: a machine that does twenty other things takes a minute.
public func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    let end = ContinuousClock.now + .seconds(600)
    while ContinuousClock.now < end {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return await condition()
}
