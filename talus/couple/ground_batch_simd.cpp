#include "talus/couple/ground_batch.h"
#include "talus/grains/contact_kernel.h"
#include "talus/grains/pair_force.h"
#include "talus/math/simd.h"

namespace talus::couple {
namespace {

using V = Pack<double>;
namespace stdx = std::experimental;

template <std::size_t lanes>
Vec3<V> load(const std::array<std::array<double, lanes>, 3>& columns, std::size_t k) {
    const auto part = [&](std::size_t d) { return V(columns[d].data() + k, stdx::element_aligned); };
    return {part(0), part(1), part(2)};
}
template <std::size_t lanes>
void store(std::array<std::array<double, lanes>, 3>& columns, std::size_t k, const Vec3<V>& v) {
    v.x.copy_to(columns[0].data() + k, stdx::element_aligned);
    v.y.copy_to(columns[1].data() + k, stdx::element_aligned);
    v.z.copy_to(columns[2].data() + k, stdx::element_aligned);
}

}  // namespace

template <class Law>
TALUS_FLATTEN void GroundBatch::workOn(Lanes& pack, const grains::LawConstants& law, double dt) {
    const auto constants = grains::Constants<V>::gathered([&](auto member) { return V(law.*member); });
    for (std::size_t k = 0; k < lanes; k += V::size()) {
        const auto load1 = [k](const Column& column) { return V(column.data() + k, stdx::element_aligned); };
        const grains::Touch<V> touch{.overlap = load1(pack.overlap),
                                     .effective_mass = load1(pack.mass),
                                     .effective_radius = load1(pack.radius),
                                     .normal = load(pack.normal, k),
                                     .velocity = load(pack.velocity, k),
                                     .turning = load(pack.turning, k)};
        const grains::Interaction<V> found =
            grains::interact<Law>(law, constants, touch, load(pack.history, k), load(pack.angle, k), dt);
        Law::respond(constants, touch).elastic.copy_to(pack.elastic.data() + k, stdx::element_aligned);
        store(pack.force, k, found.force);
        store(pack.history, k, found.history);
        store(pack.angle, k, found.angle);
        store(pack.moment, k, found.moment - cross(touch.normal, found.shear) * touch.effective_radius);
    }
}

void GroundBatch::work(const grains::LawConstants& law, double dt) {
    grains::withLaw(law.law, [&](auto chosen) {
        for (std::size_t row = 0; row < rows_; row += lanes)
            workOn<decltype(chosen)>(packs_[row / lanes], law, dt);
    });
}

}  // namespace talus::couple
