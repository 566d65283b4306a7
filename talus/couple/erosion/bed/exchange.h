#pragma once
#include <span>

#include "talus/couple/erosion/bed/bed.h"
#include "talus/environment/sediment/entrainment.h"
#include "talus/environment/sediment/threshold.h"
#include "talus/step/stage.h"

namespace talus::couple::erosion {

/// What a step would move between water and bed at a point.
class Exchange {
  public:
    Exchange(const Setup& setup, double dt) : setup_(setup), dt_(dt) {}

    /// Solid that the flow takes at a point where such a layer lies open [kg].
    /// @param level its critical stress where it is level, with what grows there [Pa]
    /// @param rolls whether it is the easier to move the steeper it lies
    double wanted(const Bed::Point& point, std::size_t layer, double level, bool rolls = true) const {
        if (!(point.shear > 0)) return 0;
        const double critical = level * (rolls ? slope(point, layer) : 1);
        if (!(point.shear > critical)) return 0;
        const double speed = length(point.flow);
        const auto& known = setup_.layers[layer].strength;
        if (setup_.settings.bed_load && !known) return 0;  // it rolls (RollBed)
        const double strength =
            known ? *known
                  : environment::strengthOfSand(setup_.grain, setup_.liquid, std::max(0.0, setup_.velocity),
                                                point.shear / (setup_.liquid.density * speed * speed),
                                                point.height, 1 - critical / point.shear);
        // What is full takes no more.
        const double room = std::max(0.0, 1 - point.fraction / setup_.hindrance.most);
        return environment::entrainment(strength, point.shear, critical) * room * point.area * point.wet *
               dt_;
    }
    /// Solid that sinks onto the bed at a point [kg].
    double settles(const Bed::Point& point) const {
        if (!(point.sinking > 0) || !(setup_.velocity > 0)) return 0;
        const double level = std::max(0.0, -dot(point.normal, setup_.down));
        return setup_.grain.density * point.area * level * point.wet * setup_.velocity * dt_ * point.sinking /
               point.weight;
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

/// The particles that each point sees get what it has lost, and lose what it has got, by their weights [kg].
/// @pre the stage reads and writes the water's sediment, and uses the bed
void giveToWater(step::Step& step, const Bed& bed, std::span<const double> taken,
                 std::span<const double> given);

}  // namespace talus::couple::erosion
