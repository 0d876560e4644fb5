import Foundation
import TodoDomain
import TodoLocal

extension LocalStack {
    /// Fills a preview with one example of everything, in several scripts.
    func fillWithExamples() throws {
        let now = environment.now()
        let today = Day(containing: now, in: environment.timeZone)
        func tag(_ title: String, _ color: String? = nil) -> Tag {
            Tag(id: TagName.id(for: title), title: title, color: color, createdAt: now)
        }
        let (home, shop, work) = (tag("home", "green"), tag("shop"), tag("work", "blue"))
        let shopPlace = Location(
            id: environment.makeID(), coordinate: try Coordinate(latitude: 47.3769, longitude: 8.5417),
            altitude: 408, placeName: "Migros", createdAt: now)
        let todos = [
            Todo(
                id: environment.makeID(), title: "Buy milk", createdAt: now, due: .day(today.adding(days: 1)),
                priority: .high, tags: [home, shop], location: shopPlace),
            Todo(
                id: environment.makeID(), title: "Crème brûlée for Zoë's birthday", notes: "Six eggs, vanilla",
                createdAt: now, due: .day(today.adding(days: 14)), tags: [home]),
            Todo(
                id: environment.makeID(), title: "Write the quarterly report", createdAt: now,
                due: .instant(today.adding(days: 2).start(in: environment.timeZone) + 61_200, environment.timeZone),
                priority: .medium, tags: [work]),
            Todo(id: environment.makeID(), title: "牛乳を買う", createdAt: now, tags: [shop]),
            Todo(id: environment.makeID(), title: "Renew library card", createdAt: now, completedAt: now),
        ]
        try writeBlocking("examples") { transaction in
            for todo in todos { try transaction.create(todo) }
        }
    }
}
