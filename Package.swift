// swift-tools-version: 6.3
import PackageDescription

// The groups stand below one another as the folders under Sources do. A target imports only targets above
// it in this file.

let package = Package(
  name: "HandShake",
  products: [
    .library(name: "HandShake", targets: ["HandShake"]),
    .library(name: "handshake", type: .dynamic, targets: ["HandShakeC"]),
    .executable(name: "hsend", targets: ["hsend"]),
    .executable(name: "hrecv", targets: ["hrecv"]),
    .executable(name: "htone", targets: ["htone"]),
  ],
  traits: [
    // `--disable-default-traits` builds without these libraries, as WebAssembly must: a radix-2 transform of its
    // own, a plain reader of JSON, and Monocypher take over. A platform condition can't say so: SwiftPM takes
    // a triple without an operating system for Linux.
    .trait(name: "FFTW", description: "Fourier transforms by FFTW"),
    .trait(name: "Jansson", description: "JSON by Jansson"),
    .trait(name: "Sodium", description: "sealing by libsodium"),
    .trait(name: "Soxr", description: "every sampling rate by libsoxr"),
    .default(enabledTraits: ["FFTW", "Jansson", "Sodium", "Soxr"]),
  ],
  targets: [
    // MARK: System: C libraries, a module map each
    system("CFFTW", "fftw3f", apt: "libfftw3-dev"),
    system("CALSA", "alsa", apt: "libasound2-dev"),
    system("CSndfile", "sndfile", apt: "libsndfile1-dev"),
    system("CSoxr", "soxr", apt: "libsoxr-dev"),
    system("CSodium", "libsodium", apt: "libsodium-dev"),
    system("CJansson", "jansson", apt: "libjansson-dev"),
    system("CCairo", "cairo", apt: "libcairo2-dev"),
    system("CGetopt"),
    system("CMalloc"),
    system("CWidth"),
    // In a browser only: tools/build-core gets Monocypher, and the page is the rest of the system.
    system("CMonocypher"),
    system("CBrowser"),
    // What a module map cannot say of a library: variadic functions and macros.
    .target(name: "CALSAShim", dependencies: ["CALSA"], path: "Sources/System/CALSAShim"),
    .target(name: "CArguments", path: "Sources/System/CArguments"),
    .target(name: "CSpawn", path: "Sources/System/CSpawn"),

    // MARK: Core: plain Swift, also Embedded Swift for WebAssembly
    core("Coding"),
    core("Signal", [optional("CFFTW", "FFTW")]),
    core("Modem", ["Coding", "Signal"]),
    core("Diagnosis", ["Signal", "Modem"]),
    core("Exchange", ["Signal", "Modem"]),

    // MARK: Edges: what touches the world
    // Nothing that programs are made of imports Foundation: with its tables of Unicode it would be
    // nine tenths of each, and most of the time until they start.
    edge("JSON", [optional("CJansson", "Jansson"), "CBrowser"]),
    edge("Notes", ["Signal"]),
    .target(
      name: "ProtocolFiles", path: "Protocols", exclude: ["README.md"],
      resources: builtInProtocols.map { .embedInCode("\($0).json") }),
    edge("Catalog", ["JSON", "Modem", "ProtocolFiles"]),
    edge("AudioFile", ["CSndfile"]),
    edge("Feed", [optional("CSoxr", "Soxr"), "Signal", "Modem"]),
    edge("AudioDevice", ["CALSA", "CALSAShim"]),
    edge(
      "Sealing",
      [optional("CSodium", "Sodium"), "CMonocypher", "CBrowser", "Coding", "Modem", "Exchange"]),
    edge("Files", ["CSodium", "Coding", "Modem", "Sealing"]),
    // The modem in other people's programs, and in ours.
    library("HandShake", ["Coding", "Signal", "Modem", "Exchange", "Catalog", "Feed", "Sealing"]),
    edge(
      "Terminal",
      [
        "HandShake", "CArguments", "CGetopt", "CMalloc", "CSpawn", "CWidth", "JSON", "Notes",
        "Signal", "Modem", "Coding", "Diagnosis", "Catalog", "AudioFile", "AudioDevice", "Feed",
        "Files",
        "Sealing",
      ]),
    // Apart from Terminal, so that programs that draw nothing start without Cairo's 20 libraries.
    edge("Picture", ["CCairo", "Signal", "Modem", "Terminal"]),

    // MARK: Libraries: the modem in programs in other languages
    // The header of libhandshake.so, which HandShakeC fills.
    .systemLibrary(name: "CHandShake", path: "Sources/Libraries/CHandShake"),
    library(
      "HandShakeC",
      [
        "CHandShake", "HandShake", "Coding", "Signal", "Modem", "Diagnosis", "Catalog", "Feed",
        "Sealing",
      ]),

    // MARK: Programs
    program("hsend", ["Terminal", "Catalog", "Modem", "AudioFile", "AudioDevice"]),
    program("hrecv", ["Terminal", "Picture", "Catalog", "Modem", "AudioFile", "AudioDevice"]),
    program("htone", ["Terminal", "Picture"]),

    // MARK: Lab: what only tests and tools use
    lab("ChannelModel", ["Signal", "Notes"]),
    lab(
      "TransferKit",
      ["HandShake", "Signal", "Modem", "Exchange", "Catalog", "Terminal", "ChannelModel"]),

    // MARK: Tools
    tool("alsa-exercise", ["AudioDevice"], "alsa-exercise"),
    tool("handshake-manual", ["Terminal", "Catalog", "Modem"], "Manual"),
    tool("handshake-names", ["Terminal", "Modem"], "Names"),
    tool("example-send", ["HandShake"], "examples/send"),
    tool("example-receive", ["HandShake"], "examples/receive"),
    tool(
      "handshake-bench",
      [
        "JSON", "ProtocolFiles", "Catalog", "Modem", "Exchange", "AudioFile", "ChannelModel",
        "TransferKit", "Picture", "Sealing", "Terminal",
      ],
      "Benchmark"),
    tool("handshake-air", ["AudioFile", "Feed", "ChannelModel"], "Air"),
    tool(
      "handshake-golden", ["Coding", "Catalog", "Modem", "ChannelModel", "TransferKit"], "Golden"),

    // MARK: Tests
    .target(name: "TestKit", dependencies: ["Signal"], path: "Tests/TestKit"),
    tests("Coding"),
    tests("Signal", ["TestKit"]),
    tests("Notes", ["Signal", "ChannelModel", "TestKit"]),
    tests(
      "Modem", ["Coding", "Catalog", "Signal", "ChannelModel", "TransferKit", "TestKit"]),
    tests(
      "Diagnosis", ["Modem", "Catalog", "ChannelModel", "Signal", "TransferKit", "TestKit"]),
    tests("JSON"),
    tests("Catalog"),
    tests("AudioFile", ["TestKit"]),
    tests("Feed", ["TestKit"]),
    tests("Exchange", ["Modem", "Sealing", "Catalog", "ChannelModel", "TransferKit", "TestKit"]),
    tests("Sealing", ["Coding", "Modem", "ChannelModel", "TestKit"]),
    tests("Files", ["Coding", "Modem", "Sealing"]),
    tests(
      "HandShake",
      ["Modem", "Exchange", "Sealing", "Files", "ChannelModel", "TransferKit", "TestKit"]),
    tests("AudioDevice", ["alsa-exercise", "handshake-air", "TestKit"]),
    tests(
      "Terminal",
      [
        "HandShake", "JSON", "Catalog", "Modem", "Exchange", "AudioFile", "AudioDevice", "Files",
        "Sealing", "TestKit",
      ]),
    tests("Picture", ["Terminal", "Signal", "Modem", "handshake-bench"]),
    tests("HandShakeC", ["CHandShake", "Coding", "Modem", "Catalog", "Sealing", "TestKit"]),
    tests("ChannelModel", ["Signal"]),
    .testTarget(
      name: "TransferTests",
      dependencies: [
        "Catalog", "Coding", "Modem", "Diagnosis", "Signal", "AudioFile", "Feed", "ChannelModel",
        "TransferKit", "TestKit",
      ]),
    .testTarget(
      name: "CommandTests", dependencies: ["AudioFile", "ChannelModel", "Signal", "TestKit"]),
    .testTarget(
      name: "ManualTests",
      dependencies: ["Terminal", "Catalog", "handshake-manual", "handshake-names", "TestKit"]),
  ],
  swiftLanguageModes: [.v6]
)

// MARK: A target of each group

func system(_ name: String, _ package: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(name)", pkgConfig: package,
    providers: apt.map { [.apt([$0])] })
}
/// A dependency on a C library that a trait brings in.
func optional(_ name: String, _ trait: String) -> Target.Dependency {
  .target(name: name, condition: .when(traits: [trait]))
}
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Core/\(name)")
}
func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Edges/\(name)")
}
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Libraries/\(name)")
}
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)")
}
func lab(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Lab/\(name)")
}
func tool(_ name: String, _ dependencies: [Target.Dependency], _ folder: String) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "tools/\(folder)")
}
/// The tests of a target, which depend on it and on `others`.
func tests(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: [.init(stringLiteral: name)] + others)
}

/// The files of `Protocols` that the programs hold within them.
var builtInProtocols: [String] {
  let ggwave = ["ultrasound", "audible", "dual", "mono"].flatMap { kind in
    ["normal", "fast", "fastest"].map { "ggwave-\(kind)-\($0)" }
  }
  return ["hop", "hop-quick", "hop-deep", "classic"]
    + ["burst", "burst-max", "burst-qpsk", "burst-cable"] + ggwave
}

// tools/test-sanitized builds the suites that it runs: the others would take it longer than running these.
if let suites = Context.environment["HANDSHAKE_SUITES"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !suites.contains(Substring($0.name)) }
}

// tools/fuzz alone builds this: it needs libFuzzer's instrumentation, and what tests see of the modules.
if Context.environment["HANDSHAKE_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "tools/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "handshake-fuzz",
      dependencies: [
        "CLibFuzzer", "Coding", "Modem", "Diagnosis", "Catalog", "AudioFile", "Sealing", "Files",
        "CHandShake",
        "HandShakeC",
      ],
      path: "tools/Fuzz/Targets"),
  ]
}
