import CHandShakeSndfile
import Foundation
import HandShakeAudioFile
import HandShakeFiles
import HandShakeTestKit
import Testing

struct RecordingWriterTests {
  @Test(
    arguments: ["a.wav", "a.flac", "a.FLAC", "a.aiff", "a.aif", "plain", "odd.name.wave"],
    [22_050, 44100, 48000, 96000, 192_000])
  func whatIsWrittenReadsBack(_ name: String, rate: Int) throws {
    let scratch = Scratch()
    let samples = noise(30_011)
    let writer = try RecordingWriter(path: scratch.path(name), sampleRateHertz: rate)
    for start in stride(from: 0, to: samples.count, by: 977) {
      try writer.write(Array(samples[start..<min(start + 977, samples.count)]))
    }
    #expect(!scratch.names.contains(name), "the name shows before the file is whole")
    try writer.finish()
    #expect(scratch.names == [name])
    // libsndfile is the judge of the header.
    var description = SF_INFO()
    let file = try #require(sf_open(scratch.path(name), Int32(SFM_READ), &description))
    sf_close(file)
    #expect(description.frames == 30_011)
    #expect(description.samplerate == rate)
    #expect(description.channels == 1)
    #expect(Int(description.format) & SF_FORMAT_SUBMASK == SF_FORMAT_PCM_16)
    let read = try readAll(RecordingReader(path: scratch.path(name)))
    #expect(read.count == samples.count)
    #expect(largestDifference(read, samples) <= 0x1p-16)
  }

  @Test(arguments: ["a.wav", "a.flac", "a.aiff"], [RecordingFormat.s24, .float])
  func finerSamplesReadBack(_ name: String, format: RecordingFormat) throws {
    if name == "a.flac", format == .float { return }
    let scratch = Scratch()
    // An odd number, which WAV pads at 24 bit.
    let samples = noise(10_011) + [2, .nan, -2]
    let writer = try RecordingWriter(
      path: scratch.path(name), sampleRateHertz: 48000, format: format)
    try writer.write(samples)
    try writer.finish()
    var description = SF_INFO()
    let file = try #require(sf_open(scratch.path(name), Int32(SFM_READ), &description))
    sf_close(file)
    #expect(description.frames == samples.count)
    let code = format == .float ? SF_FORMAT_FLOAT : SF_FORMAT_PCM_24
    #expect(Int(description.format) & SF_FORMAT_SUBMASK == code)
    let reader = try RecordingReader(path: scratch.path(name))
    let read = try readAll(reader)
    #expect(reader.lengthMismatch == nil && read.count == samples.count)
    #expect(
      largestDifference(Array(read[..<10_011]), Array(samples[..<10_011]))
        <= (format == .float ? 0 : 0x1p-24))
    #expect(read.suffix(3) == (format == .float ? [2, 0, -2] : [1 - 0x1p-23, 0, -1]))
  }

  @Test(arguments: [
    ("a.flac", RecordingFormat.float, [RecordingFormat.s16, .s24]), ("a.ogg", .s24, [.s16]),
    ("a.oga", .float, [.s16]),
  ])
  func formatsThatAFileCannotHold(
    name: String, format: RecordingFormat, offered: [RecordingFormat]
  ) throws {
    let scratch = Scratch()
    let path = scratch.path(name)
    #expect(throws: AudioFileError.unsupportedFormat(path: path, format, offered: offered)) {
      try RecordingWriter(path: path, sampleRateHertz: 48000, format: format)
    }
    #expect(scratch.names == [])
  }

  /// A header and all sizes by the letter of the specification.
  @Test func floatsHaveAFactChunk() throws {
    let scratch = Scratch()
    let writer = try RecordingWriter(
      path: scratch.path("a.wav"), sampleRateHertz: 96000, format: .float)
    try writer.write([0.5])
    try writer.finish()
    let format =
      [UInt8].ascii("fmt ") + .little(UInt32(18)) + .little(UInt16(3)) + .little(UInt16(1))
      + .little(UInt32(96000)) + .little(UInt32(384_000)) + .little(UInt16(4))
      + .little(UInt16(32)) + [0, 0]
    let fact = [UInt8].ascii("fact") + .little(UInt32(4)) + .little(UInt32(1))
    #expect(
      bytes(of: scratch.path("a.wav"))
        == [UInt8].ascii("RIFF") + .little(UInt32(54)) + .ascii("WAVE") + format + fact
        + .ascii("data") + .little(UInt32(4)) + [0, 0, 0, 0x3F])
  }

  @Test func samplesAreRoundedAndClipped() throws {
    let scratch = Scratch()
    let writer = try RecordingWriter(path: scratch.path("a.wav"), sampleRateHertz: 48000)
    try writer.write([1, -1, 2, -2, .nan, .infinity, 0.6 / 32768, 0.4 / 32768, -0.6 / 32768])
    try writer.finish()
    let read = try readAll(RecordingReader(path: scratch.path("a.wav"))).map { $0 * 32768 }
    #expect(read == [32767, -32768, 32767, -32768, 0, 32767, 1, 0, -1])
  }

  @Test func aStreamHasTheRightSizesAtOnce() throws {
    let scratch = Scratch()
    let fifo = scratch.path("fifo")
    mkfifo(fifo, 0o600)
    let reading = open(fifo, O_RDONLY | O_NONBLOCK)
    let writer = try RecordingWriter(path: fifo, sampleRateHertz: 48000, frameCount: 3)
    try writer.write([0.5, 0.25, -0.25])
    try writer.finish()
    var received = [UInt8](repeating: 0, count: 100)
    let count = read(reading, &received, 100)
    close(reading)
    let format =
      [UInt8].ascii("fmt ") + .little(UInt32(16)) + .little(UInt16(1)) + .little(UInt16(1))
      + .little(UInt32(48000)) + .little(UInt32(96000)) + .little(UInt16(2)) + .little(UInt16(16))
    #expect(
      Array(received[..<max(0, count)])
        == [UInt8].ascii("RIFF") + .little(UInt32(42)) + .ascii("WAVE") + format + .ascii("data")
        + .little(UInt32(6)) + [0, 0x40, 0, 0x20, 0, 0xE0])
  }

  @Test func aBrokenPromiseIsAnErrorOnAStreamAndCorrectedInAFile() throws {
    let scratch = Scratch()
    let stream = try RecordingWriter(path: "/dev/null", sampleRateHertz: 48000, frameCount: 3)
    try stream.write([0.5])
    #expect(
      throws: AudioFileError.frameCountBroken(
        path: "/dev/null", promisedFrames: 3, writtenFrames: 1)
    ) { try stream.finish() }
    let path = scratch.path("a.wav")
    let file = try RecordingWriter(path: path, sampleRateHertz: 48000, frameCount: 3)
    try file.write([0.5])
    try file.finish()
    let reader = try RecordingReader(path: path)
    #expect(try readAll(reader) == [0.5])
    #expect(reader.lengthMismatch == nil)
  }

  @Test(arguments: ["a.wav", "a.flac", "a.ogg", "a.aiff"])
  func whatIsGivenUpLeavesTheOldFile(_ name: String) throws {
    let scratch = Scratch()
    let path = scratch.file(name, [1, 2, 3])
    do {
      let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
      try writer.write(noise(100_000))
      #expect(scratch.names.count == 2)
    }
    #expect(scratch.names == [name])
    #expect(bytes(of: path) == [1, 2, 3])
    let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
    try writer.write(noise(100))
    writer.discard()
    #expect(scratch.names == [name])
    #expect(bytes(of: path) == [1, 2, 3])
  }

  @Test func aSymbolicLinkAndTheModeSurvive() throws {
    let scratch = Scratch()
    let target = scratch.file("target.wav", [1])
    chmod(target, 0o640)
    symlink("target.wav", scratch.path("link.wav"))
    let writer = try RecordingWriter(path: scratch.path("link.wav"), sampleRateHertz: 48000)
    try writer.write([0.5])
    try writer.finish()
    var status = stat()
    lstat(scratch.path("link.wav"), &status)
    #expect(status.st_mode & S_IFMT == S_IFLNK)
    lstat(target, &status)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try readAll(RecordingReader(path: target)) == [0.5])
  }

  @Test func aFullDeviceIsAnError() throws {
    #expect(throws: AudioFileError.noSpace(path: "/dev/full")) {
      try RecordingWriter(path: "/dev/full", sampleRateHertz: 48000)
    }
    let null = try RecordingWriter(path: "/dev/null", sampleRateHertz: 48000)
    try null.write(noise(100_000))
    try null.finish()
  }

  @Test func aPipeWithoutAReaderIsAnError() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let path = "/dev/fd/\(ends[1])"
    let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
    close(ends[0])
    #expect(throws: AudioFileError.closedPipe(path: path)) { try writer.write([0.5]) }
    #expect(throws: AudioFileError.closedPipe(path: path)) { try writer.finish() }
    close(ends[1])
  }

  @Test(arguments: ["a.wav", "a.flac", "a.ogg", "a.aiff"])
  func aDiskThatFillsUpLeavesNothing(_ name: String) throws {
    // A full file system of one's own takes privileges: the writer's descriptor is swapped instead.
    let scratch = Scratch()
    let path = scratch.path(name)
    let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
    try writer.write(noise(5000))
    let temporary = try #require(scratch.names.first)
    let full = open("/dev/full", O_WRONLY)
    for descriptor in 3..<256 as Range<Int32> {
      var (held, named) = (stat(), stat())
      stat(scratch.path(temporary), &named)
      if fstat(descriptor, &held) == 0, held.st_ino == named.st_ino, held.st_dev == named.st_dev {
        dup2(full, descriptor)
      }
    }
    close(full)
    #expect(throws: AudioFileError.noSpace(path: path)) { try writer.write(noise(400_000)) }
    #expect(scratch.names.isEmpty)
    #expect(throws: AudioFileError.noSpace(path: path)) { try writer.finish() }
    #expect(throws: AudioFileError.noSpace(path: path)) { try writer.write([0.5]) }
    #expect(scratch.names.isEmpty)
  }

  @Test func impossibleTargetsAreToldApart() {
    let scratch = Scratch()
    func fails(_ path: String, rate: Int = 48000, frames: Int? = nil, _ error: AudioFileError) {
      #expect(throws: error) {
        try RecordingWriter(path: path, sampleRateHertz: rate, frameCount: frames)
      }
    }
    fails(scratch.directory, .isDirectory(path: scratch.directory))
    fails(scratch.path("no/a.wav"), .missing(path: scratch.path("no/")))
    let file = scratch.file("file", [1])
    fails(file + "/a.wav", .unopenable(path: file + "/a.wav", SystemFault(code: ENOTDIR)))
    fails("/proc/a.wav", .unopenable(path: "/proc/a.wav", SystemFault(code: ENOENT)))
    fails(
      scratch.path("a.wav"), rate: 0,
      .absurdHeader(path: scratch.path("a.wav"), .sampleRateHertz(0)))
    fails(
      scratch.path("a.wav"), frames: 1 << 40, .tooLong(path: scratch.path("a.wav"), frames: 1 << 40)
    )
    let fifo = scratch.path("a.flac")
    mkfifo(fifo, 0o600)
    let reading = open(fifo, O_RDONLY | O_NONBLOCK)
    fails(fifo, .needsRegularFile(path: fifo))
    close(reading)
    #expect(scratch.names == ["a.flac", "file"])
    if geteuid() != 0 {
      fails("/a.wav", .notPermitted(path: "/a.wav"))
    }
  }
}
