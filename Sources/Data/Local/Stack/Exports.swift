// What a mapping of one's own is written in.
@_exported public import struct SQLite.ColumnReader
@_exported public import struct SQLite.SQLFragment
@_exported public import enum SQLite.StoredValue
