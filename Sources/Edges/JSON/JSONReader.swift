#if canImport(CHandShakeJansson)
  import CHandShakeJansson

  /// Parses text by Jansson: valid UTF-8 only, at most 2,048 levels deep.
  extension JSONValue {
    /// The array or object in `bytes`. json_loadb
    init(jansson bytes: [UInt8]) throws(SyntaxError) {
      // Jansson ignores a zero byte after a number.
      if let place = bytes.firstIndex(of: 0) {
        throw SyntaxError(line: 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") })
      }
      var error = json_error_t()
      let root = bytes.withUnsafeBytes { text in
        json_loadb(text.baseAddress, text.count, Int(JSON_ALLOW_NUL), &error)
      }
      guard let root else { throw SyntaxError(line: max(1, Int(error.line))) }
      defer { json_decref(root) }
      self.init(root)
    }

    private init(_ node: UnsafeMutablePointer<json_t>) {
      switch node.pointee.type {
      case JSON_OBJECT:
        var members: [String: JSONValue] = [:]
        var iterator = json_object_iter(node)
        while let member = iterator {
          if let name = json_object_iter_key(member), let value = json_object_iter_value(member) {
            members[String(cString: name)] = JSONValue(value)
          }
          iterator = json_object_iter_next(node, member)
        }
        self = .object(members)
      case JSON_ARRAY:
        self = .array(
          (0..<json_array_size(node)).compactMap { json_array_get(node, $0).map { JSONValue($0) } })
      case JSON_STRING:
        let bytes = UnsafeRawBufferPointer(
          start: json_string_value(node), count: json_string_length(node))
        self = .string(String(decoding: bytes, as: UTF8.self))
      case JSON_INTEGER: self = .integer(Int(json_integer_value(node)))
      case JSON_REAL: self = .number(json_real_value(node))
      case JSON_TRUE: self = .truth(true)
      case JSON_FALSE: self = .truth(false)
      default: self = .null
      }
    }
  }
#endif
