#pragma once
#include <optional>
#include <span>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// Inserts the grains of emitters while LAMMPS moves the others. The same stage decides from the same state
/// as in a run by Talus, so the new grains have the same positions and times.
class LammpsInsertions {
  public:
    static Result<LammpsInsertions> of(const scene::Simulation& simulation);

    /// The first step, from `step` on, at whose start an emitter inserts grains or tries to. Empty: no
    /// emitter will do so again.
    std::optional<std::uint64_t> nextInsertion(const scene::Simulation& simulation, std::uint64_t step) const;

    /// The boxes in which existing grains could overlap new ones [m].
    std::vector<geometry::Box> emitterBoxes() const;

    /// The LAMMPS commands that define emitterBoxes() as the region `spouts`; "" where there are no emitters.
    std::string emitterRegionText() const;

    /// Inserts the grains that are due at the start of `step`: appends them to the simulation's world.
    /// @param near position and radius [m] of all grains in emitterBoxes()
    /// @return the number of new grains
    Result<std::size_t> insert(scene::Simulation& simulation, std::uint64_t step,
                               const std::vector<std::pair<Vec3d, double>>& near);

  private:
    LammpsInsertions(step::Pipeline emit, grains::Setup setup)
        : emit_(std::move(emit)), setup_(std::move(setup)) {}
    step::Pipeline emit_;
    grains::Setup setup_;
};

/// The types of the `count` newest grains of a simulation.
std::vector<std::uint32_t> newestTypes(const scene::Simulation& simulation, const LammpsModel& model,
                                       std::size_t count);

/// Writes a data file of the newest grains of a simulation, with the velocities that they had half a step ago
/// (lammps_half_step.h). @param types their newestTypes(). Error: Storage.
Status writeNewGrains(const io::ConfinedPath& path, const scene::Simulation& simulation,
                      const LammpsModel& model, std::span<const std::uint32_t> types);

}  // namespace talus::engines
