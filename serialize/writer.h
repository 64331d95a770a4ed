// Writes a bundle: the same contents give the same bytes. Written beside the target, synced, renamed.
#pragma once

#include <string>

#include "core/base/status.h"
#include "serialize/contents.h"

namespace tp {

struct WriteOptions {
  bool with_text = true;    // the spec's text
  bool with_first = false;  // variables' first values
};

// The file's bytes.
std::string EncodeBundle(const BundleContents& contents, const WriteOptions& options = {});

// kInvalidArgument where the regions of a graph are nested deeper than a reader follows: such contents are
// not to be written. `path` is for the text.
Status CheckDepth(const BundleContents& contents, const std::string& path);

// Writes EncodeBundle's bytes to `path` through a temporary file in the same folder; on failure the old file
// is as it was and no temporary is left. kNotFound, kPermissionDenied, kResourceExhausted or kUnknown, with
// text "cannot write PATH: REASON".
Status WriteBundle(const BundleContents& contents, const std::string& path, const WriteOptions& options = {});

// Writes bytes to `path` in the same manner.
Status WriteFileAtomically(const std::string& path, std::string_view bytes);

// SHA-256 of what the bundle computes: graphs, signatures, constants; no names, positions, text or variables'
// values.
std::string ProgramHash(const BundleContents& contents);

}  // namespace tp
