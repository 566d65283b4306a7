#include "talus/grains/block_grains.h"

namespace talus::grains {

void BlockGrains::load(const ContactViews& v, const Block& block, const Periodic& domain) {
    const std::size_t own = block.grains(), count = own + block.halo();
    for (std::vector<Quad>* quads : {&place, &motion, &turning, &spin, &shift})
        if (quads->size() < count) quads->resize(count);
    if (material.size() < count) material.resize(count);
    force.assign(count, {});
    torque.assign(count, {});
    const bool resists_turning = !v.angle.empty();

    const auto pack = [&](std::size_t k, std::size_t i) {
        const double a = v.radius[i];
        place[k] = quad(v.position[i], a);
        motion[k] = quad(v.velocity[i], 1 / v.mass[i]);
        turning[k] = quad(v.spin[i] * a, a);
        if (resists_turning) spin[k] = quad(v.spin[i], 0);
        material[k] = v.material[i];
    };
    for (std::size_t k = 0; k < own; ++k) pack(k, block.first_grain + k);
    for (std::size_t h = 0; h < block.halo(); ++h) pack(own + h, v.list.halo_grain[block.first_halo + h]);

    has_images = false;
    if (!domain.any()) return;
    for (std::size_t k = 0; k < own; ++k) shift[k] = {};
    for (std::size_t h = 0; h < block.halo(); ++h) {
        const std::uint8_t image = v.list.halo_image[block.first_halo + h];
        has_images |= image != own_image;
        shift[own + h] = quad(shiftOf(domain, image), 0);
    }
}

}  // namespace talus::grains
