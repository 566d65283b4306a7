#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/settings/section.h"

namespace talus::settings {

/// All sections of scene files, in the order in which documents and resolved scenes have them. The reader,
/// checks, `--set`, explanations, JSON Schema, docs/scene-format.md and the resolved scene of a run use its
/// rows. A section belongs to an owner (the common part of a scene, or a method); sections of owner k fill
/// struct k of a scene.
class Registry {
  public:
    /// @pre no section has one of their names
    void add(std::size_t owner, std::vector<Section> sections);

    std::span<const Section> sections() const { return sections_; }
    /// The section of that name, or null.
    const Section* find(std::string_view name) const;
    /// The names of all sections but the top.
    std::vector<std::string> names() const;

  private:
    std::vector<Section> sections_;
};

/// The struct of each owner.
using Owners = std::span<void* const>;

}  // namespace talus::settings
