#pragma once
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "talus/settings/document.h"
#include "talus/settings/registry.h"

/// From the tree of a scene file to structs, and back to text.
namespace talus::settings {

/// Puts `--set path=value` options into the tree, in order; each becomes a source of the diagnostics.
void applyOverrides(const Registry& registry, std::span<const std::string> overrides, Entries& root,
                    Diagnostics& diagnostics);

/// What an entry of a [[section]] holds before the keys of its table are read, where that is not the default
/// but follows from other keys or from sections that come earlier in the registry.
struct Start {
    std::string_view section;
    std::function<void(void* object, const Entries& table)> set;
};

/// The tree into the owners' structs. Unknown keys, types, units, ranges, keys that do not apply or have
/// moved.
/// @pre the structs are default-constructed
void fill(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics,
          std::span<const Start> starts = {});

/// The structs as TOML with every default written; reading it back gives the same structs.
std::string write(const Registry& registry, Owners owners);

}  // namespace talus::settings
