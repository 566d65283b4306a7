#include "talus/picture/tint.h"

#include <fmt/format.h>

#include "talus/picture/appearance.h"

namespace talus::picture {
namespace {

struct Field {
    Tint::Each each;
    std::vector<double> values;
};

Result<Field> fieldOf(const state::MeshView& mesh, std::string_view name) {
    if (const state::ArrayView* field = mesh.points.find(name))
        return Field{Tint::Each::Point, state::valuesOf(*field, mesh.points.count)};
    if (const state::ArrayView* field = mesh.find(name))
        return Field{Tint::Each::Element, state::valuesOf(*field, mesh.count)};
    return Error{ErrorKind::Input, fmt::format("the frames of the mesh have no field '{}'", name)};
}

}  // namespace

Result<Tint> Tint::byField(const state::MeshView& mesh, std::string_view field, const Legend& legend) {
    const auto found = fieldOf(mesh, field);
    if (!found) return found.error();
    return Tint{found->each, fieldColours(found->values, legend)};
}

Result<Legend> legendFor(const state::MeshView& mesh, std::string_view field, std::string unit,
                         ColourMap map) {
    const auto found = fieldOf(mesh, field);
    if (!found) return found.error();
    return legendFor(std::string(field), std::move(unit), found->values, map);
}

}  // namespace talus::picture
