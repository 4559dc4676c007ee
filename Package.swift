// swift-tools-version: 6.2
import PackageDescription

// A target imports only targets above it in this file.

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
    // `--disable-default-traits` builds without FFTW, as WebAssembly must: its own radix-2 transform
    // takes over. A platform condition can't say so: SwiftPM takes a triple without an operating
    // system for Linux.
    .trait(name: "FFTW", description: "Fourier transforms by FFTW"),
    .default(enabledTraits: ["FFTW"]),
  ],
  targets: [
    // MARK: C libraries, a module map each
    .systemLibrary(
      name: "CFFTW", pkgConfig: "fftw3f", providers: [.apt(["libfftw3-dev"])]),
    .systemLibrary(
      name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(
      name: "CSndfile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
    .systemLibrary(
      name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
    .systemLibrary(
      name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
    .systemLibrary(
      name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),
    .systemLibrary(
      name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
    .systemLibrary(name: "CGetopt"),
    .systemLibrary(name: "CMalloc"),
    // Not a library of others: the header of libhandshake.so, which HandShakeC fills.
    .systemLibrary(name: "CHandShake"),

    // MARK: Pure core: plain Swift, also Embedded Swift for WebAssembly
    .target(name: "Coding"),
    .target(
      name: "Signal",
      dependencies: [.target(name: "CFFTW", condition: .when(traits: ["FFTW"]))]),
    .target(name: "Modem", dependencies: ["Coding", "Signal"]),
    .target(name: "Diagnosis", dependencies: ["Signal", "Modem"]),

    // MARK: Native edges: files, devices, terminal
    // Nothing that programs are made of imports Foundation: with its tables of Unicode it would be
    // nine tenths of each, and most of the time until they start.
    .target(name: "JSON", dependencies: ["CJansson"]),
    .target(
      name: "ProtocolFiles", path: "Protocols", exclude: ["README.md"],
      resources: [
        .embedInCode("hop.json"), .embedInCode("hop-quick.json"), .embedInCode("hop-deep.json"),
        .embedInCode("classic.json"), .embedInCode("burst.json"), .embedInCode("burst-max.json"),
        .embedInCode("burst-qpsk.json"), .embedInCode("burst-cable.json"),
        .embedInCode("ggwave-ultrasound-normal.json"),
        .embedInCode("ggwave-ultrasound-fast.json"),
        .embedInCode("ggwave-ultrasound-fastest.json"),
        .embedInCode("ggwave-audible-normal.json"),
        .embedInCode("ggwave-audible-fast.json"),
        .embedInCode("ggwave-audible-fastest.json"),
        .embedInCode("ggwave-dual-normal.json"),
        .embedInCode("ggwave-dual-fast.json"),
        .embedInCode("ggwave-dual-fastest.json"),
        .embedInCode("ggwave-mono-normal.json"),
        .embedInCode("ggwave-mono-fast.json"),
        .embedInCode("ggwave-mono-fastest.json"),
      ]),
    .target(name: "Catalog", dependencies: ["JSON", "Modem", "ProtocolFiles"]),
    .target(name: "HandShake", dependencies: ["Coding", "Signal", "Modem", "Catalog"]),
    .target(name: "AudioFile", dependencies: ["CSndfile", "CSoxr"]),
    .target(name: "FileStore", dependencies: ["CSodium", "Modem"]),
    .target(name: "HandShakeC", dependencies: ["CHandShake", "Modem", "Catalog", "FileStore"]),
    .target(name: "CALSAShim", dependencies: ["CALSA"]),
    .target(name: "AudioDevice", dependencies: ["CALSA", "CALSAShim"]),
    .target(name: "CArguments"),
    .target(
      name: "Terminal",
      dependencies: [
        "CArguments", "CGetopt", "CMalloc", "JSON", "Signal", "Modem", "Diagnosis", "Catalog",
        "AudioFile", "AudioDevice", "FileStore",
      ]),
    // Apart from Terminal, so that programs that draw nothing start without Cairo's 20 libraries.
    .target(name: "Picture", dependencies: ["CCairo", "Signal", "Modem", "Terminal"]),

    // MARK: Programs
    .executableTarget(
      name: "hsend", dependencies: ["Terminal", "Catalog", "Modem", "AudioFile", "AudioDevice"]),
    .executableTarget(
      name: "hrecv",
      dependencies: ["Terminal", "Picture", "Catalog", "Modem", "AudioFile", "AudioDevice"]),
    .executableTarget(name: "htone", dependencies: ["Terminal", "Picture"]),

    // MARK: Tests, and what only tests and tools use
    .target(name: "ChannelModel", dependencies: ["Signal"]),
    .testTarget(name: "CodingTests", dependencies: ["Coding"]),
    .testTarget(name: "SignalTests", dependencies: ["Signal", "ChannelModel"]),
    .testTarget(name: "ModemTests", dependencies: ["Modem", "Catalog", "Signal", "ChannelModel"]),
    .testTarget(
      name: "DiagnosisTests",
      dependencies: ["Diagnosis", "Modem", "Catalog", "ChannelModel", "Signal"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "CatalogTests", dependencies: ["Catalog"]),
    .testTarget(name: "AudioFileTests", dependencies: ["AudioFile"]),
    .testTarget(name: "FileStoreTests", dependencies: ["FileStore", "Modem"]),
    .testTarget(name: "HandShakeCTests", dependencies: ["CHandShake", "HandShakeC"]),
    .executableTarget(
      name: "alsa-exercise", dependencies: ["AudioDevice"], path: "tools/alsa-exercise"),
    .testTarget(name: "AudioDeviceTests", dependencies: ["AudioDevice", "alsa-exercise"]),
    .testTarget(
      name: "TerminalTests",
      dependencies: [
        "JSON", "Terminal", "Catalog", "Modem", "AudioFile", "AudioDevice", "FileStore",
      ]),
    .testTarget(name: "PictureTests", dependencies: ["Picture", "Terminal", "Signal", "Modem"]),
    .testTarget(
      name: "TransferTests",
      dependencies: [
        "Catalog", "Coding", "Modem", "Diagnosis", "Signal", "AudioFile", "ChannelModel",
      ]),
    .testTarget(name: "ChannelModelTests", dependencies: ["ChannelModel", "Signal"]),
    .testTarget(
      name: "CommandTests", dependencies: ["AudioFile", "ChannelModel", "Signal"]),
    .executableTarget(
      name: "handshake-manual", dependencies: ["Terminal", "Catalog", "Modem"], path: "tools/Manual"
    ),
    .testTarget(
      name: "ManualTests", dependencies: ["Terminal", "Catalog", "handshake-manual"]),
    .executableTarget(
      name: "example-send", dependencies: ["HandShake"], path: "tools/examples/send"),
    .executableTarget(
      name: "example-receive", dependencies: ["HandShake"], path: "tools/examples/receive"),
    .executableTarget(
      name: "handshake-bench",
      dependencies: ["Catalog", "Modem", "AudioFile", "ChannelModel", "Picture", "Terminal"],
      path: "tools/Benchmark"),
    .executableTarget(
      name: "handshake-golden", dependencies: ["Catalog", "Modem", "ChannelModel"],
      path: "tools/Golden"),
  ],
  swiftLanguageModes: [.v6]
)

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
        "CLibFuzzer", "Coding", "Modem", "Catalog", "AudioFile", "FileStore", "CHandShake",
        "HandShakeC",
      ],
      path: "tools/Fuzz/Targets"),
  ]
}
