import HandShakeModem
import HandShakeTransferKit

/// Random days: the messages that arrive exactly once, and all other reports.
struct DayTable {
  let count: Int
  let seed: UInt64

  func print() {
    Swift.print("\(count) random days, seeds \(seed) to \(seed + UInt64(count) - 1)")
    Swift.print("   seed  messages  arrived  twice  other texts  refusals of nothing")
    var sums = [0, 0, 0, 0, 0]
    for number in 0..<count {
      let day = RandomDay(seed: seed + UInt64(number))
      guard let reception = try? RandomDayReception(of: day, in: day.frames()) else {
        Swift.print("  \(day.seed): not to be sent")
        continue
      }
      let row = [
        day.entries.count, day.entries.count - reception.lost.count, reception.repeated.count,
        reception.others.count, reception.refused.count,
      ]
      for index in sums.indices { sums[index] += row[index] }
      printRow("\(day.seed)", row)
      guard !reception.isPerfect else { continue }
      Swift.print(
        "          \(Int(day.rateHertz)) Hz, \(day.channelCount) channels, "
          + "number \(day.loudestChannel + 1) the loudest, the others "
          + "\(day.otherDecibels.map { "\(column($0, 1)) dB" } ?? "without it"), "
          + "\(day.bits.map { "\($0) bits" } ?? "floats"), floor \(day.floor)")
      for entry in reception.lost {
        Swift.print(
          "          lost: \(entry.modem.name), \(column(entry.decibels, 1)) dB, "
            + "\(column(entry.gapSeconds, 2)) s after the one before: \(entry.text)")
      }
      for failure in reception.refused {
        Swift.print("          refused: \(text(failure.frame)), \(failure.stage)")
        for other in reception.delivered
        where other.startSeconds < failure.frame.endSeconds + 0.3
          && failure.frame.startSeconds < other.endSeconds + 0.3
        {
          Swift.print("            meanwhile: \(text(other))")
        }
      }
    }
    printRow("all", sums)
    Swift.print("")
  }

  private func text(_ frame: Frame) -> String {
    "\(frame.protocolName), \(column(frame.placement.lowestToneHertz, 0)) Hz, "
      + "\(column(frame.startSeconds, 2)) to \(column(frame.endSeconds, 2)) s, "
      + "\(column(frame.signalToNoiseDecibels, 1)) dB"
  }

  private func printRow(_ name: String, _ row: [Int]) {
    Swift.print(
      "  \(String(repeating: " ", count: max(0, 5 - name.count)) + name)"
        + zip(row, [8, 7, 5, 11, 19]).map { "  " + column(Double($0), 0, width: $1) }.joined())
  }
}
