#include "talus/run/lammps/forecast/lammps_differences.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/grains/fields.h"
#include "talus/grains/forces/springs.h"
#include "talus/run/lammps/walls/lammps_shape.h"

namespace talus::run {
namespace {

/// By how much the numbers of a class of radii are wrong for the grains at its ends, as shares.
struct Wrong {
    double normal = 0, turning = 0, dashpot = 0;

    void meet(const LammpsLaw& used, const LammpsLaw& wanted) {
        const auto share = [](double a, double b) { return b != 0 ? std::abs(a / b - 1) : 0; };
        normal = std::max(normal, share(used.stiffness, wanted.stiffness));
        // Tsuji's dashpot follows from the stiffness; its argument is no size.
        if (used.damping != "tsuji")
            dashpot = std::max(dashpot, share(used.damping_value, wanted.damping_value));
        for (const auto spring : {&LammpsLaw::rolling, &LammpsLaw::twisting})
            for (const auto part : {&grains::LammpsSpring::stiffness, &grains::LammpsSpring::damping,
                                    &grains::LammpsSpring::friction})
                turning = std::max(turning, share(used.*spring.*part, wanted.*spring.*part));
    }
};

Wrong wrongOf(const grains::Setup& setup, const LammpsModel& model) {
    Wrong wrong;
    std::set<std::string> ignored;
    for (const LammpsPair& pair : model.pairs) {
        const LammpsType &a = model.types[pair.first - 1], &b = model.types[pair.second - 1];
        if ((a.radius == 0 && b.radius == 0) || (a.fixed && b.fixed)) continue;
        const grains::LawConstants& law = setup.laws.at(a.material, b.material);
        wrong.meet(pair.law, lammpsLaw(law, touchingOf(a, a.low, b, b.low), ignored));
        wrong.meet(pair.law, lammpsLaw(law, touchingOf(a, a.high, b, b.high), ignored));
    }
    for (const environment::WallFace& face : setup.walls->faces()) {
        const auto shape = lammpsShape(face);
        if (!shape) continue;
        for (const LammpsType& type : model.types) {
            if (type.radius == 0 || type.fixed) continue;
            const grains::LawConstants& law = setup.laws.at(type.material, face.material);
            const LammpsLaw used =
                lammpsWallLaw(law, touchingAt(shape->bend, type, type.radius), model.pours, ignored);
            for (const double a : {type.low, type.high})
                wrong.meet(used, lammpsWallLaw(law, touchingAt(shape->bend, type, a), model.pours, ignored));
        }
    }
    return wrong;
}

void noteClasses(const grains::Setup& setup, LammpsModel& model) {
    const bool classes = std::any_of(model.types.begin(), model.types.end(),
                                     [](const LammpsType& t) { return t.radius > 0 && t.low < t.high; });
    if (!classes) return;
    const Wrong wrong = wrongOf(setup, model);
    if (wrong.normal > 0)
        model.notes.push_back(fmt::format(
            "LAMMPS' contact force depends on the radius where this law's does not; the grains are "
            "put into {} classes of radii, which makes contacts up to {:.2g}% too stiff or too soft",
            model.types.size(), 100 * wrong.normal));
    if (wrong.dashpot > 0)
        model.notes.push_back(fmt::format(
            "while spouts pour, LAMMPS' walls cannot have a dashpot of each grain's own mass; the grains are "
            "put into {} classes of radii, which makes that dashpot up to {:.2g}% too strong or too weak",
            model.types.size(), 100 * wrong.dashpot));
    if (wrong.turning > 0)
        model.notes.push_back(fmt::format(
            "LAMMPS' resistance to rolling does not know a grain's mass; the grains are put into {} "
            "classes of radii, which makes its dashpot up to {:.2g}% too strong or too weak",
            model.types.size(), 100 * wrong.turning));
}

void noteWalls(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    const auto& walls = simulation.scene().environment.walls;
    const std::vector<environment::WallFace>& faces = setup.walls->faces();
    for (std::size_t w = 0; w < walls.size(); ++w) {
        const environment::WallBody& body = setup.walls->bodies()[w];
        if (body.follows) continue;
        for (std::uint32_t f = body.first_face; f < body.end_face; ++f) {
            const environment::WallFace& face = faces[f];
            const auto shape = lammpsShape(face);
            const auto needs = [&](const LammpsType& type) {
                return needsRadius(setup.laws.at(type.material, face.material), true);
            };
            if (!shape || !shape->bends_variably ||
                std::none_of(model.types.begin(), model.types.end(), needs))
                continue;
            model.notes.push_back(fmt::format(
                "wall '{}': LAMMPS' effective radius changes along a cone, a capsule or a disc with "
                "a hole, and the contact with it; Talus takes the grain's radius everywhere",
                walls[w].name));
            break;
        }
        if (std::any_of(faces.begin() + body.first_face, faces.begin() + body.end_face,
                        [](const environment::WallFace& f) {
                            return f.kind == environment::WallFace::Kind::Capsule;
                        }))
            model.notes.push_back(fmt::format(
                "wall '{}': LAMMPS forgets the springs of a grain that passes from the side of a capsule to "
                "its end",
                walls[w].name));
        using Kind = environment::Motion::Kind;
        const auto any = [&](auto of) { return std::any_of(body.motions.begin(), body.motions.end(), of); };
        if (any([](const environment::Motion& m) { return m.kind == Kind::Vibrate; }))
            model.notes.push_back(fmt::format(
                "wall '{}' vibrates: LAMMPS takes its speed from its last two places, half a step late",
                walls[w].name));
        else if (!body.motions.empty())
            model.notes.push_back(
                fmt::format("wall '{}' moves: LAMMPS takes its speed from its last two places, so that it "
                            "starts and stops "
                            "one step late",
                            walls[w].name));
        if (any([](const environment::Motion& m) { return m.kind == Kind::Rotate || !m.rotations.empty(); }))
            model.notes.push_back(fmt::format(
                "wall '{}' turns: LAMMPS takes the speed of its surface, Talus that at the bottom of "
                "the grain, an overlap farther",
                walls[w].name));
    }
}

void noteCohesion(LammpsModel& model) {
    for (const LammpsPull& pull : model.pulls)
        if (pull.law.hasMemory()) {
            model.notes.emplace_back(
                "cohesion = \"capillary\": in LAMMPS a bridge of water is there within its range, also "
                "before the "
                "two grains ever touched");
            return;
        }
}

void noteTurningSprings(LammpsModel& model) {
    if (model.program == "LAMMPS" && model.turningSprings())
        model.notes.emplace_back(
            "rolling = \"spring\": on several ranks LAMMPS turns the spring of two grains round when one of "
            "them goes to another rank; the springs against rolling of a few contacts are then wrong");
}

}  // namespace

void addDifferences(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    noteClasses(setup, model);
    noteWalls(simulation, setup, model);
    noteCohesion(model);
    noteTurningSprings(model);
}

void noteLostSprings(const scene::Simulation& simulation, LammpsModel& model) {
    const state::World& world = simulation.world();
    const state::Table& contacts = world.table(grains::contacts_table);
    const auto between_grains = grains::shearSprings(contacts);
    std::size_t springs = 0;
    for (std::size_t row = 0; row < contacts.size(); ++row) springs += squaredLength(between_grains[row]) > 0;
    for (const Vec3d& at_wall : world.table(grains::wall_contacts_table).read(grains::fields::wall_spring))
        springs += squaredLength(at_wall) > 0;
    if (springs > 0)
        model.notes.push_back(fmt::format(
            "the shear springs of {} contacts are not handed over (a data file has no place for them; talus "
            "resume --engine lammps hands them over): LAMMPS starts all of them at zero, and a heap at rest "
            "settles anew by a little",
            springs));
}

}  // namespace talus::run
