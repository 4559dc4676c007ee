import HandShakeFeed
import Testing

@Suite struct ChannelFeedTests {
  private func taken(_ channels: [Int]?, of channelCount: Int) throws -> [Float] {
    var feed = try ChannelFeed(
      fromHertz: 48_000, toHertz: 48_000, channelCount: channelCount, channels: channels)
    var output: [Float] = []
    let frames = (0..<2 * channelCount).map { Float($0) }
    frames.withUnsafeBufferPointer { feed.push($0) { output += $0 } }
    feed.finish { output += $0 }
    return output
  }

  @Test func allChannelsPass() throws {
    #expect(try taken(nil, of: 1) == [0, 1])
    #expect(try taken(nil, of: 3) == [0, 1, 2, 3, 4, 5])
  }

  @Test func ofMoreThanEightTheFirstEightPass() throws {
    #expect(
      try taken(nil, of: 10) == [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15, 16, 17])
  }

  @Test func namedChannelsPass() throws {
    #expect(try taken([1], of: 3) == [1, 4])
    #expect(try taken([0, 2], of: 3) == [0, 2, 3, 5])
  }

  @Test func channelsAreResampledTogether() throws {
    var feed = try ChannelFeed(fromHertz: 44_100, toHertz: 48_000, channelCount: 2)
    var output: [Float] = []
    let frames = (0..<88_200).map { $0 % 2 == 0 ? Float(0.25) : -0.5 }
    frames.withUnsafeBufferPointer { feed.push($0) { output += $0 } }
    feed.finish { output += $0 }
    #expect(output.count == 96_000)
    for index in stride(from: 20_000, to: 76_000, by: 2) {
      #expect(abs(output[index] - 0.25) < 1e-3 && abs(output[index + 1] + 0.5) < 1e-3)
    }
  }
}
