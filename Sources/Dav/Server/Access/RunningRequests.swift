import Basics

/// How many requests of each password are being answered.
final class RunningRequests: Sendable {
    private let most: Int
    private let counts = Locked<[String: Int]>([:])

    /// - Parameter most: how many of one password are answered at once.
    init(most: Int) { self.most = most }

    /// The turn of one request. It ends when nobody holds it any longer.
    final class Turn: Sendable {
        private let all: RunningRequests
        private let password: String

        fileprivate init(_ all: RunningRequests, _ password: String) {
            self.all = all
            self.password = password
        }

        deinit {
            all.counts.withLock { counts in
                let left = (counts[password] ?? 1) - 1
                counts[password] = left > 0 ? left : nil
            }
        }
    }

    /// A turn for a request; nil if too many of its password are being answered.
    func turn(of password: String) -> Turn? {
        let isFree = counts.withLock { counts in
            guard counts[password] ?? 0 < most else { return false }
            counts[password, default: 0] += 1
            return true
        }
        return isFree ? Turn(self, password) : nil
    }
}
