@testable import HandShake
import HandShakeExchange
@testable import HandShakeModem
import HandShakeSealing

extension FuzzTarget {
  /// Frames for an end of a pairing, in every state that an honest other end can cause. The first
  /// byte chooses the part, the length of the honest run, and the users' answers. Frames follow,
  /// each after a time.
  static let pairing = bytes(
    "pairing", longest: 400,
    seeds: {
      (0..<32).map { start in [UInt8(start), 10, 6, 1, 2, 20, 4] + [UInt8](repeating: 7, count: 40)
      }
    }
  ) { input in
    var bytes = FuzzBytes(input)
    let choice = bytes.byte()
    var world = PairingUnderAttack(part: choice & 1 == 0 ? .first : .second)
    world.exchange(frameCount: Int(choice >> 1 & 7), isAccepted: choice & 16 == 0)
    while !bytes.isAtEnd {
      let seconds = Double(bytes.byte()) / 8
      world.hear(bytes.bytes(1 + Int(bytes.byte()) % 36), afterSeconds: seconds)
    }
    world.check()
  }
}

/// An end, an honest other end, and an attacker who plays frames to the first end.
private struct PairingUnderAttack {
  private var end: PairingRun
  private var other: PairingRun
  private let part: PairingPart
  private var now = 0.0
  private var isDecided = false
  private var isAccepted = false
  private var endings = 0
  private var run: UInt16 = 0
  private var kept: PairingAgreement?

  /// Drawn once, because it takes longer than all other steps.
  private static let keys = (0..<2).map { _ in
    guard let keys = try? PairingKeys() else { preconditionFailure("there is memory") }
    return keys
  }

  /// The sense of a channel without sound.
  private static let free = {
    var sense = ChannelSense()
    for seconds in [0.1, 0.2, 0.3] {
      sense.take(.level(Level(seconds: seconds, peak: 0, bandRootMeanSquare: 0.001)))
    }
    return sense
  }()

  init(part: PairingPart) {
    self.part = part
    end = PairingRun(part, keys: Self.keys[0], waitSeconds: 5, seed: 1)
    other = PairingRun(
      part == .first ? .second : .first, keys: Self.keys[1], waitSeconds: 5, seed: 2)
  }

  /// Lets both ends send up to `frameCount` frames that the other end hears.
  mutating func exchange(frameCount: Int, isAccepted: Bool) {
    self.isAccepted = isAccepted
    var count = 0
    while count < frameCount, now < 60 {
      now += 0.1
      for message in advance() {
        other.take(message, endedAt: now, at: now)
        count += 1
      }
      while let step = other.next(at: now, Self.free) {
        switch step {
        case .send(let message):
          other.endSpeaking(at: now)
          end.take(message, endedAt: now, at: now)
          run = message.run
          count += 1
        case .tell(.digits): other.accept(at: now)
        case .tell: break
        }
      }
    }
  }

  /// Takes a frame of any sender. A first byte of 255 stands for the run of the honest ends.
  mutating func hear(_ bytes: [UInt8], afterSeconds seconds: Double) {
    now += seconds
    _ = advance()
    var frame = bytes
    if frame.count > 3, frame[1] == 255 { frame[1...2] = [UInt8(run >> 8), UInt8(run & 0xFF)] }
    guard let message = PairingMessage(bytes: frame) else { return }
    end.take(message, endedAt: now, at: now)
  }

  private mutating func advance() -> [PairingMessage] {
    var sent: [PairingMessage] = []
    while let step = end.next(at: now, Self.free) {
      switch step {
      case .send(let message):
        end.endSpeaking(at: now)
        run = message.run
        sent.append(message)
      case .tell(.digits):
        isDecided = true
        if isAccepted { end.accept(at: now) } else { end.refuse(at: now) }
      case .tell(.paired(let agreement, _, let mayStartPrograms)):
        precondition(isDecided && isAccepted && !mayStartPrograms)
        kept = agreement
        endings += 1
      case .tell(.unpaired): endings += 1
      }
    }
    return sent
  }

  /// Checks that the pairing ended at most once, and kept nothing but the secret of the honest
  /// other end.
  mutating func check() {
    now += 200
    _ = advance()
    precondition(endings <= 1)
    guard let kept else { return }
    let known = Self.keys[1].agreement(
      run: run, part: part == .first ? .second : .first, otherKey: Self.keys[0].publicKey)
    precondition(known?.storedKey() == kept.storedKey())
  }
}
