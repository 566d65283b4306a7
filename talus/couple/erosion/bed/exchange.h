#pragma once
#include <span>

#include "talus/couple/erosion/bed/bed.h"
#include "talus/environment/sediment/entrainment.h"
#include "talus/environment/sediment/threshold.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// Sediment that one step would move between the water and the bed at a point, before any limits.
class Exchange {
  public:
    Exchange(const Setup& setup, double dt) : setup_(setup), dt_(dt) {}

    /// Solid that the flow erodes at a point where a layer is exposed [kg].
    /// @param level critical stress of the layer on level ground, plants included [Pa]
    /// @param rolls whether the critical stress depends on the slope
    double erosion(const Bed::Point& point, std::size_t layer, double level, bool rolls = true) const {
        if (!(point.shear > 0)) return 0;
        const double critical = level * (rolls ? slope(point, layer) : 1);
        if (!(point.shear > critical)) return 0;
        const double speed = length(point.flow);
        const auto& layer_strength = setup_.layers[layer].strength;
        if (setup_.settings.bed_load && !layer_strength) return 0;  // it moves as bed load (RollBed)
        const double strength =
            layer_strength
                ? *layer_strength
                : environment::strengthOfSand(setup_.grain, setup_.liquid, std::max(0.0, setup_.velocity),
                                              point.shear / (setup_.liquid.density * speed * speed),
                                              point.height, 1 - critical / point.shear);
        // Water at the maximum concentration erodes no more.
        const double capacity_share = std::max(0.0, 1 - point.fraction / setup_.hindrance.most);
        return environment::entrainment(strength, point.shear, critical) * capacity_share * point.area *
               point.wet * dt_;
    }
    /// Solid that settles on the bed at a point [kg].
    double settling(const Bed::Point& point) const {
        if (!(point.sinking > 0) || !(setup_.velocity > 0)) return 0;
        const double horizontal_share = std::max(0.0, -dot(point.normal, setup_.down));
        return setup_.grain.density * point.area * horizontal_share * point.wet * setup_.velocity * dt_ *
               point.sinking / point.weight;
    }

  private:
    double slope(const Bed::Point& point, std::size_t layer) const {
        if (!setup_.settings.slope_correction) return 1;
        const Vec3d up = setup_.down * -1.0, along = up - point.normal * dot(up, point.normal);
        const double sine = length(along);
        if (!(sine > 1e-9)) return 1;
        return environment::slopeFactor(std::min(1.0, sine),
                                        dot(along, point.flow) / (sine * length(point.flow)),
                                        setup_.layers[layer].repose);
    }
    const Setup& setup_;
    double dt_;
};

/// Adds the eroded solid of each point to the particles near it, in proportion to their weights, and removes
/// the settled solid from them, in proportion to weight times C f(C) [kg].
/// @pre the stage reads and writes the water's sediment, and reads the bed's scratch
void exchangeWithWater(step::Step& step, const Bed& bed, std::span<const double> eroded,
                       std::span<const double> settled);

}  // namespace talus::couple::erosion
