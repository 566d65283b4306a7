#include "talus/environment/sources/remove.h"

#include <algorithm>

#include "talus/exec/reduce.h"

namespace talus::environment {

Gone findGone(const exec::Exec& exec, exec::View<const Vec3d> position, const std::vector<Sink>& sinks,
              const Vec3d& up, double lowest) {
    const auto isFallen = [&](std::size_t i) { return dot(position[i], up) < lowest; };
    const auto isSunk = [&](std::size_t i) {
        return std::any_of(sinks.begin(), sinks.end(),
                           [&](const Sink& sink) { return takes(sink, position[i]); });
    };
    struct Count {
        std::uint64_t sunk = 0, fallen = 0;
    };
    const Count count = exec::reduce(
        exec, position.size(), Count{},
        [&](std::size_t i) {
            return isSunk(i) ? Count{1, 0} : Count{0, std::uint64_t{isFallen(i)}};
        },
        [](const Count& a, const Count& b) {
            return Count{a.sunk + b.sunk, a.fallen + b.fallen};
        });
    Gone gone{count.sunk, count.fallen, {}};
    if (!gone.any()) return gone;
    gone.kept.resize(position.size() - gone.sunk - gone.fallen);
    std::size_t k = 0;
    for (std::size_t i = 0; i < position.size(); ++i)
        if (!isSunk(i) && !isFallen(i)) gone.kept[k++] = static_cast<std::uint32_t>(i);
    return gone;
}

}  // namespace talus::environment
