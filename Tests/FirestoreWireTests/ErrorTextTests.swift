import FirestoreWire
import JSON
import Testing

@Suite("Errors for scripts and people")
struct ErrorTextTests {
    @Test("every error has a code of its own and a sentence")
    func texts() {
        let wire: [WireError] = [
            .empty, .notJSON, .truncated, .elementTooLarge(limit: 7), .malformed(JSONError("expected a string", at: 3)),
        ]
        let names: [InvalidName] = [
            .emptySegment, .segmentTooLong, .forbiddenID, .reservedID, .tooLong, .malformed,
        ]
        let codes = wire.map(\.code) + names.map(\.code)
        #expect(Set(codes).count == codes.count)
        for text in wire.map(\.description) + names.map(\.description) {
            #expect(text.hasSuffix(".") && text.first?.isUppercase == true)
        }
        #expect(wire[4].description.contains("byte 3"))
        #expect(wire.filter(\.isRetryable).count == 4)
    }
}
