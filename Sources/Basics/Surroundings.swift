import Foundation

/// Checks that the system has what every program needs.
package enum Surroundings {
    /// Why a program should do nothing here, in one sentence; nil if all is well. Ask before doing anything else.
    package static var complaint: String? {
        #if os(Linux) && !PORTABLE
            // The library behind Swift's tasks reads the state of its threads from this file each second. If that
            // fails, it ends the program with an illegal instruction, which may be in the middle of an action.
            guard access("/proc/\(getpid())/stat", R_OK) == 0 else {
                return "This program cannot run without its entry in /proc, which is missing."
            }
        #endif
        guard hasRoomForThreads else {
            return
                "The limit of the address space (ulimit -v) leaves too little memory for this program; raise it to 600000 or more."
        }
        guard !ProgramArguments.all.isEmpty else { return "The arguments of this program cannot be read." }
        return nil
    }

    /// Whether the limit of the address space, if there is one, leaves room for some threads and what they need.
    /// Otherwise the library behind Swift's tasks tries forever to start a thread, and other libraries fail at any
    /// point.
    private static var hasRoomForThreads: Bool {
        #if os(Linux) && !PORTABLE
            var (space, stack) = (rlimit(), rlimit())
            guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &space) == 0,
                space.rlim_cur != rlim_t(bitPattern: -1),
                getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &stack) == 0
            else { return true }
            // The number of threads that a command uses at a time, each with the usual stack (pthread_create(3)), and
            // the memory that glibc reserves for some of them. Without that memory, glibc tries again at each
            // allocation, which takes seconds.
            let perThread = stack.rlim_cur == rlim_t(bitPattern: -1) ? 8 << 20 : Int(clamping: stack.rlim_cur)
            let (stacks, isTooLarge) = perThread.multipliedReportingOverflow(by: 8)
            guard !isTooLarge, case let needed = stacks.addingReportingOverflow(256 << 20), !needed.overflow else {
                return false
            }
            let room = mmap(nil, needed.partialValue, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            guard let room, room != MAP_FAILED else { return false }
            munmap(room, needed.partialValue)
        #endif
        return true
    }
}
