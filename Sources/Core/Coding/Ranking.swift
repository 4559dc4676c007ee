/// The indices of `keys` from the smallest key to the largest; equal keys keep their order.
///
/// All sorting of numbers in the core is done here. The compiler makes a sort of 4 kB for each type
/// and each closure, and the page has to load them all.
@inline(never)
public func ranking(_ keys: [Double]) -> [Int] {
  keys.indices.sorted { keys[$0] < keys[$1] }
}
