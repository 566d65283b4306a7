#include "talus/couple/granular/plot/plots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/couple/granular/plot/mass_chart.h"
#include "talus/grains/plot/plots.h"
#include "talus/ground/plot/ground_profile.h"
#include "talus/ground/plot/plots.h"
#include "talus/method/heap/heap_plot.h"
#include "talus/method/land/lying_grains.h"
#include "talus/method/plot.h"

namespace talus::couple::granular {
namespace {

using grains::grainsOf;

using ground::GroundProfile;
using method::PlotInput;
using method::PlotResult;
using method::Repose;

/// The heap of a frame on level ground, including grains that became ground. Nothing if there are no grains,
/// or the ground was not level at the start.
Result<std::optional<Repose>> heapOf(const PlotInput& run) {
    const state::PointsView* grains = grainsOf(run);
    if (grains == nullptr) return std::optional<Repose>();
    const state::ArrayView* radius = grains->find("radius");
    if (radius == nullptr)
        return Error{ErrorKind::Input,
                     "the frames of the grains have no field 'radius'; add it to output.fields of the scene "
                     "and run again"};
    return method::measureHeap(run, *grains, state::valuesOf(*radius, grains->count), "grain diameters");
}

/// Whether the ground holds grains that became ground.
bool holdsSand(const state::ColumnsView* ground) {
    return ground != nullptr &&
           std::any_of(ground->fields.begin(), ground->fields.end(),
                       [](const auto& field) { return field.name.starts_with("stored_"); });
}

PlotResult heapProfile(const PlotInput& run) {
    const auto heap = heapOf(run);
    if (!heap) return heap.error();
    if (!heap->has_value()) return std::nullopt;
    const Repose& repose = **heap;
    const bool of_ground = !repose.no_heap && holdsSand(run.find<state::ColumnsView>("ground"));
    return method::heapPlot(run, repose,
                            of_ground ? ", of the heap of grains and of ground that grains became" : "");
}

/// Reports the slope of a crater, or of a heap that has no free grains, on ground that was level at the
/// start.
Status reportSlope(const PlotInput& run, const GroundProfile& profile, std::size_t surface) {
    const auto level = method::beginsLevel(run);
    if (!level) return level.error();
    const auto heap = heapOf(run);
    if (!heap) return heap.error();
    if (!*level || (heap->has_value() && !(*heap)->no_heap)) return success();
    const auto flank = ground::flankOf(profile, surface);
    if (!flank) return success();
    constexpr double degrees = 57.29577951308232;
    run.say(fmt::format("{}: {:.1f} deg from {:.4g} to {:.4g} m around x = {:.4g} m, y = {:.4g} m",
                        flank->angle > 0 ? "flank of the heap" : "wall of the crater",
                        std::abs(flank->angle) * degrees, flank->inner, flank->outer, profile.axis[0],
                        profile.axis[1]));
    return success();
}

/// The ground of a frame against that of the first: around an axis, or along a line.
PlotResult groundProfile(const PlotInput& run) {
    const auto grounds = ground::groundsOf(run);
    if (!grounds) return grounds.error();
    if (!grounds->has_value()) return std::nullopt;
    const auto& [grid, before, after] = **grounds;
    std::vector<exec::View<const double>> surfaces;
    std::vector<std::string> names;
    const auto add = [&](exec::View<const double> heights, std::string name) {
        surfaces.push_back(heights);
        names.push_back(std::move(name));
    };
    if (!std::equal(before.view().begin(), before.view().end(), after.view().begin()))
        add(before.view(), fmt::format("frame {}", run.first_frame));
    add(after.view(), fmt::format("frame {}", run.frame));
    exec::Array<double> covered = after;
    if (const state::PointsView* grains = grainsOf(run);
        grains != nullptr && grains->find("radius") != nullptr) {
        if (Status status = method::addLyingGrains(grid, covered.view(), *grains); !status)
            return status.error();
        add(std::as_const(covered).view(), fmt::format("frame {} with the grains on it", run.frame));
    }
    const auto& line = run.line;
    const auto profile =
        line ? ground::lineProfile(grid, surfaces, {(*line)[0], (*line)[1]}, {(*line)[2], (*line)[3]})
             : ground::radialProfile(
                   grid, surfaces,
                   run.axis.value_or(ground::middleOfChange(grid, surfaces.front(), surfaces.back())));
    if (!profile) return profile.error();
    if (Status status = reportSlope(run, *profile, surfaces.size() - 1); !status) return status.error();
    return ground::groundChart(*profile, names);
}

}  // namespace

std::vector<method::Plot> plots() {
    std::vector<method::Plot> all{
        {"heap-profile", "the surface of a heap, with its angle of repose", heapProfile},
        {"ground-profile", "a section through the ground, against its start", groundProfile}};
    const auto add = [&](const std::vector<method::Plot>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    add(ground::plots());
    all.push_back({"mass", "the mass of grains, in the ground and in sinks",
                   [](const PlotInput& run) -> PlotResult { return massChart(run.statistics); }});
    add(grains::plots());
    return all;
}

}  // namespace talus::couple::granular
