public import ArgumentParser
public import TodoDomain

extension SpaceRole: ExpressibleByArgument {}
