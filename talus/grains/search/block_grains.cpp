#include "talus/grains/search/block_grains.h"

#include "talus/grains/inverse_mass.h"

namespace talus::grains {

template <class Real>
void BlockGrains<Real>::load(const ContactViews<Real>& v, const Block& block,
                             const environment::Periodic& domain) {
    const std::size_t own = block.grains(), count = own + block.halo();
    if (position.size() < count) {
        position.resize(count);
        motion.resize(count);
        sum.resize(count);
        spin.resize(count);
        shift.resize(count);
        material.resize(count);
    }
    const std::size_t first_settled = v.list.grains_end[v.list.blocks() - 1];
    const auto isHeld = [&](std::size_t i) {
        return i >= first_settled || (!v.fixed.empty() && v.fixed[v.materialOf(i)] != 0);
    };
    const auto pack = [&, to_position = position.data(), to_motion = motion.data()](std::size_t k,
                                                                                    std::size_t i) {
        const double a = v.radius[i], inverse_mass = inverseMass(v.mass[i], isHeld(i));
        to_position[k] = quad<double>(v.position[i], a);
        to_motion[k] = {quad<Real>(v.velocity[i], inverse_mass), quad<Real>(v.spin[i] * a, a)};
    };
    const auto halo_grain = [&](std::size_t h) { return v.list.halo_grain[block.first_halo + h]; };
    for (std::size_t k = 0; k < own; ++k) pack(k, block.first_grain + k);
    // Grains of the halo are scattered in memory, so each is prefetched. This makes a step of 390,000 grains
    // 10% faster (bench/results/grains-2026-11.md).
    constexpr std::size_t ahead = 16;
    for (std::size_t h = 0; h < block.halo(); ++h) {
        if (h + ahead < block.halo()) {
            const std::size_t later = halo_grain(h + ahead);
            for (const auto& each : {v.position, v.velocity, v.spin}) __builtin_prefetch(&each[later]);
            for (const auto& each : {v.radius, v.mass}) __builtin_prefetch(&each[later]);
        }
        pack(own + h, halo_grain(h));
    }
    for (std::size_t k = 0; k < own; ++k) material[k] = v.materialOf(block.first_grain + k);
    for (std::size_t h = 0; h < block.halo(); ++h) material[own + h] = v.materialOf(halo_grain(h));
    std::fill_n(sum.begin(), count, Octet<Real>{});

    const bool resists_turning = !v.angle.empty();
    if (resists_turning) {
        for (std::size_t k = 0; k < own; ++k) spin[k] = quad<Real>(v.spin[block.first_grain + k], 0);
        for (std::size_t h = 0; h < block.halo(); ++h) spin[own + h] = quad<Real>(v.spin[halo_grain(h)], 0);
    }

    has_images = false;
    if (!domain.any()) return;
    const auto image = [&](std::size_t h) { return v.list.halo_image[block.first_halo + h]; };
    std::size_t themselves = 0;
    while (themselves < block.halo() && image(themselves) == environment::own_image) ++themselves;
    has_images = themselves < block.halo();
    if (!has_images) return;
    first_image = own + themselves;
    std::fill_n(shift.begin(), first_image, Quad<double>{});
    for (std::size_t h = themselves; h < block.halo(); ++h)
        shift[own + h] = quad<double>(shiftOf(domain, image(h)), 0);
}

template <class Real>
void BlockGrains<Real>::store(const ContactViews<Real>& v, const Block& block, const Vec3d& gravity) const {
    for (std::size_t k = 0; k < block.grains(); ++k) {
        const std::size_t i = block.first_grain + k;
        const Quad<Real>& f = sum[k].low;
        v.force[i] = quad<Real>(gravity * v.mass[i] + Vec3d{f.x, f.y, f.z}, 0).xyz();
        v.torque[i] = sum[k].high.xyz();
    }
}

template <class Real>
void BlockGrains<Real>::storeGhosts(const Block& block, std::vector<Octet<Real>>& sums) const {
    std::copy_n(sum.data() + block.grains(), block.halo(), sums.data() + block.first_halo);
}

template struct BlockGrains<double>;
template struct BlockGrains<float>;

}  // namespace talus::grains
