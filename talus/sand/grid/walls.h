#pragma once
#include "talus/exec/pool.h"
#include "talus/sand/boundary/body_motion.h"
#include "talus/sand/boundary/contacts.h"
#include "talus/sand/boundary/crossing.h"
#include "talus/sand/grid/solids.h"
#include "talus/sand/grid/solve/bodies.h"

/// The walls and the ground of a scene, as the grid sees them.
namespace talus::sand::grid {

/// What is solid at points within a box, and the thin walls between them.
class SolidsNear {
  public:
    /// @param contacts must outlive it
    /// @param gains of free bodies in this step without the sand; must outlive it
    SolidsNear(const Contacts& contacts, const Vec3d& centre, double reach, const std::vector<Gain>& gains);

    bool any() const { return near_.anySolid(); }
    bool anyThin() const { return !near_.thin.empty(); }
    SolidAt at(const Vec3d& x) const;
    /// The free bodies near it, as SolidAt::body counts them.
    const std::vector<FreeBody>& bodies() const { return bodies_; }
    /// @param from, to at most a cell apart
    ThinBetween between(const Vec3d& from, const Vec3d& to) const;
    /// Adds an impulse on the nearest of them.
    void add(const Reaction& reaction, environment::Loads& loads) const;

  private:
    void addBody(std::uint32_t wall);
    Touch nearest(const Vec3d& x, bool with_thin, double& distance) const;

    const Contacts& contacts_;
    const std::vector<Gain>& gains_;
    Near near_;
    std::vector<FreeBody> bodies_;
    std::vector<int> body_of_;    ///< of each wall; -1: it is no free body
    std::vector<ThinFace> thin_;  ///< of Near::thin, if they are few
    mutable exec::Pool<Near> local_;
};

}  // namespace talus::sand::grid
