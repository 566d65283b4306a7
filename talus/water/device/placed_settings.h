#pragma once
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

}  // namespace talus::water::device
