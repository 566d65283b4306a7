#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "talus/settings/section.h"

namespace talus::settings {

/// What a scene file may say: all sections, in the order in which documents and resolved scenes have them.
/// Reader, checks, `--set`, explanations, JSON Schema, docs/scene-format.md and the resolved scene of a run
/// all come from its rows. Sections belong to owners (the common part of a scene, each method): owner k's
/// fill the k-th struct of a scene.
class Registry {
  public:
    /// @pre no section of such a name is there
    void add(std::size_t owner, std::vector<Section> sections);

    std::span<const Section> sections() const { return sections_; }
    /// Null when there is no such section.
    const Section* find(std::string_view name) const;
    /// All names but that of the top.
    std::vector<std::string> names() const;

  private:
    std::vector<Section> sections_;
};

/// The struct of each owner.
using Owners = std::span<void* const>;

}  // namespace talus::settings
