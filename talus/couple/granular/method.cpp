#include "talus/couple/granular/method.h"

#include "talus/couple/granular/bench.h"
#include "talus/couple/granular/check/checks.h"
#include "talus/couple/granular/estimate.h"
#include "talus/couple/granular/instance.h"
#include "talus/couple/granular/load/follow_materials.h"
#include "talus/couple/granular/load/load.h"
#include "talus/couple/granular/picture/draw.h"
#include "talus/couple/granular/plot/plots.h"
#include "talus/couple/granular/sources.h"
#include "talus/grains/clumps/draw_shape.h"
#include "talus/ground/fields.h"
#include "talus/method/preview.h"

namespace talus::couple::granular {
namespace {

bool used(const Scene& scene) { return moves(scene) || ground::in(scene).ground; }

void load(Scene& scene, const Checking& checking) {
    // Errors of the bodies do not hide those of the ground.
    const auto sound = [&, before = checking.diagnostics.errorCount()] {
        return checking.diagnostics.errorCount() == before;
    };
    makeShapes(scene, checking);
    loadImports(scene, checking);
    if (!sound()) return;
    loadRaster(scene, checking);
    makeGround(scene, checking);
    if (!sound()) return;
    if (const auto& ground = ground::in(scene).ground)
        scene.environment.ground = {ground->surface->grid, ground::ground_table, &ground::fields::height,
                                    ground->material, ground::in(scene).soil.has_value()};
    checkSoil(checking);
    if (checking.diagnostics.hasErrors()) return;
    checkSizes(checking);
    if (!sound()) return;
    checkHybrid(checking);
    makeContacts(scene);
}

void check(const Checking& checking) {
    const auto sound = [&, before = checking.diagnostics.errorCount()] {
        return checking.diagnostics.errorCount() == before;
    };
    checkContacts(checking);
    if (!checking.diagnostics.hasErrors()) checkFixed(checking);
    checkGeometry(checking);
    checkGround(checking);
    if (sound()) checkBodies(checking);
    checkEmitters(checking);
    checkClumps(checking);
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
    checkClumpsInDomain(checking);
}

std::vector<std::string> notOnDevice(const Scene& scene) {
    std::vector<std::string> refused;
    if (ground::in(scene).ground) refused.emplace_back("[ground]");
    if (ground::in(scene).soil) refused.emplace_back("[soil]");
    if (couple::hybridIn(scene)) refused.emplace_back("[hybrid]");
    if (scene.environment.points) refused.emplace_back("[[cloth]]");
    if (grains::in(scene).params.rest) refused.emplace_back("grains.rest = true");
    if (hasClumps(scene)) refused.emplace_back("[[grain_shape]]");
    return refused;
}

Result<std::unique_ptr<method::Instance>> build(const Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Granular>(scene));
}

std::vector<method::Preview> previews(const Scene& scene) {
    std::vector<method::Preview> all;
    for (const grains::GrainShape& shape : grains::in(scene).shapes)
        if (shape.made && shape.covered)
            all.push_back({"grain-shape-" + shape.name, grains::pictureOf(shape)});
    return all;
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
            .previews = previews,
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
