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

    /// The entry of an id among `slots_`, or the free one where it would stand. @pre there are slots
    std::size_t slotOf(std::uint32_t id) const;

    /// A point in the step before.
    struct Known {
        std::uint32_t id;
        Vec3d place;
    };
    method::FlowingPoints points_;
    environment::Periodic domain_;
    std::vector<Vec3d> copies_;  ///< by how much a patch is displaced where the domain repeats [m]
    std::vector<Known> before_;  ///< in the order of their rows
    /// A hash table of ids with open addressing: one past an index of `before_`, or 0 where it is free. At
    /// most half of it is used, so its memory follows the number of points, however far apart their ids are.
    std::vector<std::uint32_t> slots_;
};

}  // namespace talus::run
