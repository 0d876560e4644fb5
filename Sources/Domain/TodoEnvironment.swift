import Basics
public import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The program's view of the outside world: the time, the time zone and new ids. Injected, so that every test can be
/// deterministic.
public struct TodoEnvironment: Sendable {
    /// The wall clock.
    public var now: @Sendable () -> Date
    /// The time zone in which a person's days begin and end.
    public var timeZone: TimeZone
    /// A new random UUID.
    public var makeUUID: @Sendable () -> UUID
    /// How long the machine has been running, by a clock that nobody sets. nil if that is not known; corrections of the
    /// wall clock are then not kept.
    public var uptime: @Sendable () -> Uptime? = { nil }

    /// The name of this machine on its network.
    public var hostName: @Sendable () -> String = { "this machine" }

    /// An environment.
    public init(
        now: @escaping @Sendable () -> Date = { Date() }, timeZone: TimeZone = .current,
        makeUUID: @escaping @Sendable () -> UUID = { TodoEnvironment.randomUUID() }
    ) {
        self.now = now
        self.timeZone = timeZone
        self.makeUUID = makeUUID
    }

    /// The real world.
    public static let live: TodoEnvironment = {
        var environment = TodoEnvironment()
        environment.uptime = { Uptime.current }
        environment.hostName = { Self.currentHostName }
        return environment
    }()

    /// The first label of the host name, without asking the network.
    private static var currentHostName: String {
        var buffer = [UInt8](repeating: 0, count: 256)
        let status = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { gethostname($0.assumingMemoryBound(to: CChar.self), bytes.count - 1) } ?? -1
        }
        let name =
            status == 0 ? String(decoding: buffer.prefix { $0 != 0 && $0 != UInt8(ascii: ".") }, as: UTF8.self) : ""
        return name.isEmpty ? "this machine" : name
    }

    /// A random UUID from the kernel, which needs no file for it. Foundation's `UUID()` is all zeros on Linux where
    /// `/dev/urandom` cannot be opened.
    public static func randomUUID() -> UUID { Randomness.uuid() }

    /// A new identifier.
    public func makeID<Model>() -> Identifier<Model> { Identifier(makeUUID()) }
}

/// How long a machine has been running.
public struct Uptime: Hashable, Sendable {
    /// Identifies the boot: a new value after each start.
    public var bootID: String
    /// Milliseconds since the start, including sleep.
    public var milliseconds: Int64

    /// An uptime.
    public init(bootID: String, milliseconds: Int64) {
        self.bootID = bootID
        self.milliseconds = milliseconds
    }

    /// The uptime of this machine; nil where it is not known how to ask for it.
    static var current: Uptime? {
        #if os(Linux) && !PORTABLE
            var time = timespec()
            guard clock_gettime(CLOCK_BOOTTIME, &time) == 0,
                let bootID = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
            else { return nil }
            return Uptime(
                bootID: bootID.trimmingCharacters(in: .whitespacesAndNewlines),
                milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        #elseif canImport(Darwin)
            // `CLOCK_MONOTONIC` continues during sleep, and the boot time identifies the boot.
            var (time, boot, size) = (timespec(), timeval(), MemoryLayout<timeval>.size)
            guard clock_gettime(CLOCK_MONOTONIC, &time) == 0, sysctlbyname("kern.boottime", &boot, &size, nil, 0) == 0
            else { return nil }
            return Uptime(
                bootID: "\(boot.tv_sec)", milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
        #else
            nil
        #endif
    }
}
