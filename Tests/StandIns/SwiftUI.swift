// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Stand-ins for what TodoKit uses of SwiftUI, with the names, types and isolation that Apple's documentation gives. They draw
// nothing: scripts/portable.sh compiles with them what stands behind `#if canImport(SwiftUI)`.
@_exported import Foundation
@_exported import Observation

public protocol DynamicProperty { mutating func update() }

extension DynamicProperty { public mutating func update() {} }

@propertyWrapper
public struct State<Value>: DynamicProperty {
    private final class Box {
        var value: Value
        init(_ value: Value) { self.value = value }
    }

    private let box: Box

    public init(wrappedValue value: Value) { box = Box(value) }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(get: { box.value }, set: { box.value = $0 }) }
}

extension State: @unchecked Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
    private let get: () -> Value
    private let set: (Value) -> Void

    public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
        self.get = get
        self.set = set
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue) }
    }
    public var projectedValue: Binding<Value> { self }

    public subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Binding<Part> {
        Binding<Part> {
            get()[keyPath: part]
        } set: { new in
            var value = get()
            value[keyPath: part] = new
            set(value)
        }
    }
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: Sendable {
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public let wrappedValue: Value

    public init(_ path: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: path] }
}

extension Environment: Sendable where Value: Sendable {}

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View { public var body: Never { fatalError() } }

extension Optional: View where Wrapped: View { public var body: Never { fatalError() } }

/// Any view that is made of others or of nothing.
public struct SomeView: View { public var body: Never { fatalError() } }

@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> SomeView { SomeView() }
    public static func buildEither(first: some View) -> SomeView { SomeView() }
    public static func buildEither(second: some View) -> SomeView { SomeView() }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

public struct Text: View {
    public init(_ text: some StringProtocol) {}
    public var body: Never { fatalError() }
}

public enum Axis { case horizontal, vertical }

public struct TextField: View {
    public init(_ title: some StringProtocol, text: Binding<String>) {}
    public init(_ title: some StringProtocol, text: Binding<String>, axis: Axis) {}
    public var body: Never { fatalError() }
}

public struct Button: View {
    public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
    public var body: Never { fatalError() }
}

public struct List<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct ForEach<Items: RandomAccessCollection, Content: View>: View where Items.Element: Identifiable {
    public init(_ items: Items, @ViewBuilder content: @escaping (Items.Element) -> Content) {}
    public var body: Never { fatalError() }
}

public struct Form<Content: View>: View {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct NavigationStack<Content: View>: View {
    public init(@ViewBuilder root: () -> Content) {}
    public var body: Never { fatalError() }
}

public struct NavigationLink: View {
    public init(_ title: some StringProtocol, value: (some Hashable)?) {}
    public var body: Never { fatalError() }
}

extension View {
    public func onSubmit(_ action: @escaping () -> Void) -> some View { SomeView() }
    public func onAppear(perform action: (() -> Void)? = nil) -> some View { SomeView() }
    public func onChange(of value: some Equatable, initial: Bool = false, _ action: @escaping () -> Void) -> some View {
        SomeView()
    }
    public func swipeActions(@ViewBuilder content: () -> some View) -> some View { SomeView() }
    public func toolbar(@ViewBuilder content: () -> some View) -> some View { SomeView() }
    public func disabled(_ disabled: Bool) -> some View { SomeView() }
    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        SomeView()
    }
    public func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> some View { SomeView() }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError() }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App { public static func main() {} }
