#include "talus/couple/ground_contact/acting_ground_contacts.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/ground_contact/grain_on_ground.h"
#include "talus/grains/law/laws.h"
#include "talus/ground/fields.h"

namespace talus::couple {
namespace {

/// The column nearest to a point.
std::uint32_t columnAt(const geometry::ColumnGrid& grid, const Vec3d& p) {
    const auto nearest = [&](double at, double origin, std::uint32_t count) {
        return static_cast<std::uint32_t>(
            std::clamp(std::round((at - origin) / grid.spacing), 0.0, count - 1.0));
    };
    return static_cast<std::uint32_t>(
        grid.at(nearest(p.x, grid.origin_x, grid.columns), nearest(p.y, grid.origin_y, grid.rows)));
}

Vec3d forceOf(const grains::LawConstants& law, const grains::Touch<double>& touch,
              const HeldContact* before) {
    const Vec3d spring = before ? wide(before->spring) : Vec3d{},
                angle = before ? wide(before->angle) : Vec3d{};
    Vec3d force;
    // In no time the springs stay as they are.
    grains::BuiltInLaws::with(law.law, [&](auto chosen) {
        force = grains::interact<decltype(chosen), double>(law, law, touch, spring, angle, 0).force;
    });
    return force;
}

}  // namespace

std::vector<method::Contact> actingGroundContacts(const exec::Exec& exec, const state::World& world,
                                                  const CollideGround& stage) {
    namespace gf = grains::fields;
    const state::Table& grains = world.table(grains::grains_table);
    const auto height = world.table(ground::ground_table).read(ground::fields::height);
    const auto position = grains.read(gf::position), velocity = grains.read(gf::velocity),
               spin = grains.read(gf::spin);
    const auto radius = grains.read(gf::radius), mass = grains.read(gf::mass);
    const auto material = grains.read(gf::material);
    const auto settled = stage.settles ? grains.read(gf::settled) : state::View<const std::uint8_t>{};
    const auto sunk = stage.settles ? grains.read(fields::sunk) : state::View<const float>{};
    const GroundMemory memory = GroundMemory::of(grains);
    const geometry::GroundSurface surface(stage.grid, height);
    const double range = stage.laws.range();
    geometry::GroundHeightBound tops;
    tops.build(exec, stage.grid, height, stage.largest_radius + range);
    std::vector<method::Contact> contacts;
    std::vector<geometry::GroundTouch> touches;
    for (std::size_t i = 0; i < grains.size(); ++i) {
        if (!settled.empty() && settled[i] != 0) continue;
        if (!stage.fixed.empty() && stage.fixed[material[i]] != 0) continue;
        const Vec3d& p = position[i];
        const double reach = radius[i] + range;
        if (reach <= tops.reach() && p.z - reach > tops.near(p.x, p.y)) continue;
        touches.clear();
        if (!surface.touches(p, reach, touches)) continue;
        std::stable_sort(touches.begin(), touches.end(),
                         [](const auto& a, const auto& b) { return a.distance < b.distance; });
        const grains::LawConstants& law = stage.laws.at(material[i], stage.material);
        const double contact_radius = sunk.empty() ? radius[i] : radius[i] - static_cast<double>(sunk[i]);
        HeldContacts held = memory.of(i);
        for (const geometry::GroundTouch& found : touches) {
            const grains::Touch<double> touch =
                touchOfGround(found, contact_radius, radius[i], mass[i], velocity[i], spin[i], stage.spin);
            const HeldContact* before = held.take(found.normal);
            if (!(law.isPlain() ? touch.overlap > 0
                                : grains::acts<double>(law, law, touch, before != nullptr)))
                continue;
            const Vec3d at = p - found.normal * found.distance;
            contacts.push_back({p, at, forceOf(law, touch, before), touch.overlap,
                                static_cast<std::uint32_t>(i), method::Touched::Ground,
                                columnAt(stage.grid, at)});
        }
    }
    return contacts;
}

}  // namespace talus::couple
