#include "talus/particles/appearance/drawn_particles.h"

#include <algorithm>
#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/particles/emit/channels.h"

namespace talus::particles {
namespace {

template <class T>
T between(const std::vector<double>& at, const std::vector<T>& values, double share, const T& otherwise) {
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
    return between(at, values, share, otherwise);
}

Looks looksOf(const exec::Exec& exec, const state::World& world, const Setup& setup) {
    const state::Table& rows = world.table(setup.tables->particles);
    const Appearance& look = setup.system.appearance;
    const auto position = rows.read(fields::position);
    const auto velocity = rows.read(fields::velocity);
    const auto radius = rows.read(fields::radius);
    const auto birth = rows.read(fields::birth);
    const auto lifetime = rows.read(fields::lifetime);
    const auto id = rows.read(fields::id);
    const auto emitter = rows.read(fields::emitter);
    const Random random = streamOf(setup, "brightness");
    const std::size_t n = rows.size();
    Looks out;
    out.centre.resize(n);
    out.colour.resize(n);
    out.radius.resize(n);
    out.opacity.resize(n);
    out.id.resize(n);
    if (look.streak > 0) out.streak.resize(n);
    exec::for_each(exec, n, [&](std::size_t i) {
        // Of what lives for ever the share is 0 at all times.
        const double share = std::isfinite(lifetime[i])
                                 ? std::clamp((world.time - birth[i]) / double{lifetime[i]}, 0.0, 1.0)
                                 : 0.0;
        const Emitter& from = setup.system.emitters[emitter[i]];
        const double bright = 1 + from.colour_spread * random.uniform(-1, 1, id[i], channel::brightness);
        const Vec3d tint = between(look.colour_at, look.colour, share, Vec3d{1, 1, 1});
        const auto mixed = [&](double a, double b) { return std::clamp(a * b * bright, 0.0, 1.0); };
        out.centre[i] = narrow(position[i]);
        out.radius[i] = static_cast<float>(radius[i] * between(look.size_at, look.size, share, 1.0));
        out.opacity[i] = static_cast<float>(between(look.opacity_at, look.opacity, share, 1.0));
        out.colour[i] = narrow(
            {mixed(from.colour.x, tint.x), mixed(from.colour.y, tint.y), mixed(from.colour.z, tint.z)});
        out.id[i] = id[i];
        if (look.streak > 0) out.streak[i] = narrow(wide(velocity[i]) * -look.streak);
    });
    return out;
}

}  // namespace talus::particles
