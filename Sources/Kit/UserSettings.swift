import Basics
public import Foundation
public import TodoDomain
import TodoLocal

/// The settings of a person, in a file in their configuration folder. The file can also be edited by hand.
public struct UserSettings: Hashable, Sendable {
    /// The path of the file, which need not exist.
    public let path: String

    /// The settings in a file.
    public init(path: String = defaultPath()) { self.path = path }

    /// The path of the user's file. It is `TODO_CONFIG` if that is set. Otherwise it is `todo/config` in the XDG
    /// configuration directory (`XDG_CONFIG_HOME`, by default `~/.config`) on Linux and macOS, and in the app's Application
    /// Support elsewhere.
    public static func defaultPath(environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
        if let path = environment["TODO_CONFIG"], !path.isEmpty { return path }
        return DefaultFolders.configuration { environment[$0] } + "/config"
    }

    /// The content of the file. It has no settings if the file does not exist. If the file belongs to another user, or if
    /// others can write it, ``SettingsFile/distrust`` is set, so that no program of theirs is run.
    /// - Throws: ``TodoError``: `bad-setting` if it is too long or not a text in UTF-8, `cannot-open` if it cannot be read.
    public func file() throws -> SettingsFile {
        guard try TodoError.wrappingFileErrors({ try FileStatus.isThere(path) }) else { return SettingsFile() }
        // If the file cannot be opened, that is an error for any reason. Without a free descriptor, the settings are as
        // unknown as without the permission to read them.
        let unreadable = TodoError(.cannotOpen, "The settings in \(path) cannot be read.")
        guard let handle = FileHandle(forReadingAtPath: path) else { throw unreadable }
        let data: Data
        do {
            // Reading an empty file returns nil.
            data = try handle.read(upToCount: SettingsFile.longestText + 1) ?? Data()
        } catch { throw unreadable }
        guard data.count <= SettingsFile.longestText, let text = String(validating: data, as: UTF8.self) else {
            throw TodoError(
                .badSetting, "\(path) is not a text in UTF-8 of at most \(SettingsFile.longestText) bytes.")
        }
        var file = try SettingsFile(text)
        file.distrust = distrust(handle.fileDescriptor)
        return file
    }

    /// The reason why others may have written the open file; nil if only this person or the administrator can write it.
    private func distrust(_ descriptor: Int32) -> String? {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return "nobody can say who can write to \(path)." }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            return "\(path) belongs to somebody else. Copy the settings that you want into a file of your own."
        }
        guard status.st_mode & (S_IWGRP | S_IWOTH) == 0 else {
            return "others can write to \(path). Run: chmod go-w \(path)"
        }
        return nil
    }

    /// Sets one setting such as `list.sort`, or removes it. All other lines stay as they are.
    /// - Parameters:
    ///   - name: its section and its name.
    ///   - value: its text; nil to remove it.
    ///   - commands: the commands of the program, which an alias cannot replace.
    ///   - environment: the clock and the time zone for dates in filters.
    /// - Throws: ``TodoError``: `bad-setting` for an unknown name, an invalid value, or a file that others can write;
    ///   `read-only`, `disk-full` or `storage` if the file cannot be written. Nothing is changed if it throws.
    public func set(
        _ name: String, to value: String?, commands: [String], environment: TodoEnvironment = .live
    ) throws {
        var file = try file()
        // Only this person can write the new file, so settings that another user has put into it would be trusted.
        if let distrust = file.distrust { throw TodoError(.badSetting, "\(name) is not set: \(distrust)") }
        if let value {
            var (settings, _) = Settings.read(
                file, commands: commands, now: environment.now(), timeZone: environment.timeZone)
            try settings.set(
                name, to: value, commands: commands, now: environment.now(), timeZone: environment.timeZone)
        }
        try file.set(name, to: value)
        try write(file)
    }

    private func write(_ file: SettingsFile) throws {
        let folder = (path as NSString).deletingLastPathComponent
        if !folder.isEmpty {
            do {
                try FileSync.making(folder) {
                    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
                }
            } catch {
                throw TodoError(.storage, "The folder \(folder) cannot be made.", underlying: error)
            }
        }
        try TodoError.wrappingFileErrors {
            let pending = try PendingFile(path, permissions: 0o644)
            guard let handle = FileHandle(forWritingAtPath: pending.temporaryPath) else {
                throw TodoError(.storage, "\(path) cannot be written.")
            }
            do {
                try handle.write(contentsOf: Data(file.text.utf8))
                try handle.close()
            } catch {
                throw TodoError(.diskFull, "\(path) cannot be written; is the disk full?", underlying: error)
            }
            try pending.commit()
        }
    }
}
