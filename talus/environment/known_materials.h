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

/// Gives materials that are like a known one what their tables do not say. A key that stands in a table
/// counts whatever its value, so that a scene written with all its values reads back as the same one.
/// @param root of the file; its i-th [[material]] is materials[i]
void resolveMaterials(std::vector<Material>& materials, const settings::Entries& root);

}  // namespace talus::environment
