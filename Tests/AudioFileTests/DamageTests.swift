import CHandShakeSndfile
import Foundation
import HandShakeFiles
import HandShakeTestKit
import Synchronization
import Testing

@testable import HandShakeAudioFile

/// Inputs that are no recordings, or are no longer.
struct DamageTests {
  @Test func whatIsNotThereOrNotReadable() {
    let scratch = Scratch()
    func fails(_ path: String, _ error: AudioFileError) {
      #expect(throws: error) { try RecordingReader(path: path) }
    }
    fails(scratch.path("none.wav"), .missing(path: scratch.path("none.wav")))
    fails("", .missing(path: ""))
    fails(scratch.directory, .isDirectory(path: scratch.directory))
    let empty = scratch.file("empty.wav", [])
    fails(empty, .empty(path: empty))
    fails("/dev/null", .empty(path: "/dev/null"))
    fails("/dev/zero", .unknownFormat(path: "/dev/zero"))
    let text = scratch.file("letter.txt", .ascii("Dear Sir or Madam, this is no recording.\n"))
    fails(text, .unknownFormat(path: text))
    let short = scratch.file("short", [0x52])
    fails(short, .unknownFormat(path: short))
    if geteuid() != 0 {
      let locked = scratch.file("locked.wav", [1])
      chmod(locked, 0)
      fails(locked, .notPermitted(path: locked))
    }
  }

  @Test func aReadErrorCarriesItsErrno() {
    // Address 0 of a process is not mapped.
    let path = "/proc/self/mem"
    #expect(throws: AudioFileError.readFailed(path: path, SystemFault(code: EIO))) {
      try RecordingReader(path: path)
    }
  }

  @Test func aSignalInterruptsABlockingReadAndLosesNothing() throws {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGUSR1, &action, nil)
    // Dispatch's worker threads, on which tests run, block signals.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    defer { pthread_sigmask(SIG_BLOCK, &signals, nil) }

    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let writeEnd = ends[1]
    #expect(write(writeEnd, [0, 0x40, 0], 3) == 3)
    let path = "/dev/fd/\(ends[0])"
    let reader = try RecordingReader(path: path, rawFormat: RawFormat(parsing: "s16,48000,1"))
    var block = [Float](repeating: 0, count: 10)
    #expect(try reader.read(into: &block) == 1)
    let isOver = Mutex(false)
    let reading = pthread_self()
    let signaller = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // Once might come before the read blocks.
      while !isOver.withLock({ $0 }) {
        pthread_kill(reading, SIGUSR1)
        usleep(1000)
      }
      signaller.signal()
    }
    #expect(throws: AudioFileError.interrupted(path: path)) { try reader.read(into: &block) }
    isOver.withLock { $0 = true }
    signaller.wait()
    #expect(write(writeEnd, [0xC0], 1) == 1)
    #expect(try reader.read(into: &block) == 1)
    #expect(block[0] == -0.5)
    close(ends[0])
    close(writeEnd)
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func randomBytesAreNoRecording(seed: UInt64) {
    let scratch = Scratch()
    var generator = SeededGenerator(seed: seed)
    for length in [1, 3, 4, 12, 44, 1000, 100_000] {
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let path = scratch.file("noise", noise)
      #expect(throws: AudioFileError.unknownFormat(path: path), "seed \(seed), \(length) bytes") {
        try RecordingReader(path: path)
      }
      #expect(throws: AudioFileError.self, "seed \(seed), \(length) bytes through a pipe") {
        try withPipe([noise]) { _ = try RecordingReader(path: $0) }
      }
    }
  }

  @Test(arguments: [SF_FORMAT_FLAC, SF_FORMAT_AIFF, SF_FORMAT_WAV])
  func aTruncatedFileGivesWhatIsThereAndSaysSo(container: Int) throws {
    let scratch = Scratch()
    let path = scratch.path("whole")
    let samples = noise(100_000)
    try writeWithSndfile(
      path, format: container | SF_FORMAT_PCM_16, rate: 48000, channels: 1, samples)
    let half = Array(bytes(of: path).prefix(120_001))
    for throughPipe in [false, true] {
      func check(_ path: String) throws {
        let reader = try RecordingReader(path: path)
        let read = try readAll(reader)
        #expect(read.count > 40_000 && read.count < 100_000)
        #expect(largestDifference(read, samples) <= 0x1p-15)
        #expect(
          reader.lengthMismatch
            == LengthMismatch(promisedFrames: 100_000, foundFrames: read.count))
      }
      if throughPipe {
        try withPipe([half], check)
      } else {
        try check(scratch.file("half", half))
      }
    }
  }

  @Test func truncatedVorbisGivesWhatIsThere() throws {
    let scratch = Scratch()
    let path = scratch.path("whole")
    try writeWithSndfile(
      path, format: SF_FORMAT_OGG | SF_FORMAT_VORBIS, rate: 48000, channels: 1, noise(200_000))
    let whole = bytes(of: path)
    let half = scratch.file("half", Array(whole.prefix(whole.count / 2)))
    let read = try readAll(RecordingReader(path: half))
    #expect(read.count > 50_000 && read.count < 150_000)
  }

  @Test func flacStreamsFromAPipeAsItArrives() throws {
    let scratch = Scratch()
    let path = scratch.path("a.flac")
    let samples = noise(200_000)
    let writer = try RecordingWriter(path: path, sampleRateHertz: 48000)
    try writer.write(samples)
    try writer.finish()
    let flac = bytes(of: path)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    // Less than a pipe holds, and the pipe stays open.
    #expect(write(ends[1], flac, 60_000) == 60_000)
    let reader = try RecordingReader(path: "/dev/fd/\(ends[0])")
    var block = [Float](repeating: 0, count: 4096)
    #expect(try reader.read(into: &block) == 4096)
    #expect(largestDifference(block, Array(samples[..<4096])) <= 0x1p-15)
    close(ends[1])
    close(ends[0])
  }

  @Test(arguments: [
    SF_FORMAT_WAV | SF_FORMAT_PCM_16, SF_FORMAT_WAV | SF_FORMAT_MS_ADPCM,
    SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS,
    SF_FORMAT_AIFF | SF_FORMAT_PCM_16, SF_FORMAT_CAF | SF_FORMAT_PCM_16,
    SF_FORMAT_AU | SF_FORMAT_PCM_16, SF_FORMAT_RF64 | SF_FORMAT_FLOAT,
  ])
  func damageNeverCrashesNorRunsAway(format: Int) throws {
    let scratch = Scratch()
    let path = scratch.path("whole")
    try writeWithSndfile(path, format: format, rate: 48000, channels: 1, noise(3000))
    let whole = bytes(of: path)
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var damaged = whole
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let reach = Bool.random(using: &generator) ? min(64, whole.count) : whole.count
        damaged[Int.random(in: 0..<reach, using: &generator)] =
          [0, 0xFF, 0x7F, .random(in: 0...255, using: &generator)]
          .randomElement(using: &generator)!
      }
      damaged.removeLast(Int.random(in: 0..<whole.count, using: &generator) / 4)
      do {
        let reader = try RecordingReader(path: scratch.file("damaged", damaged))
        let read = try readAll(reader)
        #expect(read.count <= 8 * 64 * whole.count, "seed \(seed)")
        #expect(read.allSatisfy { abs($0) <= 1e10 }, "seed \(seed)")
      } catch {
        #expect(error is AudioFileError, "seed \(seed)")
      }
    }
  }
}
