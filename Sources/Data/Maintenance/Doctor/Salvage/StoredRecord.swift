import Foundation
import GRDB
import SQLite
import TodoLocal

/// The values of a row in SQLite's record format (https://sqlite.org/fileformat2.html, section 2.1).
enum StoredRecord {
    /// The type of a value.
    enum ValueType { case null, integer, real, text, blob }

    /// The types of the values; nil if the bytes, which may be incomplete, do not begin with a valid header.
    static func types(of bytes: ArraySlice<UInt8>) -> [ValueType]? {
        header(of: bytes)?.codes.map(type)
    }

    /// The values; nil if the bytes are not exactly one record.
    static func values(of bytes: [UInt8]) -> [DatabaseValue]? {
        guard let (codes, end) = header(of: bytes[...]) else { return nil }
        var offset = end
        var values: [DatabaseValue] = []
        for code in codes {
            let size = size(of: code)
            guard size <= bytes.count - offset else { return nil }
            values.append(value(code, bytes[offset..<offset + size]))
            offset += size
        }
        return offset == bytes.count ? values : nil
    }

    private static func header(of bytes: ArraySlice<UInt8>) -> (codes: [Int64], end: Int)? {
        var offset = bytes.startIndex
        guard let size = bytes.varint(at: &offset), 1...Int64(bytes.count) ~= size else { return nil }
        let end = bytes.startIndex + Int(size)
        var codes: [Int64] = []
        while offset < end {
            // 10 and 11 are reserved by SQLite and never occur in a file.
            guard let code = bytes.varint(at: &offset), code >= 0, code != 10, code != 11 else { return nil }
            codes.append(code)
        }
        return offset == end ? (codes, end) : nil
    }

    private static func size(of code: Int64) -> Int {
        switch code {
        case 0, 8, 9: 0
        case 1...4: Int(code)
        case 5: 6
        case 6, 7: 8
        default: Int(clamping: (code - 12) / 2)
        }
    }

    private static func type(_ code: Int64) -> ValueType {
        switch code {
        case 0: .null
        case 7: .real
        case 1...9: .integer
        default: code % 2 == 0 ? .blob : .text
        }
    }

    private static func value(_ code: Int64, _ bytes: ArraySlice<UInt8>) -> DatabaseValue {
        switch type(code) {
        case .null: .null
        case .text: String(decoding: bytes, as: UTF8.self).databaseValue
        case .blob: Data(bytes).databaseValue
        case .real: Double(bitPattern: bytes.integer(at: bytes.startIndex, bytes: 8)).databaseValue
        case .integer where code >= 8: (code - 8).databaseValue
        case .integer:
            // The first byte has the sign.
            bytes.reduce(Int64(Int8(bitPattern: bytes.first ?? 0) < 0 ? -1 : 0)) { $0 << 8 | Int64($1) }.databaseValue
        }
    }
}

extension Collection<UInt8> where Index == Int {
    /// Reads a varint of one to nine bytes, seven bits each except for the ninth, and advances; nil at the end.
    func varint(at offset: inout Int) -> Int64? {
        var value: UInt64 = 0
        for index in 0..<9 {
            guard indices.contains(offset) else { return nil }
            let byte = self[offset]
            offset += 1
            guard index < 8 else { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            guard byte & 0x80 != 0 else { break }
        }
        return Int64(bitPattern: value)
    }
}
