// Rewrites the tables of `NameTables` in files of other languages. Run it at the root of the
// sources after you add a name: `swift run handshake-names`.

import Foundation

for table in NameTables.all {
  let contents = try String(contentsOfFile: table.path, encoding: .utf8)
  guard let written = table.written(in: contents) else {
    let sentence = "\(table.path) has not once '\(table.beginning)': write it there"
    FileHandle.standardError.write(Data("handshake-names: \(sentence)\n".utf8))
    exit(1)
  }
  guard written != contents else { continue }
  try written.write(toFile: table.path, atomically: true, encoding: .utf8)
}
