import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats

/// Feeds a reader with input that no program wrote: it must return items or fail with the right error, and end.
func fuzz(
    _ format: any TodoFormat, with samples: [[UInt8]], alphabet: String, cases: Int = 1500, seed: UInt64 = 20_261_120
) {
    print("fuzzing \(format.name) with seed \(seed)")
    var random = SeededGenerator(seed: seed)
    func check(_ bytes: [UInt8], chunkSize: Int) {
        var reader = format.makeReader(ByteSource(bytes, chunkSize: chunkSize), context: context)
        var count = 0
        do {
            while try reader.next() != nil {
                count += 1
                if count > bytes.count + 1 {
                    Issue.record("more items than bytes, seed \(seed)")
                    return
                }
            }
        } catch let error as TodoError {
            if error.code != .badInput { Issue.record("\(error.code) for bad input, seed \(seed)") }
        } catch {
            Issue.record("an error of another type: \(error), seed \(seed)")
        }
    }
    let letters = Array(alphabet.utf8) + [0, 0x0D, 0x0A, 0xFF, 0xC3, 0x80, 0xE2, 0xEF, 0xBB, 0xBF]
    for number in 0..<cases {
        var bytes = samples[number % samples.count]
        switch number % 3 {
        case 0:
            bytes = (0..<Int.random(in: 0...200, using: &random)).map { _ in
                letters[Int.random(in: 0..<letters.count, using: &random)]
            }
        case 1:
            for _ in 0...Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] =
                    letters[Int.random(in: 0..<letters.count, using: &random)]
            }
        default:
            for _ in 0...Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 0...40, using: &random))
                let piece = bytes[start..<end]
                if Bool.random(using: &random) {
                    bytes.insert(contentsOf: piece, at: Int.random(in: 0...bytes.count, using: &random))
                } else {
                    bytes.removeSubrange(start..<end)
                }
            }
        }
        check(bytes, chunkSize: number % 5 == 0 ? 1 : 4096)
    }
    for sample in samples {
        for length in 0..<min(sample.count, 1500) { check(Array(sample[..<length]), chunkSize: 512) }
    }
}

/// A source of more bytes than are ever in memory at once: `start`, `count` times `filler`, `end`.
func longSource(start: String, filler: UInt8, count: Int, end: String) -> ByteSource {
    var (head, tail) = (Array(start.utf8)[...], Array(end.utf8)[...])
    var rest = count
    return ByteSource { target in
        if !head.isEmpty {
            let size = min(head.count, target.count)
            target.copyBytes(from: head.prefix(size))
            head.removeFirst(size)
            return size
        }
        if rest > 0 {
            let size = min(rest, target.count)
            for index in 0..<size { target[index] = filler }
            rest -= size
            return size
        }
        let size = min(tail.count, target.count)
        target.copyBytes(from: tail.prefix(size))
        tail.removeFirst(size)
        return size
    }
}

/// The message with which a format refuses a source of a hundred million bytes after holding only a small part of them.
func refusalOfHugeElement(_ format: any TodoFormat, start: String, filler: Character, end: String) throws -> String? {
    let source = longSource(start: start, filler: filler.asciiValue ?? 0x20, count: 100_000_000, end: end)
    var reader = format.makeReader(source, context: context)
    do {
        while try reader.next() != nil {}
    } catch let error as TodoError {
        #expect(error.code == .badInput)
        #expect(reader.bytesRead < 20_000_000)
        return error.message
    }
    return nil
}
