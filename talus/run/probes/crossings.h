#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/method/probes/probe.h"
#include "talus/method/probes/probed.h"

namespace talus::run {

/// What went through a patch since the start of the run; forward counts as positive.
struct Flow {
    std::uint64_t forward = 0, backward = 0;  ///< numbers of points
    double volume = 0;                        ///< [m^3]
    double mass = 0;                          ///< [kg]
};

/// A disc or a rectangle.
class FluxPatch {
  public:
    explicit FluxPatch(const method::Probe& probe);
    /// Whether the straight way between two places goes through it: 1 forward, -1 backward, 0 not.
    int crossed(const Vec3d& from, const Vec3d& to) const;

  private:
    bool has(const Vec3d& from_middle) const;
    Vec3d middle_, normal_;
    double radius_;            ///< of a disc; 0: a rectangle
    Vec3d along_u_, along_v_;  ///< dot with these is -1/2 to 1/2 on the rectangle [1/m]
};

/// Counts the points that go through patches, each by its own way from one step to the next: no point counts
/// twice, and none is missed that is there in both steps.
class Crossings {
  public:
    Crossings(method::FlowingPoints points, const environment::Periodic& domain);

    /// Takes the places as they are as those of the step before.
    void begin(const state::World& world);
    /// Adds what went through since then, and begins anew.
    void count(const state::World& world, const std::vector<FluxPatch>& patches, std::vector<Flow>& flows);

  private:
    int crossed(const FluxPatch& patch, const Vec3d& from, const Vec3d& way) const;

    method::FlowingPoints points_;
    environment::Periodic domain_;
    std::vector<Vec3d> copies_;  ///< by how much a patch is displaced where the domain repeats [m]
    // Of the step before, by id from the lowest one on:
    std::uint32_t first_ = 0;
    std::vector<Vec3d> before_;
    std::vector<std::uint8_t> known_;
};

}  // namespace talus::run
