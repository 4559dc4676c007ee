/// The protocol files of this folder, compiled into every program.
public enum ProtocolFiles {
  /// Each file's bytes (UTF-8 JSON), in the order in which they are listed to the user.
  public static let all: [[UInt8]] = [
    PackageResources.hop_json, PackageResources.hop_quick_json,
    PackageResources.hop_deep_json, PackageResources.classic_json, PackageResources.burst_json,
    PackageResources.burst_max_json, PackageResources.burst_qpsk_json,
    PackageResources.burst_cable_json,
  ]
}
