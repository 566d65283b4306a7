#include "talus/run/engraving/pressing.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace talus::run {

const method::FrameSets::value_type* pressingSet(const method::FrameSets& sets, const std::string& name) {
    for (const auto& set : sets)
        if (set.second.as<state::PointsView>() != nullptr && (name.empty() || set.first == name)) return &set;
    return nullptr;
}

Result<state::PointsView> pressingPoints(const method::FrameSets& sets, const std::string& name) {
    if (const auto* set = pressingSet(sets, name)) return *set->second.as<state::PointsView>();
    std::vector<std::string> known;
    for (const auto& [known_name, set] : sets)
        if (set.as<state::PointsView>() != nullptr) known.push_back(known_name);
    if (known.empty())
        return Error{ErrorKind::Input, "the frames have no points, which could press a screen"};
    return Error{ErrorKind::Input,
                 fmt::format("screen.points: the frames have no points named '{}'; there are: {}", name,
                             fmt::join(known, ", "))};
}

Result<std::vector<double>> pressingRadii(const state::PointsView& points,
                                          const picture::engraved::ScreenSettings& settings) {
    const state::ArrayView* radius = points.find("radius");
    if (!settings.radius && radius == nullptr)
        return Error{
            ErrorKind::Input,
            "the points have no field 'radius'; give the radius of their marks: screen.radius, as in "
            "\"22 mm\""};
    std::vector<double> radii(points.count, settings.radius.value_or(0));
    constexpr double marks_in_radii = 2;  // marks of grains that touch overlap, and leave no holes
    if (!settings.radius)
        for (std::size_t i = 0; i < points.count; ++i) radii[i] = marks_in_radii * radius->value(i);
    if (settings.field.empty()) return radii;
    const state::ArrayView* field = points.find(settings.field);
    if (field == nullptr || field->components != 1) {
        std::vector<std::string> known;
        for (const state::ArrayView& other : points.fields)
            if (other.components == 1) known.push_back(other.name);
        return Error{ErrorKind::Input,
                     fmt::format("screen.field: the points have no field '{}' with one number; there are: {}",
                                 settings.field, fmt::join(known, ", "))};
    }
    for (std::size_t i = 0; i < points.count; ++i) {
        const std::vector<double>& wanted = settings.values;
        if (std::find(wanted.begin(), wanted.end(), field->value(i)) == wanted.end()) radii[i] = 0;
    }
    return radii;
}

}  // namespace talus::run
