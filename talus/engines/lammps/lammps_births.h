#pragma once
#include <optional>
#include <span>

#include "talus/couple/granular/setup.h"
#include "talus/engines/lammps/lammps_model.h"
#include "talus/io/file.h"

namespace talus::engines {

/// What spouts pour, while LAMMPS moves the grains: the same grains at the same places and times as in steps
/// of our own, since it is decided by the same stage from the same state.
class LammpsBirths {
  public:
    static Result<LammpsBirths> of(const scene::Simulation& simulation);

    /// The first step from `step` on at whose begin a spout pours or tries to; nothing: never again.
    std::optional<std::uint64_t> nextRound(const scene::Simulation& simulation, std::uint64_t step) const;

    /// The boxes in which grains could be in the way of new ones [m]: what pour() has to know of.
    std::vector<geometry::Box> nearSpouts() const;

    /// The command that names nearSpouts() to LAMMPS: its region `spouts`; "" where there is none.
    std::string spoutsText() const;

    /// Pours what is due at the begin of the world's step. Grains in `near` are all that are in nearSpouts();
    /// new ones are appended to the simulation's world. Returns how many.
    Result<std::size_t> pour(scene::Simulation& simulation, std::uint64_t step,
                             const std::vector<std::pair<Vec3d, double>>& near);

  private:
    LammpsBirths(step::Pipeline emit, grains::Setup setup)
        : emit_(std::move(emit)), setup_(std::move(setup)) {}
    step::Pipeline emit_;
    grains::Setup setup_;
};

/// The types of the `count` newest grains of a simulation.
std::vector<std::uint32_t> newestTypes(const scene::Simulation& simulation, const LammpsModel& model,
                                       std::size_t count);

/// A data file of the newest grains of a simulation, half a step back in their speed (lammps_half_step.h).
/// @param types newestTypes() of them. Error: Storage.
Status writeBirths(const io::ConfinedPath& path, const scene::Simulation& simulation,
                   const LammpsModel& model, std::span<const std::uint32_t> types);

}  // namespace talus::engines
