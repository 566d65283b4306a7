#pragma once
#include <memory>
#include <vector>

#include "talus/method/method.h"
#include "talus/particles/pipeline.h"
#include "talus/particles/scene.h"

namespace talus::particles {

/// The systems of a scene, with its walls, ground and sinks. @pre the scene passed the check of references
std::vector<Setup> setupsOf(const Part& part, const method::Common& common);

/// The fields that frames hold besides the position: those that a picture needs.
std::vector<std::string> frameFields(const Setup& setup);
/// Frames: 24 + 12 + 5 x 4 + 2 bytes, and 4 of the temperature. Checkpoints also hold the mass.
inline constexpr double frame_bytes_a_particle = 62, checkpoint_bytes_a_particle = 66;

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

}  // namespace talus::particles
