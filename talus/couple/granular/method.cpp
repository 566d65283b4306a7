#include "talus/couple/granular/method.h"

#include "talus/couple/granular/bench.h"
#include "talus/couple/granular/body_setup.h"
#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/instance.h"
#include "talus/couple/granular/load/follow_materials.h"
#include "talus/couple/granular/picture/draw.h"
#include "talus/couple/granular/plot/plots.h"
#include "talus/couple/granular/sources.h"
#include "talus/ground/fields.h"

namespace talus::couple::granular {
namespace {

bool used(const Scene& scene) { return moves(scene) || ground::in(scene).ground; }

void load(Scene& scene, const Checking& checking) {
    const auto sound = [&] { return !checking.diagnostics.hasErrors(); };
    loadImports(scene, checking);
    if (!sound()) return;
    loadRaster(scene, checking);
    makeGround(scene, checking);
    if (!sound()) return;
    if (const auto& ground = ground::in(scene).ground)
        scene.environment.ground = {ground->surface->grid, ground::ground_table, &ground::fields::height,
                                    ground->material};
    makeBodies(scene, checking);
    if (!sound()) return;
    scene.environment.mobility = wallMobilities(scene);
    checkSizes(checking);
    if (!sound()) return;
    checkHybrid(checking);
    makeContacts(scene);
}

void check(const Checking& checking) {
    checkContacts(checking);
    if (!checking.diagnostics.hasErrors()) checkFixed(checking);
    checkGeometry(checking);
    checkGround(checking);
    if (!checking.diagnostics.hasErrors()) checkBodies(checking);
    if (!checking.diagnostics.hasErrors()) checkFreeBodies(checking);
    checkEmitters(checking);
    checkOverlaps(checking);
    checkColours(checking);
}

void finish(Scene& scene, const Checking& checking) {
    chooseStiffness(scene);
    const Expected expected = expect(checking.scene);
    checkStep(checking, expected.contact_time);
    checkSoftness(checking, expected.speed);
    checkRestitution(checking, expected.impact_speed, expected.dt);
    checkPeriodic(checking);
    checkRolling(checking);
    checkResolution(checking);
    checkEndlessFall(checking, expected.dt);
}

std::vector<std::string> notOnDevice(const Scene& scene) {
    std::vector<std::string> refused;
    if (ground::in(scene).ground) refused.emplace_back("[ground]");
    if (ground::in(scene).soil) refused.emplace_back("[soil]");
    if (couple::hybridIn(scene)) refused.emplace_back("[hybrid]");
    if (!solids::in(scene).bodies.empty()) refused.emplace_back("[[body]]");
    if (grains::in(scene).params.rest) refused.emplace_back("grains.rest = true");
    return refused;
}

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Granular>(scene));
}

}  // namespace

method::Method granular() {
    return {.name = "granular",
            .line = "grains on ground, among bodies and as ground, in one step",
            .couples = {"grains", "ground", "solids", "hybrid"},
            .used = used,
            .load = load,
            .check = check,
            .finish = finish,
            .needs = needs,
            .summary = summary,
            .not_on_device = notOnDevice,
            .inputs = inputs,
            .sources = sources,
            .lands = lands,
            .build = build,
            .fields = outputFields(),
            .colours = colours(),
            .colours_of = coloursOf,
            .drawn_fields = drawnFields,
            .draw = draw,
            .plots = plots(),
            .bench = bench()};
}

}  // namespace talus::couple::granular
