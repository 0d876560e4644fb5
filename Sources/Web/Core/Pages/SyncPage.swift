import TodoDomain
import TodoKit

/// Devices and syncing: with which remote, what waits, and why.
enum SyncPage {
    /// How many refused records are shown.
    static let mostRefused = 50

    static func content(_ context: PageContext) async throws -> PageContent {
        let (store, text) = (context.store, context.dueText)
        let status = context.sync
        let here = try await store.device
        let programs = try await store.programs
        let names = try await store.sync.deviceNames.filter { programs[$0.key] == nil }
        let refused = try await store.sync.quarantined()
        let titles = try await store.names(of: Set(refused.prefix(mostRefused).map(\.key)))
        var fields: Fields = [
            "state": PageFrame.fields(status, text), "name": try await store.sync.deviceName,
            "devices": names.filter { $0.key != here }.map(\.value).sorted(),
            "refused": refused.prefix(mostRefused).map { record -> Fields in
                [
                    "title": titles[record.key] ?? record.key.id, "reason": reason(record),
                    "since": text.short(record.since),
                ]
            },
            "hasRefused": !refused.isEmpty, "read": status.documentsRead, "written": status.documentsWritten,
        ]
        if let remote = status.remote {
            fields["remote"] =
                [
                    "url": remote.url, "user": remote.user, "automatic": remote.isAutomatic,
                    "synced": status.lastSynced.map(text.long) ?? "never",
                ] as Fields
        }
        if status.pending > 0 { fields["pending"] = status.pending }
        if status.waiting > 0 { fields["waiting"] = status.waiting }
        if let failure = status.failure {
            fields["failure"] = ["message": failure.message, "count": failure.count] as Fields
            if let next = status.nextTry { fields["nextTry"] = text.short(next) }
        }
        var form = context.form("remote", ["url": status.remote?.url ?? "", "user": status.remote?.user ?? ""])
        // A box that is not ticked is not sent.
        let typed = context.problem.flatMap { $0.isOf("remote", for: nil) ? $0 : nil }
        form["automatic"] = typed.map { $0.form["automatic"] != nil } ?? status.remote?.isAutomatic ?? true
        form["merging"] = typed?.form["merging"] != nil
        form["problem"] = typed.map { $0.error.message as Any } ?? false
        fields["form"] = form
        return PageContent(title: "Devices and sync", template: "sync", fields: fields)
    }

    private static func reason(_ record: QuarantinedRecord) -> String {
        switch record.reason {
        case .clock: "its time is ahead of the server's clock"
        case .rejected: "the server refuses it (\(record.status))"
        case .tooLarge: "it is too large for the server"
        case .unreadable: "it cannot be read"
        }
    }
}
