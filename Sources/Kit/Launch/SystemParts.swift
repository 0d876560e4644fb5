#if canImport(CCurl)
    package import TodoMaintenance
    package import TodoNetwork

    /// The parts of a Linux system that are not in the program itself.
    package struct SystemParts {
        /// The version of libcurl; nil if it is not installed.
        let curl: CurlLibrary.Version?
        /// Whether there is a display on which something can be shown.
        let isDesktop: Bool
        /// Whether there is a program that opens an address (`xdg-open`).
        let hasBrowser: Bool
        /// Whether there is a program that shows a notification (`notify-send`).
        let hasNotifier: Bool

        package init(curl: CurlLibrary.Version?, isDesktop: Bool, hasBrowser: Bool, hasNotifier: Bool) {
            self.curl = curl
            self.isDesktop = isDesktop
            self.hasBrowser = hasBrowser
            self.hasNotifier = hasNotifier
        }

        package var findings: [Finding] {
            var findings: [Finding] = []
            func note(_ code: String, _ message: String) {
                findings.append(Finding(note: code, message))
            }
            switch curl {
            case nil:
                note(
                    "libcurl-missing",
                    "libcurl is not installed, so `todo sync` reaches no server. Install it (libcurl4 on Debian).")
            case let curl? where curl < .oldest:
                note(
                    "libcurl-old",
                    """
                    libcurl is \(curl), and syncing needs \(CurlLibrary.Version.oldest) or later. Update it (libcurl4 on \
                    Debian).
                    """)
            default: break
            }
            // They are not needed without a display.
            guard isDesktop else { return findings }
            if !hasBrowser {
                note(
                    "browser-missing",
                    """
                    There is no program xdg-open, so `todo web` prints its address and opens no browser. Install it \
                    (xdg-utils on Debian).
                    """)
            }
            if !hasNotifier {
                note(
                    "notifier-missing",
                    """
                    There is no program notify-send, so `todo remind` shows nothing on the desktop. Install it \
                    (libnotify-bin on Debian).
                    """)
            }
            return findings
        }
    }
#endif
