#pragma once
#include <memory>
#include <vector>

#include "talus/method/method.h"
#include "talus/particles/pipeline.h"
#include "talus/particles/scene.h"

namespace talus::particles {

/// The systems of a scene with all that they meet. @pre the scene passed the check of references
std::vector<Setup> setupsOf(const Part& part, const method::Common& common);

/// The fields of a frame's points: what a picture needs, beside the position.
std::vector<std::string> frameFields(const Setup& setup);
/// Of these and the position: 24 + 12 + 5 x 4 + 2, and 4 of a temperature; a checkpoint has the mass besides.
inline constexpr double frame_bytes_a_particle = 62, checkpoint_bytes_a_particle = 66;

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene);

}  // namespace talus::particles
