#include "settled_bed.h"

#include <algorithm>

namespace talus::cli {

const method::Bench& benchOf() {
    const method::Methods& all = scene::methods();
    return *std::find_if(all.begin(), all.end(), [](const auto& method) { return method.bench; })->bench;
}

Result<scene::Simulation> settledTile(const exec::Exec& exec, int host_threads) {
    scene::Scene scene;
    benchOf().tile(scene);
    auto tile = scene::Simulation::build(scene, exec, host_threads);
    if (!tile) return tile;
    bool first = true;
    for (const std::uint64_t steps : benchOf().settling) {
        if (!first) benchOf().stop(tile->world());
        first = false;
        if (const auto report = tile->advance(steps); !report.ok())
            return Error{ErrorKind::Diverged, report.trouble->what};
    }
    return tile;
}

Result<scene::Simulation> bedOf(const scene::Simulation& tile, std::uint64_t count,
                                const std::string& precision, const exec::Exec& exec, int host_threads) {
    scene::Scene scene;
    benchOf().whole(scene, count, precision);
    auto whole = scene::Simulation::build(scene, exec, host_threads);
    if (whole) benchOf().fill(tile.world(), count, whole->world());
    return whole;
}

}  // namespace talus::cli
