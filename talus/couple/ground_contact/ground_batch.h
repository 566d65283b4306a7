#pragma once
#include <cstddef>
#include <vector>

#include "talus/grains/forces/law_loops.h"
#include "talus/grains/law/law_row.h"

namespace talus::couple {

/// Contacts with the ground that obey one law, stored in lanes so that the law is evaluated for many at a
/// time: for each contact the same operations in the same order as grains::interact, and so the same bits.
class GroundBatch {
  public:
    /// The effect of a contact on its grain.
    struct Effect {
        Vec3d force;         ///< [N]
        Vec3d moment;        ///< about the grain's centre [N m]
        Vec3d history;       ///< of the shear spring after this step
        Vec3d angle;         ///< of the rolling spring after this step [rad]
        double elastic = 0;  ///< repulsive part of the normal force [N]
    };

    void clear() { rows_ = 0; }
    std::size_t rows() const { return rows_; }

    /// Appends a contact. @param history, angle of its springs after the last step
    void add(const grains::Touch<double>& touch, const Vec3d& history, const Vec3d& angle) {
        if (rows_ / lanes == packs_.size()) packs_.emplace_back();
        Lanes& pack = packs_[rows_ / lanes];
        const std::size_t k = rows_++ % lanes;
        pack.overlap[k] = touch.overlap;
        pack.mass[k] = touch.effective_mass;
        pack.radius[k] = touch.effective_radius;
        put(pack.normal, k, touch.normal);
        put(pack.velocity, k, touch.velocity);
        put(pack.turning, k, touch.turning);
        put(pack.history, k, history);
        put(pack.angle, k, angle);
    }
    /// Computes the effects of all contacts. @pre all of them act
    void compute(const grains::LawConstants& law, double dt) {
        if (rows_ == 0) return;
        const auto interact = law.row->loops().lanes;
        for (std::size_t row = 0; row < rows_; row += lanes) interact(packs_[row / lanes], law, dt);
    }

    double overlap(std::size_t row) const { return packs_[row / lanes].overlap[row % lanes]; }
    Vec3d normal(std::size_t row) const { return get(packs_[row / lanes].normal, row % lanes); }
    Effect effect(std::size_t row) const {
        const Lanes& pack = packs_[row / lanes];
        const std::size_t k = row % lanes;
        return {get(pack.force, k), get(pack.moment, k), get(pack.history, k), get(pack.angle, k),
                pack.elastic[k]};
    }

  private:
    using Lanes = grains::ContactLanes;
    using Columns = Lanes::Columns;
    static constexpr std::size_t lanes = Lanes::count;

    static void put(Columns& columns, std::size_t k, const Vec3d& v) {
        columns[0][k] = v.x;
        columns[1][k] = v.y;
        columns[2][k] = v.z;
    }
    static Vec3d get(const Columns& columns, std::size_t k) {
        return {columns[0][k], columns[1][k], columns[2][k]};
    }
    std::vector<Lanes> packs_;
    std::size_t rows_ = 0;
};

}  // namespace talus::couple
