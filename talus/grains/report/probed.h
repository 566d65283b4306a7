#pragma once
#include "talus/grains/pipeline.h"
#include "talus/method/probes/probed.h"
#include "talus/method/scene.h"

namespace talus::grains {

/// What probes can measure of grains. @pre the scene has some
method::Probed probed(const method::Scene& scene, const Setup& setup);

}  // namespace talus::grains
