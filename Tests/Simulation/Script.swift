import TestSupport

extension SeededGenerator {
    /// What happens in the world of a seed.
    mutating func script(devices: Int, steps: Int) -> [Step] {
        (0..<steps).map { _ in step(devices: devices) } + (0..<devices).map { syncEditedThroughout($0) }
    }

    /// A sync of a device on which something is edited during each request. It comes last, so that no later edit of the
    /// same record makes up for one that was lost.
    private mutating func syncEditedThroughout(_ device: Int) -> Step {
        .sync(
            device: device,
            faults: (0..<12).map { .request($0, .meanwhile(.edit(device: device, salt: next()))) })
    }

    private mutating func step(devices: Int) -> Step {
        // Copied databases become additional devices.
        let device = Int.random(in: 0..<devices + (chance(0.2) ? 1 : 0), using: &self)
        switch Int.random(in: 0..<1000, using: &self) {
        case 0..<650: return .edit(device: device, salt: next())
        case 650..<840: return .sync(device: device, process: chance(0.15) ? 1 : 0, faults: faults(devices))
        case 840..<910: return .wait(pick([1, 40, 3_000, 90_000, 3_600_000]))
        case 910..<925:
            let (minute, day): (Int64, Int64) = (60_000, 86_400_000)
            let ahead = pick([0, 0, 1500, -1500, 5 * minute, -5 * minute, day, -day, 73 * 365 * day, -20 * 365 * day])
            return .setClock(device: device, ahead: ahead)
        case 925..<932: return .restart(device: device)
        case 932..<946: return .backUp
        case 946..<952: return .restore(newEpoch: chance(0.3))
        case 952..<970:
            return .newerClient(commits: chance(0.06) ? 70 : Int.random(in: 1...3, using: &self), salt: next())
        case 970..<982: return .deliverLate
        case 982..<984: return .copy(device: device)
        case 984..<994: return .fillDisk(device: device, chance(0.4))
        case 994..<997: return .newerSchema(chance(0.4))
        default: return .wait(200 * 86_400_000)
        }
    }

    private mutating func faults(_ devices: Int) -> [Fault] {
        guard chance(0.5) else { return [] }
        return (0..<Int.random(in: 1...2, using: &self)).map { _ in fault(devices) }
    }

    private mutating func fault(_ devices: Int) -> Fault {
        if chance(0.25) {
            let number = Int.random(in: 0..<8, using: &self)
            return .transaction(number, chance(0.2) ? .diskFull : .killed(afterwards: chance(0.5)))
        }
        let number = Int.random(in: 0..<9, using: &self)
        switch Int.random(in: 0..<12, using: &self) {
        case 0: return .request(number, .unavailable)
        case 1, 2: return .request(number, .lostAnswer)
        case 3: return .request(number, .late)
        case 4: return .request(number, .duplicated)
        case 5: return .request(number, .unauthenticated)
        case 6: return .request(number, .killed(afterwards: chance(0.5)))
        default: return .request(number, .meanwhile(interruption(devices)))
        }
    }

    /// What happens between a request and its answer.
    private mutating func interruption(_ devices: Int) -> Step {
        let device = Int.random(in: 0..<devices, using: &self)
        switch Int.random(in: 0..<10, using: &self) {
        case 0..<4: return .edit(device: device, salt: next())
        case 4..<7: return .sync(device: device, process: 1)
        case 7: return .newerClient(commits: 1, salt: next())
        case 8: return .wait(3_000)
        default: return chance(0.3) ? .restore(newEpoch: chance(0.5)) : .backUp
        }
    }
}
