#include "talus/particles/appearance/drawn_particles.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/particles/emit/channels.h"

namespace talus::particles {
namespace {

template <class T>
T interpolate(const std::vector<double>& at, const std::vector<T>& values, double share, const T& otherwise) {
    if (at.empty()) return otherwise;
    const auto next = static_cast<std::size_t>(std::upper_bound(at.begin(), at.end(), share) - at.begin());
    if (next == 0) return values.front();
    if (next == at.size()) return values.back();
    const double u = (share - at[next - 1]) / (at[next] - at[next - 1]);
    return values[next - 1] + (values[next] - values[next - 1]) * u;
}

}  // namespace

double valueAt(const std::vector<double>& at, const std::vector<double>& values, double share,
               double otherwise) {
    return interpolate(at, values, share, otherwise);
}

DrawnParticles drawnParticles(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const state::Table& rows = world.table(setup.tables->particles);
    const Appearance& appearance = setup.system.appearance;
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto radius = rows.read(fields::radius);
    const auto birth = rows.read(fields::birth);
    const auto lifetime = rows.read(fields::lifetime);
    const auto id = rows.read(fields::id);
    const auto emitter = rows.read(fields::emitter);
    const Random random = streamOf(setup, "brightness");
    const std::size_t n = rows.size();
    DrawnParticles drawn;
    drawn.centre.resize(n);
    drawn.colour.resize(n);
    drawn.radius.resize(n);
    drawn.opacity.resize(n);
    drawn.id.resize(n);
    if (appearance.streak > 0) drawn.streak.resize(n);
    exec::for_each(exec, n, [&](std::size_t i) {
        // The share of its lifetime; 0 for an infinite lifetime.
        const double share = std::isfinite(lifetime[i])
                                 ? std::clamp((world.time - birth[i]) / double{lifetime[i]}, 0.0, 1.0)
                                 : 0.0;
        const Emitter& from_emitter = setup.system.emitters[emitter[i]];
        const double bright =
            1 + from_emitter.colour_spread * random.uniform(-1, 1, id[i], channel::brightness);
        const Vec3d tint = interpolate(appearance.colour_at, appearance.colour, share, Vec3d{1, 1, 1});
        const auto mixed = [&](double a, double b) { return std::clamp(a * b * bright, 0.0, 1.0); };
        drawn.centre[i] = narrow(position[i]);
        drawn.radius[i] =
            static_cast<float>(radius[i] * interpolate(appearance.size_at, appearance.size, share, 1.0));
        drawn.opacity[i] =
            static_cast<float>(interpolate(appearance.opacity_at, appearance.opacity, share, 1.0));
        drawn.colour[i] = narrow({mixed(from_emitter.colour.x, tint.x), mixed(from_emitter.colour.y, tint.y),
                                  mixed(from_emitter.colour.z, tint.z)});
        drawn.id[i] = id[i];
        if (appearance.streak > 0) drawn.streak[i] = narrow(wide(velocity[i]) * -appearance.streak);
    });
    return drawn;
}

}  // namespace talus::particles
