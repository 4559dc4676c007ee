import HandShakeSealing

@testable import HandShakeModem

/// A frame that ended at `seconds`.
func frame(
  endedAt seconds: Double, by name: String = "hop", marginDecibels: Double? = nil,
  answer: AnswerRequest? = nil
) -> Frame {
  var frame = Frame(
    number: 1, protocolName: name,
    placement: Placement(lowestToneHertz: 17_000, highestToneHertz: 20_000),
    startSeconds: seconds - 1, endSeconds: seconds, signalToNoiseDecibels: 20,
    dilationPartsPerMillion: 0)
  frame.marginDecibels = marginDecibels
  frame.answer = answer
  return frame
}

/// The level of the tenth of a second that ended at `seconds`.
func level(_ decibels: Double, at seconds: Double) -> ReceiverEvent {
  var amplitude = 1.0
  // Whole decibels, by the tenth power of 0.891.
  for _ in 0..<Int(-decibels) { amplitude *= 0.891_250_938_133_745_6 }
  return .level(Level(seconds: seconds, peak: 0.5, bandRootMeanSquare: Float(amplitude)))
}

/// A message as a receiver has it that knows how to answer.
struct AnswerableMessage {
  let proof: ReceiptProof
  let identity: UInt16
  let isSealed: Bool
  let text: [UInt8]

  init(_ text: String, identity: UInt16, isSealed: Bool = false) {
    self.isSealed = isSealed
    self.text = Array(text.utf8)
    self.identity = identity
    proof = ReceiptProof(of: .text(self.text), identity: identity)
  }

  var answer: AnswerRequest {
    var answer = AnswerRequest(identity: identity, isSealed: isSealed)
    answer.number = proof.number
    answer.prove = { [proof] in proof.bytes(run: $0, $1) }
    return answer
  }

  /// That a station has it, or what became of it.
  func receipt(_ status: Receipt.Status = .delivered) -> Receipt {
    Receipt(status, rung: nil, signalToNoiseDecibels: 20) { proof.bytes(run: 0, $0) }
  }
}
