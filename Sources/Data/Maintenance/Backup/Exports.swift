// The progress of copying a database.
@_exported public import struct SQLite.CopyProgress
