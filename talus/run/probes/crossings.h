#pragma once
#include <cstdint>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/method/probes/probe.h"
#include "talus/method/probes/probed.h"

namespace talus::run {

/// What crossed a patch since the start of the run; forward counts as positive.
struct Flow {
    std::uint64_t forward = 0, backward = 0;  ///< numbers of points
    double volume = 0;                        ///< [m^3]
    double mass = 0;                          ///< [kg]
};

/// The disc or rectangle of a flux probe.
class FluxPatch {
  public:
    explicit FluxPatch(const method::Probe& probe);
    /// Whether the segment between two positions crosses the patch: 1 forward, -1 backward, 0 not.
    int crossed(const Vec3d& from, const Vec3d& to) const;

  private:
    bool has(const Vec3d& from_middle) const;
    Vec3d middle_, normal_;
    double radius_;            ///< of a disc; 0: a rectangle
    Vec3d along_u_, along_v_;  ///< dot products with these are -1/2 to 1/2 in the rectangle [1/m]
};

/// Counts the points that cross patches, by the segment of each point from one step to the next. No point is
/// counted twice, and no point that exists in both steps is missed.
class Crossings {
  public:
    Crossings(method::FlowingPoints points, const environment::Periodic& domain);

    /// Stores the present positions as those of the previous step.
    void begin(const state::World& world);
    /// Adds the crossings since begin(), and calls begin() again.
    void count(const state::World& world, const std::vector<FluxPatch>& patches, std::vector<Flow>& flows);

  private:
    int crossed(const FluxPatch& patch, const Vec3d& from, const Vec3d& displacement) const;

    /// The slot of an id in `slots_`, or the free slot for it. @pre there are slots
    std::size_t slotOf(std::uint32_t id) const;

    /// A point in the previous step.
    struct Known {
        std::uint32_t id;
        Vec3d position;
    };
    method::FlowingPoints points_;
    environment::Periodic domain_;
    std::vector<Vec3d> copies_;  ///< displacements of the periodic copies of a patch [m]
    std::vector<Known> before_;  ///< in the order of their rows
    /// A hash table of ids with open addressing: an index of `before_` plus one, or 0 for a free slot. At
    /// most half of the slots are used. Its size depends on the number of points, not on their ids.
    std::vector<std::uint32_t> slots_;
};

}  // namespace talus::run
