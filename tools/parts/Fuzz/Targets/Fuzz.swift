import CLibFuzzer
import Foundation

// handshake-fuzz --list                      names, longest inputs and executions
// handshake-fuzz --seeds TARGET FOLDER       writes inputs to start from
// handshake-fuzz TARGET [LIBFUZZER-OPTION…] [CORPUS…]

nonisolated(unsafe) private var chosen: FuzzTarget?

/// SwiftPM's name for the `main` of this program. libFuzzer's own `main` cannot choose a target.
@_cdecl("handshake_fuzz_main")
public func main(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  let words = CommandLine.arguments
  if words.count == 2, words[1] == "--list" {
    for target in FuzzTarget.all {
      print(target.name, target.longestInput, target.executions)
    }
    return 0
  }
  if words.count == 4, words[1] == "--seeds", let target = target(words[2]) {
    return write(target.seeds(), to: words[3])
  }
  guard words.count > 1, let target = target(words[1]), let arguments else {
    print("usage: handshake-fuzz TARGET [LIBFUZZER-OPTION...] [CORPUS...]")
    return 2
  }
  chosen = target
  // Removes the name of the target: the driver sees the name of the program and its options.
  arguments[1] = arguments[0]
  var left = count - 1
  var remaining: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = arguments + 1
  return LLVMFuzzerRunDriver(&left, &remaining) { data, size in
    chosen?.run(UnsafeRawBufferPointer(start: size > 0 ? data : nil, count: size))
    return 0
  }
}

private func target(_ name: String) -> FuzzTarget? { FuzzTarget.all.first { $0.name == name } }

private func write(_ seeds: [[UInt8]], to folder: String) -> Int32 {
  for (number, seed) in seeds.enumerated() {
    let file = URL(fileURLWithPath: folder).appendingPathComponent("seed-\(number)")
    guard (try? Data(seed).write(to: file)) != nil else { return 1 }
  }
  return 0
}
