#include "talus/grains/sink.h"

#include <numeric>

#include "talus/exec/buffer.h"
#include "talus/exec/for_each.h"
#include "talus/grains/fields.h"

namespace talus::grains {

bool takes(const Sink& sink, const Vec3d& p) { return takes(sink.kind, sink.plane, sink.box, p); }

std::vector<std::uint32_t> grainsTaken(const exec::Exec& exec, const std::vector<Sink>& sinks,
                                       const state::Table& grains, state::Table& sink_table) {
    std::vector<std::uint32_t> rows;
    const bool settles = grains.has(fields::settled);
    if (sinks.empty() && !settles) return rows;
    const auto settled = settles ? grains.read(fields::settled) : state::View<const std::uint8_t>{};
    const auto ground = static_cast<std::uint16_t>(sinks.size() + 1);
    const auto position = grains.read(fields::position);
    const auto mass = grains.read(fields::mass);
    exec::Array<std::uint16_t> into(position.size());  // 1 + the sink that takes the grain
    exec::for_each(exec, position.size(), [&](std::size_t i) {
        std::uint16_t found = 0;
        for (std::size_t s = sinks.size(); s-- > 0;)
            if (takes(sinks[s], position[i])) found = static_cast<std::uint16_t>(s + 1);
        if (settles && settled[i] == gone_to_ground) found = ground;
        into.data()[i] = found;
    });
    const auto taken = sink_table.write(fields::taken);
    const auto taken_mass = sink_table.write(fields::taken_mass);
    for (std::size_t i = 0; i < position.size(); ++i)
        if (const std::uint16_t sink = into.data()[i]; sink > 0) {
            rows.push_back(static_cast<std::uint32_t>(i));
            ++taken[sink - 1u];
            taken_mass[sink - 1u] += mass[i];
        }
    return rows;
}

std::uint64_t takenSoFar(state::View<const std::uint64_t> taken) { return takenBy(taken.size(), taken); }

std::uint64_t takenBy(std::size_t sinks, state::View<const std::uint64_t> taken) {
    return std::accumulate(taken.begin(), taken.begin() + sinks, std::uint64_t{0});
}

}  // namespace talus::grains
