#pragma once
#include <vector>

#include "talus/picture/picture.h"
#include "talus/state/mesh.h"

namespace talus::picture {

/// The colours of a mesh of a frame: one for all, one for each point, or one for each element (triangle or
/// line).
struct Tint {
    enum class Each { All, Point, Element };
    Each each = Each::All;
    std::vector<Colour> colour{{0.78f, 0.785f, 0.79f}};

    static Tint all(Colour colour) { return {Each::All, {colour}}; }
    /// Colours by the values of a field; vectors by their lengths. Error (Input) if the mesh has no such
    /// field.
    static Result<Tint> byField(const state::MeshView& mesh, std::string_view field, const Legend& legend);

    const Colour& of(std::size_t point, std::size_t element) const {
        return colour[each == Each::All ? 0 : each == Each::Point ? point : element];
    }
};

/// A legend for a field of a mesh. Error (Input) if the mesh has no such field.
Result<Legend> legendFor(const state::MeshView& mesh, std::string_view field, std::string unit,
                         ColourMap map = ColourMap::Viridis);

}  // namespace talus::picture
