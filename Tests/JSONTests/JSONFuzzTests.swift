import Foundation
import JSON
import TestSupport
import Testing

@Suite("JSON of any bytes")
struct JSONFuzzTests {
    private static let sample = #"""
        {"a":[true,false,null,0,-1,12.5e-3,9223372036854775807],"é\n😀":{"":"","b":"\u0000x\\"},"c":[[],{}," "]}
        """#

    @Test("is read as what it is written as again, or refused, skipped or not")
    func mutations() {
        fuzz("JSON", rounds: 3000) { generator, seed in
            let bytes = generator.mutated(Self.sample.utf8, parts: SeededGenerator.jsonParts)
            let value = try? JSONValue(parsing: bytes)
            let isSkipped = (try? JSONReader.read(bytes) { try $0.skip() }) != nil
            guard let value else { return }
            #expect(isSkipped, "seed \(seed)")
            #expect((try? JSONValue(parsing: value.canonicalJSON)) == value, "seed \(seed)")
            var writer = JSONWriter()
            writer.value(value)
            #expect((try? JSONValue(parsing: writer.bytes)) == value, "seed \(seed)")
            // Another reader, which is no stricter except for numbers beyond a double.
            guard !bytes.contains(UInt8(ascii: "e")), !bytes.contains(UInt8(ascii: "E")) else { return }
            #expect(throws: Never.self, "seed \(seed)") {
                try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            }
        }
    }

    @Test("without any structure is refused or read, never more")
    func noise() {
        fuzz("JSON without structure", rounds: 3000) { generator, seed in
            let count = Int.random(in: 0...40, using: &generator)
            let bytes = (0..<count).flatMap { _ in Array(generator.pick(SeededGenerator.jsonParts).utf8) }
            guard let value = try? JSONValue(parsing: bytes) else { return }
            #expect((try? JSONValue(parsing: value.canonicalJSON)) == value, "seed \(seed)")
        }
    }
}
