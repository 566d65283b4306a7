#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "talus/settings/document.h"
#include "talus/settings/registry.h"

/// Fills structs from the tree of a scene file, and writes structs as text.
namespace talus::settings {

/// Applies `--set path=value` options to the tree, in order. Each becomes a source of the diagnostics.
void applyOverrides(const Registry& registry, std::span<const std::string> overrides, Entries& root,
                    Diagnostics& diagnostics);

/// Where a key is in the tree of a scene file.
struct Place {
    std::string section{};              ///< "" at the top of the file
    std::optional<std::size_t> item{};  ///< which entry of a [[section]]
    std::string key{};
};

/// Applies one. Returns where it put the value; nothing where it put none, with an error unless fill() will
/// report the reason.
std::optional<Place> applyOverride(const Registry& registry, const std::string& text, Entries& root,
                                   Diagnostics& diagnostics);

/// Sets the values that an entry of a [[section]] has before the keys of its table are read, where they are
/// not the defaults but follow from other keys or from sections that come earlier in the registry.
struct Start {
    std::string_view section;
    std::function<void(void* object, const Entries& table)> set;
};

/// Fills the owners' structs from the tree. Errors: unknown keys, types, units, ranges, missing keys, keys
/// whose condition does not hold, keys that were renamed or moved.
/// @pre the structs are default-constructed
void fill(const Registry& registry, const Entries& root, Owners owners, Diagnostics& diagnostics,
          std::span<const Start> starts = {});

/// The structs as TOML, with every default. Reading it gives the same structs.
std::string write(const Registry& registry, Owners owners);

}  // namespace talus::settings
