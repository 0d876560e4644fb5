// The types that custom mappings are written with.
@_exported public import struct SQLite.ColumnReader
@_exported public import struct SQLite.SQLFragment
@_exported public import enum SQLite.StoredValue
