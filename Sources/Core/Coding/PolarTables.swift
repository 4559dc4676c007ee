// Written by tools/parts/make-polar-tables.

/// What `PolarConstruction` computes with; the unit is 1/256 of an octave.
enum PolarTables {
  /// The reciprocal of the channels 1...8 octaves good, 8 to the octave.
  static let reciprocal: [Int16] = [
    288, 256, 222, 187, 150, 111, 70, 27, -19, -67, -119, -173, -231, -292, -357, -427, -502, -582,
    -667, -759, -859, -965, -1080, -1205, -1339, -1485, -1642, -1813, -1999, -2200, -2419, -2656,
    -2914, -3195, -3499, -3831, -4191, -4583, -5009, -5473, -5977, -6526, -7124, -7774, -8483,
    -9254, -10093, -11008, -12003, -13088, -14270, -15557, -16959, -18487, -20152, -21967, -23944,
  ]

  /// log₂(1 + 2^−d) for d = 0...10 octaves, 4 to the octave.
  static let sumCorrection: [Int16] = [
    256, 225, 198, 172, 150, 130, 112, 96, 82, 70, 60, 51, 44, 37, 31, 26, 22, 19, 16, 13, 11, 10,
    8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 0, 0,
  ]

  /// The six levels with 3 bits in a symbol at Eb/N0 = 2.5 dB.
  static let halfRateLevels: [Int16] = [
    217, 323, 425, 521, 612, 696,
  ]

  /// The six levels with 4 bits in a symbol at Eb/N0 = 2.5 dB.
  static let twoThirdsRateLevels: [Int16] = [
    441, 527, 610, 689, 764, 834,
  ]

  /// The channel a binary code of rate 1/64...64/64 is built for.
  static let binaryDesign: [Int16] = [
    -1070, -810, -657, -546, -460, -388, -327, -274, -226, -183, -144, -108, -74, -42, -13, 16, 42,
    68, 92, 115, 137, 159, 180, 200, 219, 238, 256, 274, 291, 308, 325, 341, 357, 372, 388, 402,
    417, 432, 446, 460, 473, 487, 500, 513, 526, 539, 551, 564, 576, 588, 600, 612, 624, 636, 647,
    659, 670, 681, 692, 703, 714, 725, 736, 747,
  ]
}
