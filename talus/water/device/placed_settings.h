#pragma once
#include "talus/environment/device/sink_shape.h"
#include "talus/exec/device_or_host_array.h"
#include "talus/water/setup.h"

// Settings that do not change during a run, in the memory of the device.
namespace talus::water::device {

/// The tables of a WallIntegral.
class PlacedIntegral {
  public:
    PlacedIntegral(const WallTable& of, exec::Device where)
        : support_(of.support), share_(where), slope_(where), moment_(where) {
        share_.assign(of.of_share);
        slope_.assign(of.of_slope);
        moment_.assign(of.of_moment);
    }
    WallTable view() const { return {support_, share_.view(), slope_.view(), moment_.view()}; }

  private:
    double support_;
    exec::DeviceOrHostArray<double> share_, slope_, moment_;
};

/// 1 for a particle that RemoveWater removes.
struct IsGone {
    exec::View<const environment::device::SinkShape> sinks;
    Vec3d up;       ///< unit
    double lowest;  ///< height below which it has fallen off the scene [m]
    exec::View<const Vec3d> position;

    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        for (const environment::device::SinkShape& sink : sinks)
            if (sink.takes(position[i])) return 1;
        return dot(position[i], up) < lowest;
    }
};

}  // namespace talus::water::device
