import HandShakeCatalog
import HandShakeModem

/// The measurements to run, from the command line; see `usage`.
struct Options {
  var protocols: [ModemProtocol] = []
  var printsCosts = true
  /// Whether to measure every rung of a burst protocol, not only the sender's choice.
  var printsRungs = false
  var noiseSeconds = 60.0
  var sizes = [16]
  /// The number of trials or items; nil for the usual number.
  var givenCount: Int?
  var givenRoomDecibels: [Double]?
  var seed: UInt64 = 1
  /// Noise levels at which to count messages instead of printing the tables.
  var noiseDecibels: [Double] = []
  /// Hours of sound without a message; 0 for none.
  var falseTextHours = 0.0
  /// Hours of noise with messages for the built `hrecv`; 0 for none.
  var listeningHours = 0.0
  var recordingPaths: [String] = []
  /// Whether to print the silence audit.
  var printsSilence = false
  var soundsFolder: String?
  /// The folder for hostile sounds; nil for no hostile sounds.
  var hostileFolder: String?
  /// Whether to print the audible sound of soft-clipping loudspeakers.
  var printsLoudness = false
  /// Whether to print the share of messages that arrive in rooms with strong echoes and no clear
  /// direct path.
  var printsEchoRichRooms = false
  /// Whether to print the results of messages by family and situation.
  var printsScoreboard = false
  /// Whether to print the calibration of the receiver's odds.
  var printsCalibration = false
  /// The folder with impulse responses of rooms; nil for the rooms of the model.
  var roomsFolder: String?
  /// Whether to measure the distance between two stations.
  var printsDistances = false
  /// Whether to send files with an outage.
  var printsOutages = false
  /// Whether to print the reach of confirmed texts in lower placements.
  var printsReach = false
  /// Whether to measure several microphones.
  var printsMicrophones = false
  /// Whether to receive random days.
  var printsDays = false
  /// The folder for the success curves; nil for no curves.
  var curvesFolder: String?
  /// Whether to draw the curves from existing figures.
  var redrawsCurves = false

  /// Messages for each figure.
  var count: Int {
    givenCount ?? (printsScoreboard ? 80 : printsEchoRichRooms ? 60 : printsOutages ? 50 : 20)
  }
  /// Signal-to-noise ratios in rooms, in dB.
  var roomDecibels: [Double] {
    givenRoomDecibels
      ?? (printsScoreboard ? [40, 25, 10] : printsEchoRichRooms ? [40, 25, 5] : [25, 10, 0])
  }

  /// A request for help, or a wrong option.
  struct Problem: Error {
    let text: String
    let isWrong: Bool
  }

  static let usage = """
    usage: tools/bench [OPTION...] [PROTOCOL...]
    Prints what listening, decoding and sending cost; for every PROTOCOL (a name or a file) also the
    noise it stands, and how much of it arrives in rooms and in motion.
      --tables-only       no costs
      --noise-seconds S   length of the recordings whose cost is measured (60)
      --sizes N,N...      characters of the messages (16)
      --count N           messages for each figure (20; with --rooms 60; with --scoreboard 80, a
                          quarter of them in each room)
      --snrs DB,DB...     noise in rooms (25,10,0; with --rooms 40,25,5; with --scoreboard 40,25,10)
      --rooms             instead of costs and tables: what arrives in rooms of echoes without a
                          clear direct path, by every PROTOCOL, or by the hops, classic, burst and
                          one of ggwave
      --scoreboard        instead of costs and tables: the table by which a change of the receiver
                          is judged. Messages of every PROTOCOL, or of a row for each family, in
                          rooms, in noise, in motion, in copies, cut, over and after others, between
                          sounds and in silence; random days; sounds alone. It counts those heard,
                          lost without a word, refused with a word, and read as a wrong text, and
                          phantoms: what is told of nothing that was sent. Below it the place and
                          seed of each that was not heard: --seed S --count 1 sends it again. Cost
                          is in processor milliseconds for a second of sound, and differs from run
                          to run (tools/count-instructions counts instructions)
      --calibration       instead of costs and tables: of what the receiver held for a frame with
                          such odds, how much was one, by family and step; COUNT messages of each
                          family, and the sounds
      --rooms-folder DIR  the rooms of these two: impulse responses at 48 kHz with unit gain from 15
                          to 20 kHz, one in each WAV file (those of the model)
      --outages           instead of costs and tables: files with repair blocks of which one stretch
                          is not heard, in rooms and in the impulse responses that --recording gives
      --rungs             instead of costs and tables: every rung of a protocol of bursts, in noise
                          and rooms
      --at DB,DB...       instead of the tables: messages that arrive in white noise so far below
      --false-hours H     instead of the costs: what H hours of other sounds are taken for
      --recording FILE    one of those sounds, or of those of --scoreboard, looped, or one under the
                          messages of --listening-hours: at 48 kHz; may be given again
      --listening-hours H instead of the costs: the built hrecv on H hours of noise with 500
                          messages of every protocol for each 24 h
      --sounds FOLDER     instead of the costs: writes the made sounds without a message that are
                          listened to
      --hostile FOLDER    instead of the costs: what is told of ten sounds that make a receiver work
                          hard, which are written to FOLDER, and the processor time that they take;
                          tools/count-instructions --hostile prints the same with instructions
      --silence           instead of the costs: what of every protocol and fade lies where people
                          hear
      --loudness          instead of the costs: what soft-clipping loudspeakers add where people
                          hear, and what playing lower loses, by the level that is played
      --days              instead of the costs: recordings of many messages with everything drawn at
                          random, a hundred or --count of them
      --microphones       instead of the costs and tables: what two, four and eight microphones hear
                          at --snrs, in motion, beside other sounds, and with faults, and how fast
                          files go; with --at, in white noise of these levels alone; of every
                          PROTOCOL, or of one of each family
      --reach             instead of the costs: at which of three tries texts are confirmed in rooms
                          at --snrs, by how low they may go
      --curves FOLDER     instead of the costs: what arrives against noise, distance, speed and
                          reverberation, of this project, of ggwave and minimodem where they are
                          installed, and success.tsv, .svg and .png of it in FOLDER
      --redraw FOLDER     instead of the costs: the pictures of the success.tsv in FOLDER anew
      --distance          instead of the costs: how exactly two stations measure the distance
                          between them, in the rooms of --recording, or simulated ones
      --seed N            of messages and channels (1)
    """

  init(_ arguments: [String]) throws(Problem) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        do throws(CatalogError) {
          protocols.append(try ProtocolCatalog.find(argument))
        } catch {
          throw Problem(text: "\(argument): not a usable protocol: \(error)", isWrong: true)
        }
        continue
      }
      switch argument {
      case "--help": throw Problem(text: Self.usage, isWrong: false)
      case "--tables-only": printsCosts = false
      case "--silence": (printsCosts, printsSilence) = (false, true)
      case "--loudness": (printsCosts, printsLoudness) = (false, true)
      case "--rooms": (printsCosts, printsEchoRichRooms) = (false, true)
      case "--scoreboard": (printsCosts, printsScoreboard) = (false, true)
      case "--calibration": (printsCosts, printsCalibration) = (false, true)
      case "--outages": (printsCosts, printsOutages) = (false, true)
      case "--days": (printsCosts, printsDays) = (false, true)
      case "--microphones": (printsCosts, printsMicrophones) = (false, true)
      case "--reach": (printsCosts, printsReach) = (false, true)
      case "--distance": (printsCosts, printsDistances) = (false, true)
      case "--rungs": (printsCosts, printsRungs) = (false, true)
      default: try take(argument, rest.popFirst() ?? "")
      }
    }
  }

  private mutating func take(_ option: String, _ value: String) throws(Problem) {
    let values = value.split(separator: ",").compactMap { Double($0) }
    let isWhole = values.allSatisfy { (1...10_000).contains($0) && $0 == $0.rounded() }
    switch option {
    case "--noise-seconds" where values.count == 1 && values[0] >= 1: noiseSeconds = values[0]
    case "--sizes" where !values.isEmpty && isWhole: sizes = values.map { Int($0) }
    case "--count" where values.count == 1 && isWhole: givenCount = Int(values[0])
    case "--snrs" where !values.isEmpty: givenRoomDecibels = values
    case "--at" where !values.isEmpty:
      noiseDecibels = values
      printsCosts = false
    case "--false-hours" where values.count == 1 && values[0] > 0:
      falseTextHours = values[0]
      printsCosts = false
    case "--listening-hours" where values.count == 1 && values[0] > 0:
      listeningHours = values[0]
      printsCosts = false
    case "--curves" where !value.isEmpty, "--redraw" where !value.isEmpty:
      curvesFolder = value
      redrawsCurves = option == "--redraw"
      printsCosts = false
    case "--rooms-folder" where !value.isEmpty: roomsFolder = value
    case "--sounds" where !value.isEmpty:
      soundsFolder = value
      printsCosts = false
    case "--hostile" where !value.isEmpty:
      hostileFolder = value
      printsCosts = false
    case "--recording" where !value.isEmpty: recordingPaths.append(value)
    case "--seed" where UInt64(value) != nil: seed = UInt64(value)!
    default:
      throw Problem(text: "\(option) \(value): not understood\n\(Self.usage)", isWrong: true)
    }
  }
}
