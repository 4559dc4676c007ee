import Testing

@testable import HandShakePicture

@Suite struct LabelPlacementTests {
  private let area = Box(left: 100, top: 50, width: 1000, height: 400)

  @Test func noLabelCoversAnotherOrLeavesTheArea() {
    var labels = LabelPlacement(area: area)
    var placed = 0
    for index in 0..<200 {
      let frame = Box(
        left: 100 + Double(index * 37 % 980), top: 50 + Double(index % 3) * 100, width: 20,
        height: 180)
      if labels.place(width: 60 + Double(index % 5) * 30, for: frame) != nil { placed += 1 }
    }
    #expect(placed == labels.taken.count)
    #expect(placed > 40)
    for (index, label) in labels.taken.enumerated() {
      #expect(label.clipped(to: area) == label)
      #expect(!labels.taken[..<index].contains { $0.intersects(label) })
    }
  }

  @Test func atTheRightEdgeALabelEndsWithItsFrame() {
    var labels = LabelPlacement(area: area)
    let frame = Box(left: 1050, top: 60, width: 50, height: 100)
    #expect(labels.place(width: 200, for: frame)?.right == 1100)
    #expect(labels.place(width: 2000, for: frame) == nil)
  }

  @Test func anothersBoxIsKeptFree() {
    var labels = LabelPlacement(area: area)
    let frame = Box(left: 200, top: 60, width: 90, height: 100)
    let next = Box(left: 350, top: 50, width: 100, height: 200)
    #expect(labels.place(width: 200, for: frame, avoiding: [next]) == nil)
    #expect(labels.place(width: 140, for: frame, avoiding: [next])?.left == 200)
    #expect(labels.place(width: 200, for: frame)?.left == 200)
  }

  @Test func lowFramesHaveNone() {
    var labels = LabelPlacement(area: area)
    #expect(labels.place(width: 50, for: Box(left: 200, top: 60, width: 90, height: 10)) == nil)
  }
}
