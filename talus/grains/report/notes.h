#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/periodic.h"
#include "talus/grains/measures.h"
#include "talus/method/instance.h"
#include "talus/method/scene.h"

/// Notes to the user about the grains of a run, and errors that stop it.
namespace talus::grains {

/// A warning text if grains overlap each other or walls deeply before the first step, and will fly apart.
/// Empty: none.
std::string startTrouble(const exec::Exec& exec, const state::World& world,
                         const environment::Periodic& domain);

/// Notes grains that fell off the scene. In most scenes grains are meant to stay.
void noteFallen(std::uint64_t count, std::vector<method::Note>& notes);

/// Notes emitters that make fewer grains than the scene asks for, because a heap has buried them.
void noteBlockedEmitters(const method::Scene& scene, const state::World& world,
                         std::vector<method::Note>& notes);

/// What went so wrong that the run must stop; nothing: nothing. @pre there are grains
/// @param step the longest [s]
/// @param contact_time of the shortest contact [s]
std::optional<step::Trouble> trouble(const state::World& world, const Measures& measures, double step,
                                     double contact_time);

}  // namespace talus::grains
