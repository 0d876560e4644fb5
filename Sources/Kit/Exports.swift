// The declarations of other modules that a front end needs, by name. Import `TodoLocal` for object stores, DAOs, rows and
// mappings, and `TodoSync` for the parts of the sync loop.

// The whole domain is exported, because a front end speaks to the store in its terms: models, queries, phrases, errors and
// related types. These 140 types appear in signatures of TodoKit, or in those of one another. A list of names would have to
// grow with each new type. Declarations that a front end should not use are not public.
@_exported public import TodoDomain

@_exported public import struct FirestoreWire.DocumentMask
@_exported public import struct FirestoreWire.Fields
@_exported public import struct FirestoreWire.Timestamp
@_exported public import enum JSON.JSONValue
@_exported public import struct SQLite.ColumnReader
@_exported public import struct SQLite.CopyProgress
@_exported public import struct SQLite.SQLFragment
@_exported public import enum SQLite.StoredValue
@_exported public import struct TodoLocal.AppMigration
@_exported public import enum TodoLocal.Author
@_exported public import enum TodoLocal.BackupReason
@_exported public import struct TodoLocal.HistoryChange
@_exported public import struct TodoLocal.HistoryClient
@_exported public import enum TodoLocal.HistoryRetention
@_exported public import struct TodoLocal.HistoryToken
@_exported public import struct TodoLocal.HistoryTransaction
@_exported public import struct TodoLocal.PastOverview
@_exported public import struct TodoLocal.PastState
@_exported public import struct TodoLocal.ReadTransaction
@_exported public import typealias TodoLocal.RecentSearch
@_exported public import typealias TodoLocal.RecentTodo
@_exported public import class TodoLocal.RecentsDAO
@_exported public import struct TodoLocal.RestoredBackup
@_exported public import struct TodoLocal.StackConfiguration
@_exported public import struct TodoLocal.UndoConflict
@_exported public import struct TodoLocal.UndoConflicts
@_exported public import struct TodoLocal.UndoReport
@_exported public import class TodoLocal.WriteTransaction
@_exported public import func TodoLocal.execute
@_exported public import struct TodoMaintenance.Backup
@_exported public import struct TodoMaintenance.CheckResult
@_exported public import struct TodoMaintenance.Diagnosis
@_exported public import struct TodoMaintenance.Doctor
@_exported public import struct TodoMaintenance.Finding
@_exported public import struct TodoMaintenance.Restoration
@_exported public import struct TodoSync.RemoteCommit
@_exported public import struct TodoSync.RemoteDocument
@_exported public import struct TodoSync.RemoteFailure
@_exported public import struct TodoSync.RemoteHead
@_exported public import struct TodoSync.RemoteSpace
@_exported public import protocol TodoSync.RemoteStore
@_exported public import enum TodoSync.SyncError
@_exported public import struct TodoSync.SyncReport
@_exported public import struct TodoSync.SyncVerification
