import HandShakeTestKit
import Testing

/// What cannot be helped: every call of ALSA refused, no descriptors, little memory, a clock that
/// leaps, readers that go. No crash, no hang, the right exit code.
@Suite(.waiting) struct FaultTests {
  /// Calls without which no sound moves: refused for good, they end the program.
  private static let needed = [
    "open", "get_params", "hw_params_any", "hw_params", "hw_params_set_access",
    "hw_params_set_format", "sw_params_current", "sw_params", "sw_params_set_start_threshold",
    "sw_params_set_avail_min", "prepare", "wait",
  ]
  /// Calls that may fail without harm: another value does as well, or nothing more is wanted.
  private static let optional = [
    "close", "info", "resume", "hw_params_set_rate", "hw_params_set_rate_min",
    "hw_params_set_rate_near", "hw_params_set_channels", "hw_params_set_channels_first",
    "hw_params_set_buffer_time_near", "hw_params_set_period_time_near",
  ]

  /// Each program, the calls that it needs besides, and its exit code where all goes well.
  static let programs: [(line: String, needed: [String], optional: [String], status: String)] = [
    ("hsend --quiet hi", ["writei", "status", "delay"], ["readi", "drop"], "0"),
    ("htone 440:0.5", ["writei", "status", "delay"], ["readi", "drop"], "0"),
    ("hrecv --quiet --timeout $limit", ["readi", "start"], ["writei", "status", "delay"], "1"),
  ]

  /// Which of the calls fails, and how: with EBADFD, which nothing mends, or with EIO, which a
  /// sound server gives now and then.
  private static let faults = extent(["1:-77", "1:-5", "3:-77", "3:-5"], usually: ["1:-77"])

  @Test(arguments: programs)
  func everyCallOfALSA(
    line: String, needed: [String], optional: [String], status: String
  ) throws {
    let library = try FaultLibrary.alsa.path()
    let calls = (Self.needed + needed + Self.optional + optional).joined(separator: " ")
    // A busy machine may take longer to open a device than we want to wait where no call ends the
    // program.
    let outcome = try Shell.run(
      """
      cat >one <<'END'
      case " \((Self.needed + needed).joined(separator: " ")) $1" in
        *" ${1%%:*} "*:1:-77) limit=15 ;; *) limit=2 ;;
      esac
      LD_PRELOAD='\(library)' ALSA_FAULT=$1 timeout --kill-after=1 20 \(line) >"$1" 2>&1
      echo "$1 $? $(wc -l <"$1") $(tr '[:space:]' _ <"$1")"
      END
      cat >all <<'END'
      for call in \(calls); do for fault in \(Self.faults.joined(separator: " ")); do
        echo "$call:$fault"
      done; done | xargs -n 1 -P 12 bash one >table
      END
      '\(Shell.loop)' bash all 2>/dev/null; sort table
      """)
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.count == calls.split(separator: " ").count * Self.faults.count)
    for row in rows {
      // Through which calls a plug-in makes its own, the later ones, differs.
      #expect(row[1] == status || row[1] == "3", "\(row)")
      if row[1] == "3" { #expect(row[2] == "1", "\(row): one sentence says why") }
      let call = row[0].prefix { $0 != ":" }
      guard row[0].hasSuffix(":1:-77") else { continue }
      if optional.contains(String(call)) || Self.optional.contains(String(call)) {
        #expect(row[1] == status, "\(row)")
      } else {
        #expect(row[1] == "3", "\(row)")
      }
    }
  }

  /// Of two devices that of which the sentence tells is the one that was unplugged.
  @Test(arguments: ["--confirm hi", "--distance"]) func eitherDeviceUnplugged(what: String) throws {
    let library = try FaultLibrary.alsa.path()
    let outcome = try Shell.run(
      """
      cat >script <<'END'
      for call in readi writei; do
        LD_PRELOAD='\(library)' ALSA_FAULT=$call:5:-19 timeout 20 hsend --quiet \(what) 2>&1
        echo $?
      done
      END
      '\(Shell.loop)' bash script 2>/dev/null
      """)
    let gone =
      Texts.deviceGone("'default'", "no such device", "hsend") + "\n3\n"
    #expect(outcome.output == hsend(Texts.noAnswerHeard(gone)) + hsend(gone))
  }

  /// A folder for failures, a message that is cut off, and a whole one, without headers.
  private static let sounds = """
    mkdir kept; hsend --output a.wav hello; tail -c +45 a.wav >a
    hsend --protocol classic --output cut.wav 'hello, world, how are you'
    tail -c +45 cut.wav | head -c 150000 >cut
    """

  @Test func noDescriptorsForARecording() throws {
    let outcome = try Shell.run(
      """
      mkfifo limited; { read -r <limited; echo hi; } | {
        hsend --output a.wav - & sender=$!
        wait_until waits $sender; prlimit --pid $sender --nofile=3:3; echo >limited; wait $sender
      }
      status=$?; rm limited; ls; exit $status
      """)
    #expect(
      outcome
        == Outcome(
          output: "",
          errors: hsend(Texts.cannotBeOpened("'a.wav'", "too many open files")) + "\n",
          status: 4))
  }

  @Test func noDescriptorsForADevice() throws {
    let outcome = try Shell.run(
      """
      cat >script <<'END'
      mkfifo limited; { read -r <limited; echo hi; } | {
        hsend - 2>notes & sender=$!
        wait_until waits $sender; prlimit --pid $sender --nofile=3:3; echo >limited; wait $sender
      }
      END
      '\(Shell.loop)' bash script 2>/dev/null; status=$?; cat notes; exit $status
      """)
    #expect(outcome.status == 3)
    #expect(outcome.output.hasPrefix(hsend("")))
    #expect(outcome.output.split(separator: "\n").count == 1)
  }

  /// A failure that cannot be kept costs no message.
  @Test func noDescriptorsForAFailure() throws {
    let outcome = try Shell.run(
      """
      \(Self.sounds)
      mkfifo limited
      { read -r <limited; cat cut; head -c 400000 /dev/zero; cat a; head -c 96000 /dev/zero; } | {
        hrecv --raw s16,48000,1 --input - --keep-failures kept & listener=$!
        wait_until waits $listener; prlimit --pid $listener --nofile=3:3
        echo >limited; wait $listener
      }
      status=$?; ls kept; exit $status
      """)
    #expect(outcome.output == "hello\n")
    #expect(outcome.errors.contains("too many open files"))
    #expect(outcome.status == 0)
  }

  /// 128 MB of memory of its own: what a small board has to spare.
  @Test func littleMemory() throws {
    let outcome = try Shell.run(
      """
      ulimit -d 131072
      head -c 20000 /dev/urandom >file; mkdir heard
      hsend --protocol burst --input file --output a.flac
      hrecv --input a.flac --output heard 2>/dev/null || exit
      cmp file heard/file || exit
      text=$(printf 'a%.0s' {1..255})
      for protocol in hop hop-quick classic burst ggwave-ultrasound-normal hop-deep; do
        case $protocol in hop-deep) text=${text:0:64} ;; ggwave*) text=${text:0:140} ;; esac
        hsend --protocol $protocol --output a.wav "$text" || exit
        [ "$(hrecv --input a.wav)" = "$text" ] || exit
      done
      """)
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
  }

  @Test(arguments: [-86_400, 86_400])
  func aClockThatLeaps(seconds: Int) throws {
    let library = try FaultLibrary.clock.path()
    let outcome = try Shell.run(
      """
      \(Self.sounds)
      export LD_PRELOAD='\(library)' CLOCK_LEAP=\(seconds)
      { cat cut; head -c 400000 /dev/zero; cat a; wait_until grep hello events; } |
        hrecv --raw s16,48000,1 --input - --json --keep-failures kept --timeout 30 >events 2>notes
      status=$?; grep -c '"text":"hello"' events; ls kept | wc -l; exit $status
      """)
    #expect(outcome == Outcome(output: "1\n2\n", errors: "", status: 0))
  }

  /// Stopped for longer than the device's buffer lasts, then continued.
  @Test func aListenerThatWasStopped() throws {
    let outcome = try Shell.run(
      """
      cat >script <<'END'
      hrecv --timeout 20 --once 2>notes & listener=$!
      wait_until listens; kill -STOP $listener; sleep 2; kill -CONT $listener
      hsend --repeat 3 hello & wait $listener
      END
      '\(Shell.loop)' bash script 2>/dev/null
      """)
    #expect(outcome.output == "hello\n")
    #expect(outcome.status == 0)
  }

  /// Who reads the samples goes away: no word is lost that anyone wanted.
  @Test func aReaderThatGoes() throws {
    let outcome = try Shell.run("hsend --output - hello 2>notes | head -c 100 >start; wc -c <start")
    #expect(outcome.output == "100\n")
  }
}
