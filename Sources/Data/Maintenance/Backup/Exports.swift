// What is reported while a database is copied.
@_exported public import struct SQLite.CopyProgress
