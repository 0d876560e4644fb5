import JSON

/// A detail of a status that asks to wait: `{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay":
/// "1.5s"}`.
///
/// Source: <https://github.com/googleapis/googleapis/blob/master/google/rpc/error_details.proto>
enum RetryInfo {
    private static let type = "type.googleapis.com/google.rpc.RetryInfo"

    static func detail(_ delay: Duration) -> JSONValue {
        let (seconds, attoseconds) = delay.components
        var text = "\(seconds)"
        let nanoseconds = attoseconds / 1_000_000_000
        if nanoseconds > 0 {
            let digits = String(nanoseconds)
            text += "." + String(repeating: "0", count: 9 - digits.count) + digits
        }
        return ["@type": .string(type), "retryDelay": .string(text + "s")]
    }

    /// The delay in `detail`; nil if it is another detail or not valid.
    static func delay(_ detail: JSONValue) -> Duration? {
        guard detail["@type"]?.string == type,
            let text = (detail["retryDelay"] ?? detail["retry_delay"])?.string, text.hasSuffix("s")
        else { return nil }
        let parts = text.dropLast().split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let seconds = number(first, digits: 12) else { return nil }
        guard parts.count == 2 else { return .seconds(seconds) }
        guard let fraction = number(parts[1], digits: 9) else { return nil }
        let scale = (parts[1].count..<9).reduce(1) { scale, _ in scale * 10 }
        return .seconds(seconds) + .nanoseconds(fraction * Int64(scale))
    }

    /// 1 to `digits` digits, without a sign; few enough not to overflow.
    private static func number(_ text: Substring, digits: Int) -> Int64? {
        guard 1...digits ~= text.utf8.count, text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
        return Int64(text)
    }
}
