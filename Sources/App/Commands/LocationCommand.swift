import ArgumentParser
import TodoDomain
import TodoKit

struct LocationCommand: ParsableCommand {
    static let configuration = CommandConfiguration.ofTodo(
        commandName: "location", abstract: "Work with places.",
        discussion: """
            EXAMPLES:
              todo location add Migros --latitude 47.3769 --longitude 8.5417
              todo location list
              todo location edit Migros --name "Migros City"
            """,
        subcommands: [Add.self, List.self, Edit.self, Merge.self, Delete.self], defaultSubcommand: List.self)

    struct Add: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "add", abstract: "Add a place.",
            discussion: """
                EXAMPLES:
                  todo location add Migros --latitude 47.3769 --longitude 8.5417
                  todo location add Summit --latitude 45.9766 --longitude 7.6585 --altitude 4478
                """)

        @Argument(help: "What it is called.")
        var name: String
        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees north, -90 to 90.", valueName: "degrees"),
            transform: PlainDecimal.read)
        var latitude: Double
        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees east, -180 to 180.", valueName: "degrees"),
            transform: PlainDecimal.read)
        var longitude: Double
        @Option(
            parsing: .unconditional, help: ArgumentHelp("Metres above sea level.", valueName: "metres"),
            transform: PlainDecimal.read)
        var altitude: Double?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let location = try Location(
                id: session.environment.makeID(), coordinate: Coordinate(latitude: latitude, longitude: longitude),
                altitude: altitude, placeName: name, createdAt: session.now
            ).validated()
            guard try await session.store.isFree(placeName: name) else {
                throw TodoError(.alreadyExists, "There is a place “\(name)” already; `todo location edit` changes it.")
            }
            try await session.printLocations([session.store.addLocation(location)], asList: false)
        }
    }

    struct List: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "list",
            abstract: "List the places with how many open and done to-dos they have.",
            discussion: """
                EXAMPLES:
                  todo location list
                  todo location list --json
                """)

        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let places = try await session.store.locations.fetch(.all, source: .afterFirstPull).items
            try await session.printLocations(places)
            if places.isEmpty { session.sayOnTerminal("There are no places yet; `todo location add` makes one.") }
        }
    }

    struct Edit: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "edit", abstract: "Change a place.",
            discussion: """
                EXAMPLES:
                  todo location edit Migros --name "Migros City"
                  todo location edit Migros --latitude 47.3769 --longitude 8.5417
                """)

        @Argument(
            help: "What it is called, or the beginning of its id.",
            completion: Completer.places)
        var place: String
        @Option(help: ArgumentHelp("Its new name.", valueName: "name"))
        var name: String?
        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees north, -90 to 90.", valueName: "degrees"),
            transform: PlainDecimal.read)
        var latitude: Double?
        @Option(
            parsing: .unconditional, help: ArgumentHelp("Degrees east, -180 to 180.", valueName: "degrees"),
            transform: PlainDecimal.read)
        var longitude: Double?
        @Option(
            parsing: .unconditional,
            help: ArgumentHelp("Metres above sea level; none empties it.", valueName: "metres"),
            transform: { $0 == "none" ? .clear : .set(try PlainDecimal.read($0)) })
        var altitude: Change<Double>?
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let name = try name.map(Validation.placeName)
            let known = try await session.location(named: place)
            var changed = known
            changed.coordinate = try Coordinate(
                latitude: latitude ?? known.latitude, longitude: longitude ?? known.longitude)
            if let altitude { changed.altitude = altitude.value }
            changed.placeName = name ?? known.placeName
            guard changed != known else {
                throw TodoError(.usage, "Say what to change: --name, --latitude, --longitude or --altitude.")
            }
            if let name, name != known.placeName,
                !(try await session.store.isFree(placeName: name, for: known.id))
            {
                throw TodoError(
                    .alreadyExists, "There is a place “\(name)” already; `todo location merge` makes one place of two.")
            }
            try await session.printLocations([session.store.locations.update(changed, from: known)], asList: false)
        }
    }

    struct Merge: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "merge",
            abstract: "Replace places by another one, and delete them.",
            discussion: """
                EXAMPLES:
                  todo location merge "Migros City" --into Migros
                  todo location merge 3f2a --into 9bc1
                """)

        @Argument(
            help: ArgumentHelp("What they are called, or the beginnings of their ids.", valueName: "place"),
            completion: Completer.places)
        var places: [String]
        @Option(help: ArgumentHelp("The place that stays.", valueName: "place"), completion: Completer.places)
        var into: String
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            let target = try await session.location(named: into)
            var others: [Location.ID] = []
            for place in places { others.append(try await session.location(named: place).id) }
            try await session.printLocations(
                [try await session.store.mergeLocations(others, into: target.id)], asList: false)
        }
    }

    struct Delete: SessionCommand {
        static let configuration = CommandConfiguration.ofTodo(
            commandName: "delete",
            abstract: "Delete places; their to-dos stay, without them.",
            discussion: """
                EXAMPLES:
                  todo location delete Migros
                """)

        @Argument(
            help: ArgumentHelp("What they are called, or the beginnings of their ids.", valueName: "place"),
            completion: Completer.places)
        var places: [String]
        @OptionGroup var global: GlobalOptions

        func run(in session: Session) async throws {
            var ids: [Location.ID] = []
            for place in places {
                let id = try await session.location(named: place).id
                if !ids.contains(id) { ids.append(id) }
            }
            try await session.store.locations.delete(ids)
            try session.reportDeleted(ids.map(\.rawValue), noun: "place")
        }
    }
}
