import DavMerge
import Foundation

/// The resource at an address, with the data from which its properties are made.
enum Resource: Sendable {
    case root
    case principal
    case home
    case collection(Collection, token: String, stored: [XMLName: String])
    case item(Journal.Listed, in: Collection)

    /// Its address.
    var href: String {
        switch self {
        case .root: DavPath.rootPath
        case .principal: DavPath.principalPath
        case .home: DavPath.homePath
        case .collection(let collection, _, _): DavPath.collection(collection.name).text
        case .item(let item, let collection): DavPath.item(collection: collection.name, name: item.name).text
        }
    }

    /// The largest resource that is taken, in bytes.
    static let largest = 1 << 20
    /// The type of all items.
    static let itemType = "text/calendar; charset=utf-8; component=VTODO"

    /// The names of its properties that are not only told when they are asked for.
    var usualNames: [XMLName] {
        let all: [XMLName] = [.dav("resourcetype"), .dav("current-user-principal"), .dav("displayname")]
        switch self {
        case .root: return all
        case .principal:
            return all + [.caldav("calendar-home-set"), .dav("principal-URL"), .caldav("calendar-user-address-set")]
        case .home: return all + [.dav("owner")]
        case .collection(_, _, let stored):
            return all + [
                .caldav("supported-calendar-component-set"), .dav("supported-report-set"),
                XMLName(XMLName.server, "getctag"),
                .dav("sync-token"), .dav("getetag"), .dav("owner"), XMLName(XMLName.apple, "calendar-order"),
                XMLName(XMLName.apple, "calendar-color"),
            ] + stored.keys.sorted { ($0.namespace, $0.local) < ($1.namespace, $1.local) }
        case .item:
            return [
                .dav("resourcetype"), .dav("getetag"), .dav("getcontenttype"), .dav("getcontentlength"),
                .dav("getlastmodified"),
            ]
        }
    }

    /// Writes a property; nil if the resource has none of that name.
    func property(_ name: XMLName) -> ((inout XMLWriter) -> Void)? {
        switch name.namespace {
        case XMLName.dav: davProperty(name)
        case XMLName.caldav: caldavProperty(name) ?? stored(name)
        case XMLName.server where name.local == "getctag": token.map { token in { $0.element(name, token) } }
        case XMLName.apple: appleProperty(name) ?? stored(name)
        default: stored(name)
        }
    }

    private var token: String? {
        if case .collection(_, let token, _) = self { token } else { nil }
    }

    private func stored(_ name: XMLName) -> ((inout XMLWriter) -> Void)? {
        guard case .collection(_, _, let stored) = self, let value = stored[name] else { return nil }
        return { $0.element(name, value) }
    }

    private func appleProperty(_ name: XMLName) -> ((inout XMLWriter) -> Void)? {
        guard case .collection(let collection, _, _) = self else { return nil }
        switch name.local {
        case "calendar-order": return { $0.element(name, String(collection.order)) }
        case "calendar-color":
            guard let color = collection.color, color.hasPrefix("#"), color.utf8.count == 7 else { return nil }
            return { $0.element(name, color.uppercased() + "FF") }
        default: return nil
        }
    }

    private func caldavProperty(_ name: XMLName) -> ((inout XMLWriter) -> Void)? {
        switch (self, name.local) {
        case (_, "calendar-home-set"):
            if case .item = self { return nil }
            return { $0.element(name) { $0.element(.dav("href"), DavPath.homePath) } }
        case (.principal, "calendar-user-address-set"): return { $0.empty(name) }
        case (.collection, "supported-calendar-component-set"):
            return { $0.element(name) { $0.empty(.caldav("comp"), [("name", "VTODO")]) } }
        case (.collection, "supported-calendar-data"):
            return {
                $0.element(name) {
                    $0.empty(.caldav("calendar-data"), [("content-type", "text/calendar"), ("version", "2.0")])
                }
            }
        case (.collection, "max-resource-size"): return { $0.element(name, String(Self.largest)) }
        case (.collection, "supported-collation-set"):
            return {
                $0.element(name) { writer in
                    for collation in CalendarFilter.collations {
                        writer.element(.caldav("supported-collation"), collation)
                    }
                }
            }
        case (.collection, "schedule-calendar-transp"): return { $0.element(name) { $0.empty(.caldav("transparent")) } }
        default: return nil
        }
    }

    private func davProperty(_ name: XMLName) -> ((inout XMLWriter) -> Void)? {
        func link(_ path: String) -> ((inout XMLWriter) -> Void) {
            { $0.element(name) { $0.element(.dav("href"), path) } }
        }
        switch name.local {
        // Apple asks for them at each address that it tries.
        case "current-user-principal": return link(DavPath.principalPath)
        case "principal-URL": return link(DavPath.principalPath)
        case "owner": return link(DavPath.principalPath)
        case "principal-collection-set": return link(DavPath.rootPath)
        case "resourcetype": return resourceType
        case "displayname":
            switch self {
            case .root: return { $0.element(name, "todo") }
            case .principal: return { $0.element(name, "To-dos") }
            case .home: return { $0.element(name, "Lists") }
            case .collection(let collection, _, _): return { $0.element(name, collection.title) }
            case .item: return nil
            }
        case "current-user-privilege-set":
            return {
                $0.element(name) { writer in
                    for privilege in ["read", "write", "write-content", "write-properties", "bind", "unbind"] {
                        writer.element(.dav("privilege")) { $0.empty(.dav(privilege)) }
                    }
                }
            }
        case "supported-report-set":
            if case .item = self { return nil }
            var reports: [XMLName] = []
            if case .collection = self {
                reports = [.dav("sync-collection"), .caldav("calendar-query"), .caldav("calendar-multiget")]
            }
            return { [reports] writer in
                writer.element(name) { writer in
                    for report in reports {
                        writer.element(.dav("supported-report")) { $0.element(.dav("report")) { $0.empty(report) } }
                    }
                }
            }
        case "sync-token": return token.map { token in { $0.element(name, token) } }
        case "getetag":
            switch self {
            case .collection(_, let token, _): return { $0.element(name, "\"\(token)\"") }
            case .item(let item, _): return { $0.element(name, item.etag) }
            default: return nil
            }
        case "getcontenttype":
            guard case .item = self else { return nil }
            return { $0.element(name, Self.itemType) }
        case "getcontentlength":
            guard case .item(let item, _) = self else { return nil }
            return { $0.element(name, String(item.length)) }
        case "getlastmodified":
            guard case .item(let item, _) = self else { return nil }
            return { $0.element(name, item.updatedAt.httpText) }
        default: return nil
        }
    }

    private var resourceType: (inout XMLWriter) -> Void {
        { writer in
            writer.element(.dav("resourcetype")) { writer in
                switch self {
                case .root, .home: writer.empty(.dav("collection"))
                case .principal:
                    writer.empty(.dav("collection"))
                    writer.empty(.dav("principal"))
                case .collection:
                    writer.empty(.dav("collection"))
                    writer.empty(.caldav("calendar"))
                case .item: break
                }
            }
        }
    }
}

extension Date {
    /// As HTTP has it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    var httpText: String {
        let seconds = Int(timeIntervalSince1970.rounded(.down))
        let days = Int((Double(seconds) / 86400).rounded(.down))
        let second = seconds - days * 86400
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: self)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(parts.year ?? 1970)
        return """
            \(weekdays[(parts.weekday ?? 1) - 1]), \(two(parts.day ?? 1)) \(months[(parts.month ?? 1) - 1]) \
            \(String(repeating: "0", count: max(0, 4 - year.count)))\(year) \
            \(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60)) GMT
            """
    }
}
