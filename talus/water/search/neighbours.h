#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/exec/for_each.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/params.h"
#include "talus/water/search/codes.h"

namespace talus::water {

/// Padding is farther from all particles than `far_away`; its coordinates are `padding_position` [m].
inline constexpr float far_away = 1e8f, padding_position = 1e9f;

/// The input of a pass over all pairs: positions, neighbour lists and the kernel.
struct Neighbours {
    const Quad<float>* position_pressure = nullptr;  ///< [m]; one row per particle, and one of padding
    const std::uint32_t *first = nullptr, *end_of = nullptr;
    const std::uint16_t* list = nullptr;  ///< codes (codes.h)
    const std::uint32_t *runs = nullptr, *run_start = nullptr;
    std::size_t count = 0;         ///< of particles
    Vec3f period, inverse_period;  ///< of the domain [m], [1/m]; 0: open
    Kernel kernel = Kernel::CubicSpline;
    float support = 0;  ///< [m]
    float volume = 0;   ///< of a particle at rest [m^3]
};

/// The settings of the kernel and the domain.
struct Smoothing {
    Kernel kernel = Kernel::CubicSpline;
    double support = 0;  ///< [m]
    double volume = 0;   ///< of a particle at rest [m^3]
    environment::Periodic domain{};
};

/// The fields that a stage with a pass over pairs reads.
inline std::vector<step::FieldRef> neighbourFields() {
    return {{work_table, &fields::position_pressure},
            {work_table, &fields::first},
            {work_table, &fields::end_of},
            {work_table, &fields::runs},
            {list_table, &fields::neighbour},
            {run_table, &fields::run_start}};
}

/// @pre the stage's access lists neighbourFields()
inline Neighbours neighboursOf(const step::Step& step, const Smoothing& smoothing) {
    const auto inverse = [](double period) { return period > 0 ? static_cast<float>(1 / period) : 0.0f; };
    const Vec3d& period = smoothing.domain.length;
    return {step.read(work_table, fields::position_pressure).data(),
            step.read(work_table, fields::first).data(),
            step.read(work_table, fields::end_of).data(),
            step.read(list_table, fields::neighbour).data(),
            step.read(work_table, fields::runs).data(),
            step.read(run_table, fields::run_start).data(),
            step.rows(water_table),
            narrow(period),
            {inverse(period.x), inverse(period.y), inverse(period.z)},
            smoothing.kernel,
            static_cast<float>(smoothing.support),
            static_cast<float>(smoothing.volume)};
}

/// A pass over pairs: calls work(begin, end) for parts of the particles, which together are all of them. A
/// part is large compared to the cost of a task, and its rows fit a core's cache.
inline constexpr std::size_t pass_rows = 256;
template <class Work>
void inParts(const exec::Exec& exec, const Neighbours& all, Work work) {
    exec::for_each_range(exec, all.count, work, pass_rows);
}
/// The same with a sum. @return the sum of the results of work(begin, end), in the order of the parts
template <class T, class Work>
T sumInParts(const exec::Exec& exec, const Neighbours& all, Work work) {
    std::vector<T> sums((all.count + pass_rows - 1) / pass_rows);
    inParts(exec, all,
            [&](std::size_t begin, std::size_t end) { sums[begin / pass_rows] = work(begin, end); });
    T sum{};
    for (const T& part : sums) sum = sum + part;
    return sum;
}

}  // namespace talus::water
