#pragma once
#include "talus/grains/forces/law_loops.h"
#include "talus/grains/law/pair_force.h"
#include "talus/math/simd.h"

namespace talus::grains {
namespace lanes_loop {

using V = Pack<double>;

inline Vec3<V> load(const ContactLanes::Columns& columns, std::size_t k) {
    const auto part = [&](std::size_t d) {
        return V(columns[d].data() + k, std::experimental::element_aligned);
    };
    return {part(0), part(1), part(2)};
}
inline void store(ContactLanes::Columns& columns, std::size_t k, const Vec3<V>& v) {
    v.x.copy_to(columns[0].data() + k, std::experimental::element_aligned);
    v.y.copy_to(columns[1].data() + k, std::experimental::element_aligned);
    v.z.copy_to(columns[2].data() + k, std::experimental::element_aligned);
}

template <class Law>
TALUS_FLATTEN void workOn(ContactLanes& pack, const LawConstants& law, double dt) {
    const auto constants = Constants<V>::gathered([&](auto member) { return V(law.*member); });
    for (std::size_t k = 0; k < ContactLanes::count; k += V::size()) {
        const auto load1 = [k](const ContactLanes::Column& column) {
            return V(column.data() + k, std::experimental::element_aligned);
        };
        const Touch<V> touch{.overlap = load1(pack.overlap),
                             .effective_mass = load1(pack.mass),
                             .effective_radius = load1(pack.radius),
                             .normal = load(pack.normal, k),
                             .velocity = load(pack.velocity, k),
                             .turning = load(pack.turning, k)};
        const Interaction<V> found =
            interact<Law>(law, constants, touch, load(pack.history, k), load(pack.angle, k), dt);
        Law::respond(constants, touch)
            .elastic.copy_to(pack.elastic.data() + k, std::experimental::element_aligned);
        store(pack.force, k, found.force);
        store(pack.history, k, found.history);
        store(pack.angle, k, found.angle);
        store(pack.moment, k, found.moment - cross(touch.normal, found.shear) * touch.effective_radius);
    }
}

}  // namespace lanes_loop

/// Computes the force and moment of each contact. It does the same operations in the same order as
/// interact(), so the bits are the same. @pre all contacts act
template <class List>
void interactLanes(ContactLanes& lanes, const LawConstants& law, double dt) {
    List::with(law.law, [&](auto chosen) { lanes_loop::workOn<decltype(chosen)>(lanes, law, dt); });
}

}  // namespace talus::grains
