#pragma once
#include "talus/grains/forces/law_loops.h"
#include "talus/grains/law/pair_force.h"
#include "talus/math/transpose.h"

namespace talus::grains {
namespace planes_loop {

using V = Pack<double>;
inline constexpr std::size_t width = V::size();
using Indices = std::array<std::size_t, width>;

inline Vec3<V> gathered(exec::View<const Vec3d> from, const Indices& at) {
    return {V([&](auto k) { return from[at[k]].x; }), V([&](auto k) { return from[at[k]].y; }),
            V([&](auto k) { return from[at[k]].z; })};
}
inline V gathered(exec::View<const double> from, const Indices& at) {
    return V([&](auto k) { return from[at[k]]; });
}

inline Vec3<V> where(const V::mask_type& mask, const Vec3<V>& v) {
    return {select<V>(mask, v.x, V(0)), select<V>(mask, v.y, V(0)), select<V>(mask, v.z, V(0))};
}

inline Vec3d lane(const Vec3<V>& v, std::size_t k) { return {v.x[k], v.y[k], v.z[k]}; }

/// The law of a row that this loop can compute; null for any other row.
inline const LawConstants* lawOf(const CollideWithWalls& c, exec::View<const std::uint32_t> grain,
                                 const Sleepers& sleepers, std::size_t row) {
    const environment::WallFace& face = c.walls.face(c.face[row]);
    if (face.kind != environment::WallFace::Kind::Plane || c.walls.moves(face.wall)) return nullptr;
    if (row + 1 < grain.size() && grain[row + 1] == grain[row]) return nullptr;
    if (sleepers.have(grain[row])) return nullptr;
    const LawConstants& law = c.laws.at(c.material[grain[row]], face.material);
    return law.isPlain() ? &law : nullptr;
}

}  // namespace planes_loop

template <class List>
TALUS_FLATTEN std::size_t collideWithPlanes(const CollideWithWalls& c, exec::View<const std::uint32_t> grain,
                                            const Sleepers& sleepers, std::size_t row, std::size_t end) {
    using namespace planes_loop;
    if (row + width > end || !c.angle.empty()) return 0;
    const LawConstants* law = lawOf(c, grain, sleepers, row);
    if (law == nullptr) return 0;
    for (std::size_t k = 1; k < width; ++k)
        if (lawOf(c, grain, sleepers, row + k) != law) return 0;

    // Grains at a wall are far apart in memory: those of a later pack are prefetched.
    constexpr std::size_t ahead = 2 * width;
    if (row + ahead + width <= end)
        for (std::size_t k = 0; k < width; ++k) {
            const std::size_t later = grain[row + ahead + k];
            for (const exec::View<const Vec3d>& each : {c.position, c.velocity, c.turn})
                __builtin_prefetch(&each[later]);
            for (const KeptVectors<Vec3d>& each : {c.forces.force, c.forces.torque})
                each.isSingle() ? __builtin_prefetch(&each.in<float>()[later], 1)
                                : __builtin_prefetch(&each.in<double>()[later], 1);
            for (const exec::View<const double>& each : {c.radius, c.mass}) __builtin_prefetch(&each[later]);
        }

    Indices i;
    for (std::size_t k = 0; k < width; ++k) i[k] = grain[row + k];
    const auto ofFace = [&](Vec3d environment::WallFace::*member) {
        const auto of = [&](std::size_t k) -> const Vec3d& { return c.walls.face(c.face[row + k]).*member; };
        return Vec3<V>{V([&](auto k) { return of(k).x; }), V([&](auto k) { return of(k).y; }),
                       V([&](auto k) { return of(k).z; })};
    };
    const Vec3<V> position = gathered(c.position, i), normal = ofFace(&environment::WallFace::b);
    const V radius = gathered(c.radius, i);
    const V overlap = radius - dot(position - ofFace(&environment::WallFace::a), normal);
    const V::mask_type acting = overlap > V(0);

    std::array<bool, width> flags;
    acting.copy_to(flags.data(), std::experimental::element_aligned);
    std::copy(flags.begin(), flags.end(), &c.touching[row]);
    select<V>(acting, overlap, V(0)).copy_to(&c.overlap[row], std::experimental::element_aligned);
    if (std::experimental::none_of(acting)) {
        for (exec::View<Vec3d> each : {c.spring, c.wall_force, c.wall_point})
            std::fill_n(&each[row], width, Vec3d{});
        return width;
    }

    Touch<V> touch;
    touch.overlap = overlap;
    touch.normal = normal;
    touch.effective_mass = gathered(c.mass, i);
    touch.effective_radius = radius;
    touch.velocity = gathered(c.velocity, i);
    if (c.spins) touch.velocity = touch.velocity - cross(gathered(c.turn, i) * radius, normal);
    const auto constants = Constants<V>::gathered([&](auto member) { return V(law->*member); });
    List::with(law->law, [&](auto chosen) {
        const auto found =
            interact<decltype(chosen)>(*law, constants, touch, loadVectors(&c.spring[row]), Vec3<V>{}, c.dt);
        storeVectors(&c.spring[row], where(acting, found.history));
        storeVectors(&c.wall_force[row], where(acting, found.force));
        storeVectors(&c.wall_point[row], where(acting, position - normal * radius));
        const Vec3<V> torque = found.moment - cross(normal, found.shear) * radius;
        for (std::size_t k = 0; k < width; ++k) {
            if (!flags[k]) continue;
            c.forces.force.add(i[k], lane(found.force, k));
            if (c.spins) c.forces.torque.add(i[k], lane(torque, k));
        }
    });
    return width;
}

}  // namespace talus::grains
