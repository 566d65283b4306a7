#pragma once
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "talus/environment/material.h"
#include "talus/settings/document.h"

/// Materials that a scene can name instead of giving numbers: `like = "dry sand"`.
namespace talus::environment {

/// The members mean what they mean in Material; `word` is the value of `like`.
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

/// "none", then the word of each known material.
std::vector<std::string_view> knownMaterialWords();

/// Sets a material's properties to those of the known material with this word. Does nothing if there is none.
void applyKnownMaterial(Material& material, std::string_view word);

/// Does the same with the word at the key `like` of a material's table. It comes before the other keys are
/// read, so those replace what the known material has.
void applyKnownMaterial(Material& material, const settings::Entries& table);

}  // namespace talus::environment
