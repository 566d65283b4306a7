#include "talus/run/probes/crossings.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace talus::run {

using method::Probe;

FluxPatch::FluxPatch(const Probe& probe)
    : middle_(probe.at),
      normal_(probe.kind == Probe::Kind::FluxDisc ? probe.normal : normalized(cross(probe.u, probe.v))),
      radius_(probe.kind == Probe::Kind::FluxDisc ? probe.disc_radius : 0) {
    if (probe.kind == Probe::Kind::FluxDisc) return;
    // The vectors dual to u and v in their plane, so that the edges need not be at right angles.
    const Vec3d across = cross(probe.u, probe.v);
    const double square = squaredLength(across);
    along_u_ = cross(probe.v, across) / square;
    along_v_ = cross(across, probe.u) / square;
}

bool FluxPatch::has(const Vec3d& from_middle) const {
    if (radius_ > 0) return squaredLength(from_middle) <= radius_ * radius_;
    return std::abs(dot(from_middle, along_u_)) <= 0.5 && std::abs(dot(from_middle, along_v_)) <= 0.5;
}

int FluxPatch::crossed(const Vec3d& from, const Vec3d& to) const {
    const double a = dot(from - middle_, normal_), b = dot(to - middle_, normal_);
    // A point on the plane counts as in front of it, so that a point which stops there counts once.
    if ((a >= 0) == (b >= 0)) return 0;
    if (!has(from - middle_ + (to - from) * (a / (a - b)))) return 0;
    return b >= 0 ? 1 : -1;
}

Crossings::Crossings(method::FlowingPoints points, const environment::Periodic& domain)
    : points_(std::move(points)), domain_(domain) {
    const auto shifts = [](double length) {
        return length > 0 ? std::vector<double>{0, -length, length} : std::vector<double>{0};
    };
    for (const double x : shifts(domain.length.x))
        for (const double y : shifts(domain.length.y))
            for (const double z : shifts(domain.length.z)) copies_.push_back({x, y, z});
}

std::size_t Crossings::slotOf(std::uint32_t id) const {
    // Multiplicative hashing (Knuth, The Art of Computer Programming, vol. 3, 6.4), by 2^64 over the golden
    // ratio.
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = (std::uint64_t{id} * 0x9e3779b97f4a7c15u) >> 32 & mask;
    while (slots_[slot] != 0 && before_[slots_[slot] - 1].id != id) slot = (slot + 1) & mask;
    return slot;
}

void Crossings::begin(const state::World& world) {
    const state::Table& rows = world.table(points_.table);
    const auto position = rows.read(*points_.position);
    const auto id = rows.read(*points_.id);
    before_.resize(id.size());
    slots_.assign(std::bit_ceil(2 * id.size() + 1), 0);
    for (std::size_t i = 0; i < id.size(); ++i) {
        before_[i] = {id[i], position[i]};
        slots_[slotOf(id[i])] = static_cast<std::uint32_t>(i + 1);
    }
}

int Crossings::crossed(const FluxPatch& patch, const Vec3d& from, const Vec3d& displacement) const {
    int sum = 0;
    // In a periodic domain each copy of the patch counts.
    for (const Vec3d& copy : copies_) sum += patch.crossed(from - copy, from - copy + displacement);
    return sum;
}

void Crossings::count(const state::World& world, const std::vector<FluxPatch>& patches,
                      std::vector<Flow>& flows) {
    const state::Table& rows = world.table(points_.table);
    const auto position = rows.read(*points_.position);
    const auto id = rows.read(*points_.id);
    for (std::size_t i = 0; i < id.size(); ++i) {
        const std::uint32_t known = slots_.empty() ? 0 : slots_[slotOf(id[i])];
        if (known == 0) continue;
        const Vec3d from = before_[known - 1].position;
        const Vec3d displacement = environment::shortest(domain_, position[i] - from);
        for (std::size_t p = 0; p < patches.size(); ++p) {
            const int sign = crossed(patches[p], from, displacement);
            if (sign == 0) continue;
            const method::Amount amount = points_.amount(rows, i);
            (sign > 0 ? flows[p].forward : flows[p].backward) += 1;
            flows[p].volume += sign * amount.volume;
            flows[p].mass += sign * amount.mass;
        }
    }
    begin(world);
}

}  // namespace talus::run
