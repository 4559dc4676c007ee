/// The indices of `keys` from the smallest key to the largest; equal keys keep their order.
///
/// All sorting of numbers in the core uses this function. The compiler generates 4 kB for each type
/// and closure of a sort, which a page must load.
@inline(never)
public func ranking(_ keys: [Double]) -> [Int] {
  keys.indices.sorted { keys[$0] < keys[$1] }
}
