import Glibc
import HandShakeNotes
import HandShakeSignal
import Testing

@Suite struct PitchTests {
  @Test(arguments: [
    ("A4", 69), ("a4", 69), ("C4", 60), ("C-1", 0), ("G9", 127), ("C#6", 85), ("Db6", 85),
    ("Bb3", 58), ("bb3", 58), ("b3", 59), ("B3", 59), ("Cb4", 59), ("B#3", 60), ("midi:69", 69),
    ("midi:0", 0), ("midi:127", 127),
  ])
  func names(name: String, number: Int) {
    #expect(Pitch(named: name)?.midiNumber == number)
  }

  @Test(arguments: [
    "", "A", "H4", "A#", "A##4", "4A", "A4 ", "A 4", "A-2", "G#9", "Cb-1", "midi:128", "midi:-1",
    "midi:", "midi:6 9", "A99999999999999999999", "é4", "A٤", "nan",
  ])
  func otherWordsAreNoPitch(name: String) {
    #expect(Pitch(named: name) == nil)
  }

  @Test func everyNameLeadsBack() {
    #expect(Pitch.all.count == 128)
    for pitch in Pitch.all { #expect(Pitch(named: pitch.name) == pitch) }
    #expect(Pitch.all.first?.name == "C-1" && Pitch.all.last?.name == "G9")
  }

  /// Figures of the usual tables.
  @Test(arguments: [
    (0, 8.1758), (21, 27.5), (60, 261.6256), (69, 440), (70, 466.1638), (127, 12543.8540),
  ])
  func frequencies(number: Int, hertz: Double) {
    #expect(abs(Pitch(midiNumber: number).frequencyHertz() - hertz) < 5e-5)
    #expect(
      abs(Pitch(midiNumber: number).frequencyHertz(a4Hertz: 442) - hertz * 442 / 440) < 1e-4)
  }

  @Test func octavesAreExact() {
    for octave in 0...8 {
      let pitch = Pitch(midiNumber: 9 + 12 * octave)
      #expect(pitch.frequencyHertz(a4Hertz: 441.3) == scalbn(441.3, Int32(octave) - 5))
    }
  }

  @Test func nearest() {
    for pitch in Pitch.all + [Pitch(midiNumber: 140), Pitch(midiNumber: -20)] {
      for cents in [-49.0, -3, 0, 12.5, 49] {
        let hertz = pitch.frequencyHertz(a4Hertz: 432) * exp2(cents / 1200)
        let found = Pitch.nearest(toHertz: hertz, a4Hertz: 432)
        #expect(found.pitch == pitch && abs(found.cents - cents) < 1e-6)
      }
    }
    #expect(Pitch.nearest(toHertz: 18_000).pitch.name == "C#10")
  }
}
