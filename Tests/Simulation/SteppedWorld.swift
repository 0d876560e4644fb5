/// A world in which a script runs step by step, and that comes to rest in the end.
protocol SteppedWorld {
    associatedtype Step

    func run(_ step: Step) async throws

    /// Brings it to rest; returns what is wrong then, nil if nothing is.
    func settle() async throws -> String?
}

extension SteppedWorld {
    /// Runs all steps, and brings the world to rest; returns what is wrong, nil if nothing is.
    func failure(of steps: [Step]) async -> String? {
        for (index, step) in steps.enumerated() {
            do {
                try await run(step)
            } catch {
                return "step \(index), \(step), threw \(error)"
            }
        }
        do {
            return try await settle()
        } catch {
            return "settling threw \(error)"
        }
    }
}
