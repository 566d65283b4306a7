#pragma once
#include "talus/grains/scene.h"
#include "talus/method/checking.h"
#include "talus/method/scene.h"
#include "talus/settings/findings.h"

/// After the check of keys: files are read, and shapes are made.
namespace talus::grains {

using method::Checking;
using settings::full;
using settings::quoted;

/// Reads the grains of files.
void loadImports(method::Scene& scene, const Checking& checked);
/// Makes the shapes of grains, and finds those that the sources name.
void makeShapes(method::Scene& scene, const Checking& checked);

}  // namespace talus::grains
