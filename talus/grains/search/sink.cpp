#include "talus/grains/search/sink.h"

#include <limits>
#include <numeric>

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/grains/clumps/fields.h"
#include "talus/grains/fields.h"

namespace talus::grains {

std::vector<std::uint32_t> grainsTaken(const exec::Exec& exec, const std::vector<environment::Sink>& sinks,
                                       const state::Table& grains, state::Table& sink_table,
                                       state::Table* absorbed, const state::Table* clumps) {
    std::vector<std::uint32_t> rows;
    if (sinks.empty() && absorbed == nullptr) return rows;
    const auto settled =
        absorbed != nullptr ? grains.read(fields::settled) : state::View<const std::uint8_t>{};
    const auto position = grains.read(fields::position);
    const auto clump = clumps != nullptr ? grains.read(fields::clump) : state::View<const std::uint32_t>{};
    const auto centre = clumps != nullptr ? clumps->read(fields::clump_position) : state::View<const Vec3d>{};
    /// Centre of the grain that a row belongs to.
    const auto placeOf = [&](std::size_t i) {
        return clump.empty() || clump[i] == no_clump ? position[i] : centre[clump[i]];
    };
    const auto mass = grains.read(fields::mass);
    // Destination of a grain: the index of a sink, or one of these.
    constexpr std::uint16_t stays = std::numeric_limits<std::uint16_t>::max(), into_ground = stays - 1;
    exec::Array<std::uint16_t> into(position.size());
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        std::uint16_t found = stays;
        for (std::size_t s = sinks.size(); s-- > 0;)
            if (takes(sinks[s], placeOf(i))) found = static_cast<std::uint16_t>(s);
        if (!settled.empty() && settled[i] == gone_to_ground) found = into_ground;
        into.data()[i] = found;
    });
    const auto taken = sink_table.write(fields::taken);
    const auto taken_mass = sink_table.write(fields::taken_mass);
    for (std::size_t i = 0; i < position.size(); ++i) {
        const std::uint16_t where = into.data()[i];
        if (where == stays) continue;
        rows.push_back(static_cast<std::uint32_t>(i));
        if (!clump.empty()) {
            ++sink_table.write(fields::taken_spheres)[where];
            if (clump[i] != no_clump && grains.read(fields::part)[i] != 0) continue;
        }
        ++(where == into_ground ? absorbed->write(fields::absorbed)[0] : taken[where]);
        (where == into_ground ? absorbed->write(fields::absorbed_mass)[0] : taken_mass[where]) += mass[i];
    }
    return rows;
}

std::uint64_t goneSoFar(const step::Step& step) {
    if (step.has(clumps_table)) return sunkSoFar(step.read(sinks_table, fields::taken_spheres));
    return sunkSoFar(step.read(sinks_table, fields::taken)) +
           (step.has(absorbed_table) ? step.read(absorbed_table, fields::absorbed)[0] : 0);
}

std::vector<step::FieldRef> goneFields() {
    return {{sinks_table, &fields::taken},
            {sinks_table, &fields::taken_spheres},
            {absorbed_table, &fields::absorbed}};
}

std::uint64_t sunkSoFar(state::View<const std::uint64_t> taken) {
    return std::accumulate(taken.begin(), taken.end(), std::uint64_t{0});
}

}  // namespace talus::grains
