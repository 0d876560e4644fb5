import Basics
import Foundation
import TestSupport
import Testing

@Suite("Base64")
struct Base64Tests {
    @Test("any bytes come back, and Foundation writes the same", arguments: 0..<70)
    func thereAndBack(count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let padded = Data(bytes).base64EncodedString()
        #expect(String(decoding: Base64.encode(bytes), as: UTF8.self) == padded)
        let url = padded.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        #expect(Base64.urlText(bytes) == url)
        #expect(Base64.decode(padded) == bytes && Base64.decode(url) == bytes)
    }

    @Test("what is not base64 is nil", arguments: ["A", "AQ=", "AQ===", "A Q=", "====", "AQI=A", "A*", "é"])
    func malformed(text: String) { #expect(Base64.decode(text) == nil) }

    @Test("a part of a text is read as it is")
    func parts() { #expect(Base64.decode("x.AQI.y".split(separator: ".")[1]) == [1, 2]) }
}
