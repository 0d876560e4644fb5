import TestSupport
import TodoDomain

/// One event in a ``SharedWorld``.
enum SharedStep: Sendable {
    /// Somebody edits a to-do on a device: in the own space (nil), or in a shared one.
    case edit(device: Int, space: Int?, salt: UInt64)
    /// Somebody moves a to-do from one space to another.
    case move(device: Int, from: Int?, to: Int?, salt: UInt64)
    /// A device syncs all spaces. In the midst of it, before the request with a number, something else happens.
    case sync(device: Int, interruption: SharedInterruption?)
    /// An owner gives a person another role; nil takes the person away. A role brings back a person who was away.
    case role(person: Int, space: Int, role: SpaceRole?)
    /// The member who means harm writes something.
    case hostile(space: Int, salt: UInt64)
    /// Time passes, in milliseconds.
    case wait(Int64)
}

/// What happens in the midst of a sync.
struct SharedInterruption: Sendable {
    /// The number of the request before which it happens.
    let request: Int
    /// Who does something; nil if the request fails.
    let step: Step?

    /// The steps that can happen there.
    enum Step: Sendable {
        case role(person: Int, space: Int, role: SpaceRole?)
        case hostile(space: Int, salt: UInt64)
        case edit(device: Int, space: Int?, salt: UInt64)
    }
}

extension SeededGenerator {
    /// What happens in a world.
    mutating func sharedScript(people: Int, devices: Int, spaces: Int, steps count: Int) -> [SharedStep] {
        (0..<count).map { _ in
            let device = Int.random(in: 0..<devices, using: &self)
            switch Int.random(in: 0..<100, using: &self) {
            case ..<40: return .edit(device: device, space: space(of: spaces), salt: next())
            case ..<46: return .move(device: device, from: space(of: spaces), to: space(of: spaces), salt: next())
            case ..<82:
                return .sync(device: device, interruption: chance(0.4) ? interruption(people, devices, spaces) : nil)
            case ..<88: return roleStep(people, spaces)
            case ..<96: return .hostile(space: Int.random(in: 0..<spaces, using: &self), salt: next())
            default: return .wait(pick([1, 60_000, 86_400_000]))
            }
        }
    }

    private mutating func space(of spaces: Int) -> Int? {
        chance(0.25) ? nil : Int.random(in: 0..<spaces, using: &self)
    }

    /// The first person stays the owner.
    private mutating func roleStep(_ people: Int, _ spaces: Int) -> SharedStep {
        let role: SpaceRole? = pick([.editor, .editor, .viewer, nil])
        return .role(
            person: Int.random(in: 1..<people, using: &self), space: Int.random(in: 0..<spaces, using: &self),
            role: role)
    }

    private mutating func interruption(_ people: Int, _ devices: Int, _ spaces: Int) -> SharedInterruption {
        let request = Int.random(in: 0..<8, using: &self)
        switch Int.random(in: 0..<4, using: &self) {
        case 0:
            guard case .role(let person, let space, let role) = roleStep(people, spaces) else { fallthrough }
            return SharedInterruption(request: request, step: .role(person: person, space: space, role: role))
        case 1:
            let space = Int.random(in: 0..<spaces, using: &self)
            return SharedInterruption(request: request, step: .hostile(space: space, salt: next()))
        case 2:
            let device = Int.random(in: 0..<devices, using: &self)
            return SharedInterruption(
                request: request, step: .edit(device: device, space: space(of: spaces), salt: next()))
        default: return SharedInterruption(request: request, step: nil)
        }
    }
}
