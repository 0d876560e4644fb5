// Keys between two others, by the algorithm of rocicorp's fractional indexing (CC0). A key follows only from its
// bounds.
extension OrderKey {
    /// The shortest key after `lower` and before `upper`; a nil bound is open.
    ///
    /// Returns nil if the bounds are equal or in the wrong order, or if the key would exceed ``maximumLength``.
    public static func between(_ lower: OrderKey?, _ upper: OrderKey?) -> OrderKey? {
        let digits: [UInt8]
        switch (lower?.parts, upper?.parts) {
        case (nil, nil): return .first
        case (let lower?, nil):
            digits = OrderDigits.incremented(lower.integer) ?? lower.integer + middle(lower.fraction, nil)
        case (nil, let upper?):
            if upper.integer == OrderDigits.smallestInteger {
                digits = upper.integer + middle([], upper.fraction)
            } else if !upper.fraction.isEmpty {
                digits = upper.integer
            } else {
                digits = OrderDigits.decremented(upper.integer) ?? []
            }
        case (let low?, let high?):
            guard let lower, let upper, lower < upper else { return nil }
            if low.integer == high.integer {
                digits = low.integer + middle(low.fraction, high.fraction)
            } else if let next = OrderDigits.incremented(low.integer),
                next.lexicographicallyPrecedes(upper.description.utf8)
            {
                digits = next
            } else {
                digits = low.integer + middle(low.fraction, nil)
            }
        }
        return isValid(digits) ? OrderKey(digits: digits) : nil
    }

    /// `count` keys between two others, in order. They follow only from the bounds and the count.
    ///
    /// Without bounds these are the short keys for respacing a list. Returns nil under the same conditions as
    /// ``between(_:_:)``.
    public static func keys(_ count: Int, between lower: OrderKey?, and upper: OrderKey?) -> [OrderKey]? {
        guard count > 0 else { return [] }
        guard let upper else { return successive(count, from: lower) { between($0, nil) } }
        guard let lower else { return successive(count, from: upper) { between(nil, $0) }?.reversed() }
        guard let middle = between(lower, upper), let first = keys(count / 2, between: lower, and: middle),
            let second = keys(count - count / 2 - 1, between: middle, and: upper)
        else { return nil }
        return first + [middle] + second
    }

    private static func successive(
        _ count: Int, from start: OrderKey?, _ next: (OrderKey?) -> OrderKey?
    ) -> [OrderKey]? {
        var keys: [OrderKey] = []
        while keys.count < count {
            guard let key = next(keys.last ?? start) else { return nil }
            keys.append(key)
        }
        return keys
    }

    private var parts: (integer: [UInt8], fraction: ArraySlice<UInt8>) {
        let digits = digits
        let length = min(OrderDigits.integerLength(digits[0]) ?? digits.count, digits.count)
        return (Array(digits[..<length]), digits[length...])
    }

    /// The digits of a fraction between two others; nil stands for an upper bound of one.
    /// - Precondition: `lower` is less than `upper`, and neither ends with a zero.
    private static func middle(_ lower: ArraySlice<UInt8>, _ upper: ArraySlice<UInt8>?) -> [UInt8] {
        var (digits, lower, upper): ([UInt8], _, _) = ([], lower, upper)
        while true {
            if let known = upper {
                // Skips the common beginning. The lower fraction counts as followed by zeros.
                let length = sharedLength(lower, known)
                digits += known.prefix(length)
                lower = lower.dropFirst(length)
                upper = known.dropFirst(length)
            }
            let low = lower.first.flatMap(OrderDigits.value) ?? 0
            let high = upper?.first.flatMap(OrderDigits.value) ?? 62
            if high - low > 1 { return digits + [OrderDigits.digit((low + high + 1) / 2)] }
            if let upper, upper.count > 1 { return digits + upper.prefix(1) }
            digits.append(OrderDigits.digit(low))
            lower = lower.dropFirst()
            upper = nil
        }
    }

    private static func sharedLength(_ lower: ArraySlice<UInt8>, _ upper: ArraySlice<UInt8>) -> Int {
        var (length, low, high) = (0, lower.startIndex, upper.startIndex)
        while high < upper.endIndex, (low < lower.endIndex ? lower[low] : OrderDigits.zero) == upper[high] {
            length = length + 1
            low = low + 1
            high = high + 1
        }
        return length
    }
}
