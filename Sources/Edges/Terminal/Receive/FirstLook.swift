@preconcurrency import Glibc
import HandShakeAudioFile
import HandShakeFeed

/// A look over a whole recording before it is read: which channel holds most of the band.
package enum FirstLook {
  /// The strongest channel of the recording at `path`, from 0; nil where it cannot be read twice
  /// (a pipe), has one channel, or is silent in the band.
  package static func strongestChannel(
    path: String, raw: RawFormat?, bandHertz: ClosedRange<Double>
  ) throws(AudioFileError) -> Int? {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let reader = try RecordingReader(path: path, rawFormat: raw)
    let channelCount = reader.channelCount
    guard channelCount > 1 else { return nil }
    var filters = Array(
      repeating: BandFilter(rateHertz: Double(reader.sampleRateHertz), bandHertz: bandHertz),
      count: channelCount)
    var energies = [Double](repeating: 0, count: channelCount)
    var block = [Float](repeating: 0, count: 4096 * channelCount)
    while !Interruption.isRequested, !Interruption.isTimeUp {
      let count = try reader.read(into: &block)
      if count == 0 { break }
      block.withUnsafeBufferPointer { samples in
        guard let start = samples.baseAddress else { return }
        for channel in 0..<channelCount {
          energies[channel] += filters[channel].energy(
            of: start + channel, count: count, stride: channelCount)
        }
      }
    }
    guard let strongest = energies.indices.max(by: { energies[$0] < energies[$1] }),
      energies[strongest] > 0
    else { return nil }
    return strongest
  }
}
