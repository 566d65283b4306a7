#include "talus/sand/plots.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/method/heap/heap_plot.h"
#include "talus/method/plot.h"
#include "talus/method/shown/load_chart.h"
#include "talus/sand/params.h"

namespace talus::sand {
namespace {

using method::PlotInput;
using method::PlotResult;

PlotResult heap(const PlotInput& run) {
    const auto* points = run.find<state::PointsView>("sand");
    if (points == nullptr || points->count == 0 || !in(run.scene).sand) return std::nullopt;
    // The surface of a continuum is resolved to a cell of its grid: its particles count as balls of that
    // size.
    const std::vector<double> radii(points->count, 0.5 * in(run.scene).sand->cell);
    const auto found = method::measureHeap(run, *points, radii, "cells");
    if (!found) return found.error();
    if (!found->has_value()) return std::nullopt;
    return method::heapPlot(run, **found);
}

PlotResult energy(const PlotInput& run) {
    return method::overTime(run.statistics, "Energy of the sand", {.name = "energy", .unit = "J"},
                            {{"sand.kinetic", "kinetic"}, {"sand.potential", "potential"}});
}

PlotResult amount(const PlotInput& run) {
    return method::overTime(run.statistics, "Particles of sand", {.name = "number", .unit = "", .low = 0},
                            {{"sand.count", "present"},
                             {"sand.made", "added so far"},
                             {"sand.sunk", "removed by sinks"},
                             {"sand.fallen", "fallen off the scene"}});
}

PlotResult compression(const PlotInput& run) {
    const int column = run.statistics.find("sand.max_compression");
    if (column < 0) return std::nullopt;
    const std::vector<double> all = run.statistics.values(column);
    // Only mpm compresses sand.
    if (std::all_of(all.begin(), all.end(), [](double lost) { return lost == 0; })) return std::nullopt;
    return method::overTime(run.statistics, "Largest compression of the sand",
                            {.name = "share of the volume", .unit = "", .low = 0},
                            {{"sand.max_compression", "of one particle"}});
}

PlotResult loads(const PlotInput& run) {
    return method::loadChart(run.statistics, "Force of the sand on walls", "sand");
}

}  // namespace

std::vector<method::Plot> plots() {
    return {{"sand-heap", "the surface of a heap of sand, with its angle of repose", heap},
            {"sand-energy", "kinetic and potential energy of the sand over time", energy},
            {"sand-amount", "particles of sand that are present, were added and were removed", amount},
            {"sand-compression", "largest compression of a particle (mpm)", compression},
            {"sand-loads", "force of the sand on each wall", loads}};
}

}  // namespace talus::sand
