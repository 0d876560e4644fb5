import Benchmark

let benchmarks: @Sendable () -> Void = {
    Storage.register()
    Planning.register()
    Observation.register()
    Wire.register()
    Recurrences.register()
    QuickAdding.register()
}
