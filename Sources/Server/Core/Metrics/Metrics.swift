import Basics

/// Counts the server's work, and reports it in the text format of Prometheus. Labels come from small, fixed sets, so
/// that requests cannot create new series.
///
/// Source: <https://prometheus.io/docs/instrumenting/exposition_formats/>
final class Metrics: Sendable {
    private struct Key: Hashable {
        let method: String
        let code: Int
    }

    private struct Histogram {
        var buckets = [Int](repeating: 0, count: Metrics.bounds.count)
        var count = 0
        var sum = 0.0

        /// Counts a value in all buckets from its first one.
        mutating func add(_ value: Double, from first: Int) {
            for index in first..<buckets.count { buckets[index] += 1 }
            count += 1
            sum += value
        }
    }

    private struct State {
        var requests: [Key: Int] = [:]
        var durations: [String: Histogram] = [:]
    }

    /// Upper bounds of the buckets in seconds.
    private static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

    private let state = Locked(State())

    /// Counts an answered request.
    func record(method: String, code: Int, duration: Duration) {
        let seconds = duration / .seconds(1)
        let first = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        state.withLock { state in
            state.requests[Key(method: method, code: code), default: 0] += 1
            // A single update in place: reading and setting would copy the buckets.
            state.durations[method, default: Histogram()].add(seconds, from: first)
        }
    }

    /// All counts, and additional `gauges`: names with descriptions and values.
    func text(gauges: [(name: String, help: String, value: Double)]) -> String {
        let state = state.withLock { $0 }
        var lines = [
            "# HELP todo_server_requests_total Requests that were answered, by method and HTTP status.",
            "# TYPE todo_server_requests_total counter",
        ]
        for (key, count) in state.requests.sorted(by: { ($0.key.method, $0.key.code) < ($1.key.method, $1.key.code) }) {
            lines.append("todo_server_requests_total{method=\"\(key.method)\",code=\"\(key.code)\"} \(count)")
        }
        lines.append("# HELP todo_server_request_seconds How long answers took until they began.")
        lines.append("# TYPE todo_server_request_seconds histogram")
        for (method, histogram) in state.durations.sorted(by: { $0.key < $1.key }) {
            for (bound, count) in zip(Self.bounds, histogram.buckets) {
                lines.append("todo_server_request_seconds_bucket{method=\"\(method)\",le=\"\(bound)\"} \(count)")
            }
            lines.append(
                "todo_server_request_seconds_bucket{method=\"\(method)\",le=\"+Inf\"} \(histogram.count)")
            lines.append("todo_server_request_seconds_sum{method=\"\(method)\"} \(histogram.sum)")
            lines.append("todo_server_request_seconds_count{method=\"\(method)\"} \(histogram.count)")
        }
        for gauge in gauges {
            lines.append("# HELP \(gauge.name) \(gauge.help)")
            lines.append("# TYPE \(gauge.name) gauge")
            lines.append("\(gauge.name) \(gauge.value)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
