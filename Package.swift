// swift-tools-version: 6.3
import PackageDescription

// The groups stand below one another as the folders under Sources do. A target imports only targets
// above it in this file.

let package = Package(
  name: "HandShake",
  // The oldest ones of Apple's with `UTF8Span`. Other systems have no such number.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "HandShake", targets: ["HandShake"]),
    .library(name: "HandShakeC", type: .dynamic, targets: ["HandShakeC"]),
    .executable(name: "hsend", targets: ["hsend"]),
    .executable(name: "hrecv", targets: ["hrecv"]),
    .executable(name: "htone", targets: ["htone"]),
  ],
  traits: [
    // These bring in C libraries, on Linux alone. `traits: []`, `--disable-default-traits` and
    // every other platform do without: a transform of its own, a plain reader of JSON, and
    // Monocypher take over. The page has to be built so, for SwiftPM takes a triple without an
    // operating system for Linux.
    .trait(name: "FFTW", description: "Fourier transforms by FFTW"),
    .trait(name: "Jansson", description: "JSON by Jansson"),
    .trait(name: "Sodium", description: "sealing by libsodium"),
    .trait(name: "Soxr", description: "every sampling rate by libsoxr"),
    // The Swift Package Index sets SPI_BUILD where it builds, and has not all of these libraries.
    .default(
      enabledTraits: Context.environment["SPI_BUILD"] == nil
        ? ["FFTW", "Jansson", "Sodium", "Soxr"] : []),
  ],
  targets: [
    // MARK: System: C libraries, a module map each
    system("CHandShakeFFTW", "fftw3f", apt: "libfftw3-dev"),
    system("CHandShakeALSA", "alsa", apt: "libasound2-dev"),
    system("CHandShakeSndfile", "sndfile", apt: "libsndfile1-dev"),
    system("CHandShakeSoxr", "soxr", apt: "libsoxr-dev"),
    system("CHandShakeSodium", "libsodium", apt: "libsodium-dev"),
    system("CHandShakeJansson", "jansson", apt: "libjansson-dev"),
    system("CHandShakeCairo", "cairo", apt: "libcairo2-dev"),
    system("CHandShakeGetopt"),
    system("CHandShakeMalloc"),
    system("CHandShakeWidth"),
    // For the page alone, in place of a platform.
    system("CHandShakeBrowser"),
    .target(
      name: "CHandShakeMonocypher", path: "Sources/System/CMonocypher", exclude: ["README.md"]),
    // What a module map cannot say of a library: variadic functions and macros.
    .target(
      name: "CHandShakeALSAShim", dependencies: ["CHandShakeALSA"], path: "Sources/System/CALSAShim"
    ),
    .target(name: "CHandShakeArguments", path: "Sources/System/CArguments"),
    .target(name: "CHandShakeSpawn", path: "Sources/System/CSpawn"),

    // MARK: Core: plain Swift, also Embedded Swift for WebAssembly
    core("HandShakePlatform", ["CHandShakeBrowser"]),
    core("HandShakeCoding"),
    core(
      "HandShakeSignal",
      ["HandShakePlatform", "HandShakeCoding", optional("CHandShakeFFTW", "FFTW")]),
    core("HandShakeModem", ["HandShakeCoding", "HandShakeSignal"]),
    core("HandShakeDiagnosis", ["HandShakeSignal", "HandShakeModem"]),
    core("HandShakeExchange", ["HandShakeSignal", "HandShakeModem"]),

    // MARK: Edges: what touches the world
    // Nothing that programs are made of imports Foundation: with its tables of Unicode it would be
    // nine tenths of each, and most of the time until they start.
    edge("HandShakeJSON", [optional("CHandShakeJansson", "Jansson"), "HandShakePlatform"]),
    edge("HandShakeNotes", ["HandShakeSignal"]),
    .target(
      name: "HandShakeProtocols", path: "Protocols", exclude: ["README.md"],
      resources: builtInProtocols.map { .embedInCode("\($0).json") }),
    edge(
      "HandShakeCatalog",
      ["HandShakePlatform", "HandShakeJSON", "HandShakeModem", "HandShakeProtocols"]),
    edge(
      "HandShakeFeed", [optional("CHandShakeSoxr", "Soxr"), "HandShakeSignal", "HandShakeModem"]),
    edge(
      "HandShakeSealing",
      [
        optional("CHandShakeSodium", "Sodium"), "CHandShakeMonocypher", "HandShakePlatform",
        "HandShakeCoding", "HandShakeModem", "HandShakeExchange",
      ]),
    edge("HandShakeFiles", ["CHandShakeSodium", "HandShakeCoding"]),
    // What a user of the programs keeps: settings, the secrets of pairings, received files, and the
    // numbers of accepted messages.
    edge(
      "HandShakeConfiguration",
      [
        "HandShakeJSON", "HandShakeCoding", "HandShakeModem", "HandShakeCatalog", "HandShakeFiles",
        "HandShakeSealing",
      ]),
    edge("HandShakeAudioFile", ["CHandShakeSndfile", "HandShakeFiles"]),
    edge("HandShakeAudioDevice", ["CHandShakeALSA", "CHandShakeALSAShim", "HandShakeFiles"]),
    // Programs that messages start.
    edge("HandShakeExecution", ["CHandShakeSpawn", "HandShakeFiles"]),
    // What programs say and are told, whatever they are for.
    edge(
      "HandShakeCommandLine",
      ["CHandShakeArguments", "CHandShakeGetopt", "CHandShakeWidth", "HandShakeFiles"]),
    // The modem in other people's programs, and in ours.
    library(
      "HandShake",
      [
        "HandShakeCoding", "HandShakeSignal", "HandShakeModem", "HandShakeExchange",
        "HandShakeCatalog", "HandShakeFeed", "HandShakeSealing",
      ]),
    // As pictures show it.
    edge("HandShakeHeard", ["HandShakeSignal", "HandShakeModem", "HandShakeCommandLine"]),
    edge(
      "HandShakeTerminal",
      [
        "HandShake", "HandShakeCommandLine", "HandShakeHeard", "CHandShakeArguments",
        "CHandShakeMalloc", "HandShakeJSON",
        "HandShakeNotes",
        "HandShakeSignal", "HandShakeModem", "HandShakeCoding", "HandShakeDiagnosis",
        "HandShakeCatalog", "HandShakeConfiguration", "HandShakeAudioFile",
        "HandShakeAudioDevice", "HandShakeFeed", "HandShakeFiles", "HandShakeExecution",
        "HandShakeSealing",
      ]),
    edge(
      "HandShakeTones",
      [
        "HandShakeNotes", "HandShakeSignal", "HandShakeCatalog", "HandShakeConfiguration",
        "HandShakeAudioFile", "HandShakeAudioDevice", "HandShakeHeard", "HandShakeTerminal",
      ]),
    // Apart from Terminal, so that programs that draw nothing start without Cairo's 20 libraries.
    edge(
      "HandShakePicture",
      [
        "CHandShakeCairo", "HandShakeSignal", "HandShakeModem", "HandShakeHeard",
        "HandShakeTerminal",
      ]),
    // Secrets: how two devices agree on one, and which there are.
    edge(
      "HandShakeRooms",
      [
        "HandShake", "HandShakeCatalog", "HandShakeConfiguration", "HandShakeExecution",
        "HandShakeModem", "HandShakeSealing", "HandShakeTerminal",
      ]),

    // MARK: Libraries: the modem in programs in other languages
    // The header of libhandshake.so, which HandShakeC fills.
    .systemLibrary(name: "CHandShake", path: "Sources/Libraries/CHandShake"),
    library(
      "HandShakeC",
      [
        "CHandShake", "HandShake", "HandShakeCoding", "HandShakeSignal", "HandShakeModem",
        "HandShakeDiagnosis", "HandShakeCatalog", "HandShakeFeed",
        "HandShakeSealing",
      ]),

    // MARK: Programs
    program(
      "hsend",
      [
        "HandShakeTerminal", "HandShakeRooms", "HandShakeCatalog", "HandShakeModem",
        "HandShakeAudioFile", "HandShakeAudioDevice",
      ]),
    program(
      "hrecv",
      [
        "HandShakeTerminal", "HandShakePicture", "HandShakeRooms", "HandShakeCatalog",
        "HandShakeModem", "HandShakeAudioFile", "HandShakeAudioDevice",
      ]),
    program("htone", ["HandShakeTerminal", "HandShakeTones", "HandShakePicture"]),

    // MARK: Lab: what only tests and tools use
    lab("HandShakeChannelModel", ["HandShakeSignal", "HandShakeNotes"]),
    lab(
      "HandShakeTransferKit",
      [
        "HandShake", "HandShakeSignal", "HandShakeModem", "HandShakeExchange", "HandShakeCatalog",
        "HandShakeTerminal", "HandShakeChannelModel", "HandShakeSealing",
      ]),
    lab(
      "HandShakeRecordings",
      [
        "HandShakeCoding", "HandShakeCatalog", "HandShakeModem", "HandShakeChannelModel",
        "HandShakeTransferKit",
      ]),

    // MARK: Tools
    tool("alsa-exercise", ["HandShakeAudioDevice"], "parts/alsa-exercise"),
    tool(
      "handshake-manual",
      ["HandShakeTerminal", "HandShakeTones", "HandShakeCatalog", "HandShakeModem"],
      "parts/Manual"),
    tool("handshake-names", ["HandShakeTerminal", "HandShake", "HandShakeModem"], "parts/Names"),
    tool("example-send", ["HandShake"], "examples/send"),
    tool("example-receive", ["HandShake"], "examples/receive"),
    tool(
      "handshake-bench",
      [
        "HandShakeJSON", "HandShakeProtocols", "HandShakeCatalog", "HandShakeModem",
        "HandShakeExchange", "HandShakeAudioFile", "HandShakeChannelModel",
        "HandShakeTransferKit", "HandShakePicture", "HandShakeSealing", "HandShakeTerminal",
      ],
      "parts/Benchmark"),
    tool(
      "handshake-air", ["HandShakeAudioFile", "HandShakeFeed", "HandShakeChannelModel"], "parts/Air"
    ),
    tool("handshake-golden", ["HandShakeRecordings"], "parts/Golden"),

    // MARK: Tests
    .target(name: "HandShakeTestKit", dependencies: ["HandShakeSignal"], path: "Tests/TestKit"),
    tests("HandShakeCoding"),
    tests("HandShakeSignal", ["HandShakeTestKit"]),
    tests("HandShakeNotes", ["HandShakeSignal", "HandShakeChannelModel", "HandShakeTestKit"]),
    tests(
      "HandShakeModem",
      [
        "HandShakeCoding", "HandShakeCatalog", "HandShakeSignal", "HandShakeChannelModel",
        "HandShakeTransferKit",
        "HandShakeTestKit",
      ]),
    tests(
      "HandShakeDiagnosis",
      [
        "HandShakeModem", "HandShakeCatalog", "HandShakeChannelModel", "HandShakeSignal",
        "HandShakeTransferKit",
        "HandShakeTestKit",
      ]),
    tests("HandShakeJSON"),
    tests("HandShakeCatalog"),
    tests(
      "HandShakeConfiguration",
      [
        "HandShakeCoding", "HandShakeModem", "HandShakeCatalog", "HandShakeFiles",
        "HandShakeSealing", "HandShakeTestKit",
      ]),
    tests("HandShakeAudioFile", ["HandShakeFiles", "HandShakeTestKit"]),
    tests("HandShakeFeed", ["HandShakeTestKit"]),
    tests(
      "HandShakeExchange",
      [
        "HandShake",
        "HandShakeModem", "HandShakeSealing", "HandShakeCatalog", "HandShakeChannelModel",
        "HandShakeTransferKit",
        "HandShakeTestKit",
      ]),
    tests(
      "HandShakeSealing",
      [
        "HandShakeCoding", "HandShakeModem", "HandShakeCatalog", "HandShakeChannelModel",
        "HandShakeTransferKit", "HandShakeTestKit",
      ]),
    tests("HandShakeFiles", ["HandShakeCoding", "HandShakeTestKit"]),
    tests("HandShakeExecution", ["HandShakeFiles", "HandShakeTestKit"]),
    tests("HandShakeCommandLine"),
    tests("HandShakeHeard", ["HandShakeModem"]),
    tests(
      "HandShake",
      [
        "HandShakeModem", "HandShakeExchange", "HandShakeSealing", "HandShakeConfiguration",
        "HandShakeChannelModel",
        "HandShakeTransferKit", "HandShakeTestKit",
      ]),
    tests("HandShakeAudioDevice", ["alsa-exercise", "handshake-air", "HandShakeTestKit"]),
    tests(
      "HandShakeTerminal",
      [
        "HandShake", "HandShakeJSON", "HandShakeCatalog", "HandShakeConfiguration",
        "HandShakeModem", "HandShakeExchange", "HandShakeAudioFile", "HandShakeAudioDevice",
        "HandShakeFiles", "HandShakeExecution",
        "HandShakeSealing", "HandShakeTestKit",
      ]),
    tests("HandShakeTones", ["HandShakeTerminal"]),
    tests(
      "HandShakePicture",
      [
        "HandShakeHeard", "HandShakeTerminal", "HandShakeSignal", "HandShakeModem",
        "handshake-bench",
      ]),
    tests(
      "HandShakeC",
      [
        "CHandShake", "HandShakeCoding", "HandShakeModem", "HandShakeCatalog", "HandShakeSealing",
        "HandShakeTestKit",
      ]),
    tests("HandShakeChannelModel", ["HandShakeSignal"]),
    .testTarget(
      name: "TransferTests",
      dependencies: [
        "HandShakeCatalog", "HandShakeCoding", "HandShakeModem", "HandShakeDiagnosis",
        "HandShakeSignal", "HandShakeAudioFile", "HandShakeFeed", "HandShakeChannelModel",
        "HandShakeTransferKit", "HandShakeRecordings", "HandShakeTestKit",
      ]),
    .testTarget(
      name: "CommandTests",
      dependencies: [
        "HandShakeAudioFile", "HandShakeChannelModel", "HandShakeSignal", "HandShakeTestKit",
      ]),
    .testTarget(
      name: "ManualTests",
      dependencies: [
        "HandShakeTerminal", "HandShakeTones", "HandShakeCatalog", "handshake-manual",
        "handshake-names", "HandShakeTestKit",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// MARK: A target of each group

/// The folder of a module, whose name has the package's in it: SwiftPM refuses two modules of one
/// name, and another package may well have a `Signal`.
func folder(_ module: String) -> String {
  ["HandShake", "HandShakeC"].contains(module)
    ? module : module.replacing("HandShake", with: "")
}
func system(_ name: String, _ package: String? = nil, apt: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/System/\(folder(name))", pkgConfig: package,
    providers: apt.map { [.apt([$0])] })
}
/// A dependency on a C library that a trait brings in, on Linux.
func optional(_ name: String, _ trait: String) -> Target.Dependency {
  .target(name: name, condition: .when(platforms: [.linux], traits: [trait]))
}
func core(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Core/\(folder(name))")
}
func edge(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Edges/\(folder(name))")
}
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Libraries/\(name)")
}
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Sources/Programs/\(name)")
}
func lab(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/Lab/\(folder(name))")
}
func tool(_ name: String, _ dependencies: [Target.Dependency], _ folder: String) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "tools/\(folder)")
}
/// The tests of a target, which depend on it and on `others`.
func tests(_ name: String, _ others: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: "\(folder(name))Tests", dependencies: [.init(stringLiteral: name)] + others)
}

/// The files of `Protocols` that the programs hold within them.
var builtInProtocols: [String] {
  let ggwave = ["ultrasound", "audible", "dual"].flatMap { kind in
    ["normal", "fast", "fastest"].map { "ggwave-\(kind)-\($0)" }
  }
  return ["hop", "hop-quick", "hop-deep", "classic", "burst", "burst-max", "burst-cable"] + ggwave
}

// tools/test sanitized builds the suites that it runs: the others would take it longer than running
// these.
if let suites = Context.environment["HANDSHAKE_SUITES"]?.split(separator: ",") {
  package.targets.removeAll { $0.type == .test && !suites.contains(Substring($0.name)) }
}

// The optimisation of all tests took a fifth of a build. Tests that compute much are optimised.
let computing = ["TransferTests", "CodingTests", "ChannelModelTests", "HandShakeCTests"]
for target in package.targets where target.isTest && !computing.contains(target.name) {
  target.swiftSettings = [.unsafeFlags(["-Onone"])]
}

// tools/fuzz alone builds this: it needs libFuzzer's instrumentation, and what tests see of the
// modules.
if Context.environment["HANDSHAKE_FUZZ"] != nil {
  package.targets += [
    .systemLibrary(name: "CLibFuzzer", path: "tools/parts/Fuzz/CLibFuzzer"),
    .executableTarget(
      name: "handshake-fuzz",
      dependencies: [
        "CLibFuzzer", "HandShakeCoding", "HandShakeModem", "HandShakeDiagnosis", "HandShakeCatalog",
        "HandShakeConfiguration", "HandShakeAudioFile", "HandShakeSealing", "HandShakeFiles",
        "HandShakeExchange", "CHandShake", "HandShake", "HandShakeC",
      ],
      path: "tools/parts/Fuzz/Targets"),
  ]
}

// Set by tools/parts/build-core alone: a page is downloaded, so modules in which no loop costs much
// are compiled for size. HandShakeC is one of them, and has the machine code of all.
if Context.environment["HANDSHAKE_PAGE"] != nil {
  let small = ["Diagnosis", "Exchange", "JSON", "Catalog", "Sealing", "", "C"].map {
    "HandShake\($0)"
  }
  for target in package.targets where small.contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-Osize"])]
  }
}
