// The clock, seeds and stores that front ends test with are ours too.
@_exported public import TodoKitTesting
