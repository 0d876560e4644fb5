/// A new result of a query, and its difference from the previous result.
public struct PageChange<Model: Queryable>: Hashable, Sendable {
    /// The result.
    public let page: Page<Model>
    /// The difference from the previous page. In the first page, everything is inserted.
    public let difference: ListDifference<Model>
}

extension AsyncThrowingStream where Failure == any Error, Element: Sendable & Equatable {
    /// The stream without consecutive duplicates.
    package func withoutRepetitions() -> AsyncThrowingStream {
        compactMap(after: Element?.none) { last, element in
            defer { last = element }
            return element == last ? nil : element
        }
    }

    /// Each page with its difference from the previous page.
    package func differences<Model>() -> AsyncThrowingStream<PageChange<Model>, any Error>
    where Element == Page<Model> {
        compactMap(after: [Model]()) { shown, page in
            defer { shown = page.items }
            return PageChange(page: page, difference: ListDifference(from: shown, to: page.items))
        }
    }

    /// The first model of each page; nil for an empty one.
    package func firstModels<Model>() -> AsyncThrowingStream<Model?, any Error> where Element == Page<Model> {
        compactMap(after: ()) { _, page in Model??.some(page.items.first) }
    }

    /// Transforms each element as it is read. `state` carries over from element to element. Drops an element if
    /// `transform` returns nil.
    private func compactMap<State, Output: Sendable>(
        after state: State, _ transform: @escaping @Sendable (inout State, Element) -> Output?
    ) -> AsyncThrowingStream<Output, any Error> {
        let reader = Reader(elements: makeAsyncIterator(), state: state)
        return AsyncThrowingStream<Output, any Error>(unfolding: {
            while let element = try await reader.elements.next() {
                if let output = transform(&reader.state, element) { return output }
            }
            return nil
        })
    }
}

/// The position up to which a stream has been read. `@unchecked` because only one task at a time reads a stream.
private final class Reader<Elements, State>: @unchecked Sendable {
    var elements: Elements
    var state: State

    init(elements: Elements, state: State) {
        self.elements = elements
        self.state = state
    }
}
