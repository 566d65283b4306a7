#include "talus/scene/methods.h"

#include <algorithm>

#include "talus/cloth/method.h"
#include "talus/couple/cloth_bodies/method.h"
#include "talus/couple/dust/method.h"
#include "talus/couple/erosion/method.h"
#include "talus/couple/granular/method.h"
#include "talus/couple/hybrid/hybrid.h"
#include "talus/couple/sand_as_grains/method.h"
#include "talus/couple/water_cloth/method.h"
#include "talus/couple/water_grains/method.h"
#include "talus/environment/known_materials.h"
#include "talus/grains/materials/from_materials.h"
#include "talus/grains/sections.h"
#include "talus/ground/sections.h"
#include "talus/method/shown/screen.h"
#include "talus/network/method.h"
#include "talus/particles/method.h"
#include "talus/sand/method.h"
#include "talus/solids/method.h"
#include "talus/volume/method.h"
#include "talus/water/method.h"

namespace talus::scene {

const method::Methods& methods() {
    using method::Part;
    static const method::Methods list{
        {"grains",
         "discrete element method",
         Part::of<grains::Part>(),
         {grains::grainsSection(), grains::contactSection(), grains::grainShapeSection(),
          grains::emitterSection(), grains::fillSection(), grains::importSection(), grains::grainSection()}},
        {"ground",
         "deformable heightfield",
         Part::of<ground::Part>(),
         {ground::groundSection(), ground::soilSection()}},
        solids::solids(),
        {"hybrid", "grains that become ground", Part::of<couple::HybridPart>(), {couple::hybridSection()}},
        // Bodies and cloth bring walls, which grains must know when their contacts are made.
        cloth::cloth(),
        // Turns sand into grains before these are loaded.
        couple::sandAsGrains(),
        couple::granular::granular(),
        particles::particles(),
        network::network(),
        volume::volume(),
        water::water(),
        sand::sand(),
        couple::dust(),
        couple::clothBodies(),
        couple::waterCloth(),
        couple::water_grains::waterGrains(),
        couple::erosion::erosion(),
        method::screen()};
    return list;
}

std::vector<settings::Start> startsOf(const method::Scene& scene) {
    std::vector<settings::Start> starts{{"material", [](void* object, const settings::Entries& table) {
                                             environment::applyKnownMaterial(
                                                 *static_cast<environment::Material*>(object), table);
                                         }}};
    // A program may have another list of methods, without grains.
    const auto isGrains = [](const method::Part& part) { return part.is<grains::Part>(); };
    if (std::any_of(scene.parts.begin(), scene.parts.end(), isGrains))
        starts.push_back({"contact", [&scene](void* object, const settings::Entries& table) {
                              grains::startContact(*static_cast<grains::Contact*>(object), table,
                                                   scene.environment.materials);
                          }});
    return starts;
}

}  // namespace talus::scene
