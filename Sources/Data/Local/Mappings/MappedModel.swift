public import TodoDomain

/// A model with a default mapping, so that a transaction reads and writes it without being given a mapping. ``Todo``
/// and the other models have one, and an app's own models may have one.
public protocol MappedModel: Queryable {
    /// The type of the mapping.
    associatedtype DefaultMapping: Mapping where DefaultMapping.Model == Self
    /// Its mapping.
    static var defaultMapping: DefaultMapping { get }
}

extension Todo: MappedModel {
    /// As ``TodoMapping`` maps it.
    public static var defaultMapping: TodoMapping { TodoMapping() }
}

extension Tag: MappedModel {
    /// As ``TagMapping`` maps it.
    public static var defaultMapping: TagMapping { TagMapping() }
}

extension Location: MappedModel {
    /// As ``LocationMapping`` maps it.
    public static var defaultMapping: LocationMapping { LocationMapping() }
}

extension TodoList: MappedModel {
    /// As ``ListMapping`` maps it.
    public static var defaultMapping: ListMapping { ListMapping() }
}

extension Todo.Comment: MappedModel {
    /// As ``CommentMapping`` maps it.
    public static var defaultMapping: CommentMapping { CommentMapping() }
}

extension SavedView: MappedModel {
    /// As ``ViewMapping`` maps it.
    public static var defaultMapping: ViewMapping { ViewMapping() }
}
