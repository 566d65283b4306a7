#include "note_missing.h"

#include <fmt/format.h>

#include "report.h"

namespace talus::cli {

void noteMissing(const run::Path& folder, const run::FrameRange& range) {
    const std::string missing = run::missingText(folder, range);
    if (missing.empty()) return;
    note(fmt::format("'{0}' lacks {1}; `talus resume {0}` computes them again and writes them",
                     folder.string(), missing));
}

}  // namespace talus::cli
