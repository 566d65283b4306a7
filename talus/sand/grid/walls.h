#pragma once
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/grid/solids.h"

/// The walls and the ground of a scene, as the grid sees them.
namespace talus::sand::grid {

/// What is solid at points within a box. Walls with two free sides are not: particles stop at them.
class SolidsNear {
  public:
    /// @param contacts must outlive it
    SolidsNear(const Contacts& contacts, const Vec3d& centre, double reach);

    bool any() const { return near_.ground || !near_.solid.empty(); }
    SolidAt at(const Vec3d& x) const;
    /// Adds an impulse on the nearest of them.
    void add(const Reaction& reaction, environment::Loads& loads) const;

  private:
    Contacts::Touch nearest(const Vec3d& x, double& distance) const;

    const Contacts& contacts_;
    Near near_;
};

}  // namespace talus::sand::grid
