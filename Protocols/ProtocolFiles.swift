/// The protocol files of this folder, compiled into every program.
public enum ProtocolFiles {
  /// Each file's bytes (UTF-8 JSON), in the order in which they are listed to the user.
  public static let all: [[UInt8]] = [
    PackageResources.hop_json, PackageResources.hop_quick_json,
    PackageResources.hop_deep_json, PackageResources.classic_json, PackageResources.burst_json,
    PackageResources.burst_max_json, PackageResources.burst_cable_json,
    PackageResources.ggwave_ultrasound_normal_json,
    PackageResources.ggwave_ultrasound_fast_json,
    PackageResources.ggwave_ultrasound_fastest_json,
    PackageResources.ggwave_audible_normal_json,
    PackageResources.ggwave_audible_fast_json,
    PackageResources.ggwave_audible_fastest_json,
    PackageResources.ggwave_dual_normal_json,
    PackageResources.ggwave_dual_fast_json,
    PackageResources.ggwave_dual_fastest_json,
  ]
}
