#include "talus/couple/granular/method.h"

#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/instance.h"
#include "talus/couple/granular/picture/draw.h"
#include "talus/couple/granular/plot/plots.h"
#include "talus/couple/granular/setup.h"
#include "talus/grains/bench.h"
#include "talus/grains/check/checks.h"
#include "talus/grains/load/follow_materials.h"
#include "talus/grains/load/grain_sizes.h"
#include "talus/grains/load/load.h"
#include "talus/grains/load/sources.h"
#include "talus/grains/picture/draw.h"
#include "talus/ground/check/checks.h"
#include "talus/ground/fields.h"
#include "talus/ground/load/lands.h"
#include "talus/ground/load/load.h"

namespace talus::couple::granular {
namespace {

bool used(const Scene& scene) { return moves(scene) || ground::in(scene).ground; }

void load(Scene& scene, const Checking& checking) {
    // Errors of the bodies do not hide those of the ground.
    const auto sound = [&, before = checking.diagnostics.errorCount()] {
        return checking.diagnostics.errorCount() == before;
    };
    grains::makeShapes(scene, checking);
    grains::loadImports(scene, checking);
    if (!sound()) return;
    ground::loadRaster(scene, checking);
    ground::makeGround(scene, checking);
    if (!sound()) return;
    if (const auto& ground = ground::in(scene).ground)
        scene.environment.ground = {ground->surface->grid, ground::ground_table, &ground::fields::height,
                                    ground->material, ground::in(scene).soil.has_value()};
    reserveSand(scene);
    ground::checkSoil(checking);
    if (checking.diagnostics.hasErrors()) return;
    grains::checkSizes(checking);
    if (!sound()) return;
    checkHybrid(checking);
    grains::makeContacts(scene);
}

void check(const Checking& checking) {
    const auto sound = [&, before = checking.diagnostics.errorCount()] {
        return checking.diagnostics.errorCount() == before;
    };
    grains::checkContacts(checking);
    checkMotion(checking);
    if (!checking.diagnostics.hasErrors()) grains::checkFixed(checking);
    grains::checkGeometry(checking);
    checkGrainsOnGround(checking);
    if (sound()) checkBodies(checking);
    grains::checkEmitters(checking);
    grains::checkClumps(checking);
    checkHybridClumps(checking);
    grains::checkOverlaps(checking);
    ground::checkColours(checking);
    grains::checkColours(checking);
}

void finish(Scene& scene, const Checking& checking) {
    if (grains::leavesStiffnessOpen(scene)) grains::chooseStiffness(scene, expect(scene));
    const Expected expected = expect(checking.scene);
    grains::checkStep(checking, expected.contact_time);
    grains::checkSoftness(checking, expected.speed);
    grains::checkRestitution(checking, expected.impact_speed, expected.dt);
    grains::checkPeriodic(checking);
    grains::checkRolling(checking);
    grains::checkResolution(checking);
    grains::checkEndlessFall(checking, expected.dt);
    grains::checkClumpsInDomain(checking);
}

std::vector<std::string> notOnDevice(const Scene& scene) {
    std::vector<std::string> refused;
    if (ground::in(scene).ground) refused.emplace_back("[ground]");
    if (ground::in(scene).soil) refused.emplace_back("[soil]");
    if (couple::hybridIn(scene)) refused.emplace_back("[hybrid]");
    if (grains::in(scene).params.rest) refused.emplace_back("grains.rest = true");
    if (grains::hasClumps(scene)) refused.emplace_back("[[grain_shape]]");
    return refused;
}

std::vector<method::Input> inputs(const Scene& scene) {
    std::vector<method::Input> files = grains::inputs(scene);
    for (method::Input& file : ground::inputs(scene)) files.push_back(std::move(file));
    return files;
}

std::vector<method::Land> lands(const Scene& scene) { return ground::lands(scene, depthOfSand(scene)); }

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Granular>(scene));
}

std::optional<method::Thing::Key> grainsIn(const Scene& scene) {
    if (!hasGrains(scene)) return std::nullopt;
    return method::Thing::Key{"contact", 0, "between"};
}

std::optional<method::Thing::Key> groundIn(const Scene& scene) {
    if (!ground::in(scene).ground) return std::nullopt;
    return method::Thing::Key{"ground", 0, "shape"};
}

std::vector<method::Meeting> meetings() {
    using enum method::Meeting::Kind;
    return {{"grains", "grains", BothWays, "contact laws"},
            {"grains", "walls", OneWay, "contact laws"},
            {"grains", "prescribed bodies", OneWay, "contact laws"},
            {"grains", "free bodies", BothWays, "contact laws, at the point of contact"},
            {"grains", "ground", OneWay, "contact laws; with [hybrid] grains become ground and come back"},
            {"grains", "volume", Refused, "use [ground] in place of [volume], or leave the grains out"},
            {"ground", "walls", Through, "nothing"},
            {"ground", "prescribed bodies", OneWay, "bodies press [soil] down; rigid ground stays"},
            {"free bodies", "ground", BothWays,
             "the response of [soil]; on rigid ground impulses with restitution and friction"}};
}

}  // namespace

method::Method granular() {
    return {.name = "granular",
            .line = "grains on ground and as ground, in one step",
            .couples = {"grains", "ground", "solids", "hybrid"},
            .things = {{"grains", grainsIn}, {"ground", groundIn}},
            .meetings = meetings(),
            .used = used,
            .load = load,
            .check = check,
            .finish = finish,
            .needs = needs,
            .summary = summary,
            .previews = grains::previews,
            .not_on_device = notOnDevice,
            .inputs = inputs,
            .sources = grains::sources,
            .lands = lands,
            .build = build,
            .fields = grains::outputFields(),
            .colours = colours(),
            .colours_of = coloursOf,
            .drawn_fields = grains::drawnFields,
            .draw = draw,
            .plots = plots(),
            .bench = grains::bench()};
}

}  // namespace talus::couple::granular
