#pragma once
#include "talus/couple/granular/scene.h"
#include "talus/method/checking.h"
#include "talus/settings/findings.h"

/// After the check of keys: files are read, and the ground is made from its settings.
namespace talus::couple::granular {

using method::Checking;
using settings::full;
using settings::quoted;

void loadImports(Scene& scene, const Checking& checked);
/// Makes the shapes of grains, and finds those that the sources name.
void makeShapes(Scene& scene, const Checking& checked);
void loadRaster(Scene& scene, const Checking& checked);
/// Makes the heights that [ground] asks for.
void makeGround(Scene& scene, const Checking& checked);

}  // namespace talus::couple::granular
