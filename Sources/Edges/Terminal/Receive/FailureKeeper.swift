import HandShake
import HandShakeAudioFile
import HandShakeFiles
import HandShakeModem

/// `--keep-failures`: writes the sound and the figures of frames that failed.
struct FailureKeeper {
  private let folder: FailureFolder

  /// Seconds before a frame, in which the receiver learns the noise, and seconds after it.
  private static let leadSeconds = 1.5
  private static let tailSeconds = 0.5

  /// Opens the folder. Throws `file`.
  init(path: String) throws(CommandFailure) {
    do throws(FilesError) {
      folder = try FailureFolder(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Keeps the sound of a frame from `recent`. Returns the path, or the reason of a failure.
  func keep(_ failure: Failure, _ recent: SampleRing) -> Result<String, KeepingFailure> {
    let frame = failure.frame
    let cut = recent.cut(
      from: frame.startSeconds - Self.leadSeconds, to: frame.endSeconds + Self.tailSeconds)
    // Floats may exceed the range of FLAC.
    let scale = max(1, cut.samples.reduce(Float(0)) { max($0, abs($1)) })
    let samples = scale > 1 ? cut.samples.map { $0 / scale } : cut.samples
    var fields = EventObject.fields(failure)
    fields["version"] = .string(handShakeVersion)
    fields["rateHertz"] = .rounded(recent.rateHertz, 3)
    fields["soundStartSeconds"] = .rounded(cut.startSeconds, 4)
    fields["soundScale"] = .rounded(Double(scale), 6)
    folder.makeRoom(for: 1)
    let name = folder.nextName()
    let path = folder.path + "/" + name + ".flac"
    do throws(AudioFileError) {
      let writer = try RecordingWriter(
        path: path, sampleRateHertz: Int(recent.rateHertz.rounded()),
        channelCount: recent.channelCount, format: .s24, isPrivate: true)
      defer { writer.discard() }
      try writer.write(samples)
      try writer.finish()
    } catch {
      return .failure(.sound(error, folder: folder.path))
    }
    do throws(FilesError) {
      try folder.write(
        Array(EventObject.named(.failed, fields).line.utf8), name: name + ".json")
    } catch {
      // The sound is useless without its figures.
      folder.remove(name: name + ".flac")
      return .failure(.figures(error, folder: folder.path))
    }
    // The size of the sound is known only now.
    folder.makeRoom()
    return .success(path)
  }
}

/// Why the sound of a frame that failed is not kept.
enum KeepingFailure: Error {
  case sound(AudioFileError, folder: String)
  case figures(FilesError, folder: String)

  /// The sentence for the user. Listening goes on.
  var sentence: String {
    switch self {
    case .sound(.noSpace, let folder), .figures(.noSpace, let folder):
      "the frame that failed is not kept, because no space is left in \(quoted(folder)): free some"
    case .sound(let error, _):
      "the frame that failed is not kept: \(error.wording(isWriting: true))"
    case .figures(let error, _):
      "the frame that failed is not kept: \(error.wording(for: .hrecv))"
    }
  }
}
