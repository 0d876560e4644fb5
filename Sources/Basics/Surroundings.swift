import Foundation

/// Checks that the system has everything without which a program cannot run.
package enum Surroundings {
    /// Why a program should do nothing here, in one sentence; nil if all is well. To be asked before anything is done.
    package static var complaint: String? {
        #if os(Linux) && !PORTABLE
            // The library behind Swift's tasks looks at its threads there each second, and ends the program with an illegal
            // instruction where that fails: perhaps before something was done, perhaps after.
            guard access("/proc/\(getpid())/stat", R_OK) == 0 else {
                return "There is no /proc with this process, without which this program cannot run."
            }
        #endif
        guard !ProgramArguments.all.isEmpty else { return "The arguments of this program cannot be read." }
        return nil
    }
}
