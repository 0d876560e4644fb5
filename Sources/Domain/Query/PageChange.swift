/// A new answer to a query, and how its list became what it is.
public struct PageChange<Model: Queryable>: Hashable, Sendable {
    /// The answer.
    public let page: Page<Model>
    /// What turns the list before into that of ``page``; at first everything is inserted.
    public let difference: ListDifference<Model>
}

extension AsyncThrowingStream where Failure == any Error, Element: Sendable & Equatable {
    /// The same without elements that equal the one before.
    package func withoutRepetitions() -> AsyncThrowingStream {
        compactMap(after: Element?.none) { last, element in
            defer { last = element }
            return element == last ? nil : element
        }
    }

    /// Pages with what became of the list since the one before.
    package func differences<Model>() -> AsyncThrowingStream<PageChange<Model>, any Error>
    where Element == Page<Model> {
        compactMap(after: [Model]()) { shown, page in
            defer { shown = page.items }
            return PageChange(page: page, difference: ListDifference(from: shown, to: page.items))
        }
    }

    /// What `transform` makes of each element when it is read; it knows what was read before by what it leaves in
    /// `state`. What it makes nil of is passed over.
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

/// The place in a stream up to which it was read. `@unchecked`: a stream is read by one task at a time.
private final class Reader<Elements, State>: @unchecked Sendable {
    var elements: Elements
    var state: State

    init(elements: Elements, state: State) { (self.elements, self.state) = (elements, state) }
}
