#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "talus/environment/material.h"
#include "talus/settings/document.h"

/// Materials that scenes name by a word, `like = "dry sand"`, in place of numbers.
namespace talus::environment {

/// Members as in Material.
struct KnownMaterial {
    std::string_view word;
    double density;
    Vec3d colour;
    std::optional<double> friction, restitution;
    double rolling_friction = 0;
    double surface_tension = 0;
    double moisture = 0;
};

std::span<const KnownMaterial> knownMaterials();

/// "none", then the word of each.
std::vector<std::string_view> knownMaterialWords();

/// Makes a new material the known one of this word; leaves it as it is where there is none.
void applyKnownMaterial(Material& material, std::string_view word);

/// Likewise by the key `like` of its table, before the other keys are read: what the table says then replaces
/// what the known material has.
void applyKnownMaterial(Material& material, const settings::Entries& table);

}  // namespace talus::environment
