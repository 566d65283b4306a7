#include "talus/engines/lammps/forecast/lammps_differences.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/engines/lammps/lammps_shape.h"
#include "talus/grains/fields.h"
#include "talus/grains/springs.h"

namespace talus::engines {
namespace {

/// Relative errors of the numbers of a class of radii, for the grains at its ends.
struct RadiusErrors {
    double normal = 0, turning = 0, dashpot = 0, pull = 0;

    void include(const LammpsLaw& used, const LammpsLaw& wanted) {
        const auto share = [](double a, double b) { return b != 0 ? std::abs(a / b - 1) : 0; };
        normal = std::max(normal, share(used.stiffness, wanted.stiffness));
        pull = std::max(pull, share(used.pull, wanted.pull));
        // Tsuji's dashpot follows from the stiffness; its argument is not a coefficient to compare.
        if (used.damping != "tsuji")
            dashpot = std::max(dashpot, share(used.damping_value, wanted.damping_value));
        for (const auto spring : {&LammpsLaw::rolling, &LammpsLaw::twisting})
            for (const auto part :
                 {&LammpsSpring::stiffness, &LammpsSpring::damping, &LammpsSpring::friction})
                turning = std::max(turning, share(used.*spring.*part, wanted.*spring.*part));
    }
};

RadiusErrors radiusErrors(const grains::Setup& setup, const LammpsModel& model) {
    RadiusErrors errors;
    std::set<std::string> ignored;
    for (const LammpsPair& pair : model.pairs) {
        const LammpsType &a = model.types[pair.first - 1], &b = model.types[pair.second - 1];
        if ((a.radius == 0 && b.radius == 0) || (a.fixed && b.fixed)) continue;
        const grains::LawConstants& law = setup.laws.at(a.material, b.material);
        errors.include(pair.law, lammpsLaw(law, effectiveContact(a, a.low, b, b.low), ignored));
        errors.include(pair.law, lammpsLaw(law, effectiveContact(a, a.high, b, b.high), ignored));
    }
    for (const environment::WallFace& face : setup.walls->faces()) {
        const auto shape = lammpsShape(face);
        if (!shape) continue;
        for (const LammpsType& type : model.types) {
            if (type.radius == 0 || type.fixed) continue;
            const grains::LawConstants& law = setup.laws.at(type.material, face.material);
            const LammpsLaw used = lammpsWallLaw(
                law, effectiveWallContact(shape->curvature_radius, type, type.radius), model.pours, ignored);
            for (const double a : {type.low, type.high})
                errors.include(used,
                               lammpsWallLaw(law, effectiveWallContact(shape->curvature_radius, type, a),
                                             model.pours, ignored));
        }
    }
    return errors;
}

/// Maximum shift of the attraction tables for the grains at the ends of a class, over the distance at touch.
double attractionShift(const LammpsModel& model) {
    double off = 0;
    for (const LammpsPull& pull : model.pulls) {
        const LammpsType &a = model.types[pull.first - 1], &b = model.types[pull.second - 1];
        for (const double touch : {a.low + b.low, a.high + b.high})
            off = std::max(off, std::abs(touch / pull.touch - 1));
    }
    return off;
}

void noteClasses(const grains::Setup& setup, LammpsModel& model) {
    const bool classes = std::any_of(model.types.begin(), model.types.end(),
                                     [](const LammpsType& t) { return t.radius > 0 && t.low < t.high; });
    if (!classes) return;
    const RadiusErrors errors = radiusErrors(setup, model);
    if (errors.normal > 0)
        model.notes.push_back(fmt::format(
            "LAMMPS' contact force depends on the radius where this law's does not; the grains are "
            "put into {} classes of radii, which makes contacts up to {:.2g}% too stiff or too soft",
            model.types.size(), 100 * errors.normal));
    if (errors.dashpot > 0)
        model.notes.push_back(fmt::format(
            "while emitters insert grains, a dashpot at LAMMPS' walls cannot use each grain's own mass; the "
            "grains are put into {} classes of radii, which makes that dashpot up to {:.2g}% too strong or "
            "too weak",
            model.types.size(), 100 * errors.dashpot));
    const double off = attractionShift(model);
    if (off > 0)
        model.notes.push_back(fmt::format(
            "in LAMMPS cohesion between grains is a table of the distance of their centres; the grains are "
            "put into {} classes of radii, so cohesion begins up to {:.2g}% of that distance too early or "
            "too late",
            model.types.size(), 100 * off));
    if (errors.pull > 0)
        model.notes.push_back(fmt::format(
            "LAMMPS' attraction at a wall depends on the radius where this cohesion does not; the grains are "
            "put into {} classes of radii, which makes it up to {:.2g}% too strong or too weak",
            model.types.size(), 100 * errors.pull));
    if (errors.turning > 0)
        model.notes.push_back(fmt::format(
            "LAMMPS' resistance to rolling does not depend on a grain's mass; the grains are put into {} "
            "classes of radii, which makes its dashpot up to {:.2g}% too strong or too weak",
            model.types.size(), 100 * errors.turning));
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
                return needsRadiusAtWall(setup.laws.at(type.material, face.material), true, model.pours);
            };
            if (!shape || !shape->curvature_varies ||
                std::none_of(model.types.begin(), model.types.end(), needs))
                continue;
            model.notes.push_back(fmt::format(
                "wall '{}': in LAMMPS the effective radius, and with it the contact force, varies along a "
                "cone, a capsule or a disc with a hole; Talus takes the grain's radius everywhere",
                walls[w].name));
            break;
        }
        if (std::any_of(faces.begin() + body.first_face, faces.begin() + body.end_face,
                        [](const environment::WallFace& f) {
                            return f.kind == environment::WallFace::Kind::Capsule;
                        }))
            model.notes.push_back(
                fmt::format("wall '{}': LAMMPS loses the spring of a contact that passes from the side of a "
                            "capsule to its end",
                            walls[w].name));
        using Kind = environment::Motion::Kind;
        const auto any = [&](auto of) { return std::any_of(body.motions.begin(), body.motions.end(), of); };
        if (any([](const environment::Motion& m) { return m.kind == Kind::Vibrate; }))
            model.notes.push_back(fmt::format(
                "wall '{}' vibrates: LAMMPS computes its velocity from its last two positions, half a step "
                "late",
                walls[w].name));
        else if (!body.motions.empty())
            model.notes.push_back(fmt::format(
                "wall '{}' moves: LAMMPS computes its velocity from its last two positions, so the "
                "wall starts and stops one step late",
                walls[w].name));
        if (any([](const environment::Motion& m) {
                return m.kind == Kind::Rotate || !m.keyframes.rotations.empty();
            }))
            model.notes.push_back(
                fmt::format("wall '{}' turns: LAMMPS takes the wall's velocity at its surface, Talus at the "
                            "bottom of the grain, which is an overlap farther",
                            walls[w].name));
    }
}

/// With s = a^(3/2) / (k R_e), k = sqrt(pi gamma / E*), JKR's (law/cohesion.h) is
///   d = k (k R_e)^(1/3) (s^(4/3) - 2 s^(1/3)),   F = pi gamma R_e (4/3 s^2 - 4 s),
/// for all grains. In Talus a neck tears where d has its minimum (s = 1/2), in LAMMPS where F has its minimum
/// (s = 3/2). In both it begins at d = 0 (s = 2), and its energy is the integral of F from there. The limit
/// of friction is mu 4/3 s^2 pi gamma R_e in Talus and mu (F + 6 pi gamma R_e) in LAMMPS. Their ratio has its
/// minimum of one half at F = 0 (s = 3).
constexpr double neck_gap = 0.4807, neck_work = 0.4939;

bool sticks(const LammpsPair& pair) { return pair.law.neck > 0; }

bool hasNecks(const LammpsModel& model) {
    return std::any_of(model.pairs.begin(), model.pairs.end(), sticks);
}

void noteNecks(LammpsModel& model) {
    if (!hasNecks(model)) return;
    model.notes.push_back(fmt::format(
        "cohesion = \"jkr\": in LAMMPS a neck tears at {:.2f} times the gap at which it tears in Talus, and "
        "takes {:.2f} times the energy; two grains stick to each other up to {:.2f} times the speed",
        neck_gap, neck_work, std::sqrt(neck_work)));
    const auto rubs = [](const LammpsPair& pair) {
        return sticks(pair) && (pair.law.friction > 0 || pair.law.rolling.stiffness > 0);
    };
    if (std::any_of(model.pairs.begin(), model.pairs.end(), rubs))
        model.notes.emplace_back(
            "cohesion = \"jkr\" with friction: LAMMPS limits friction and rolling by the normal force plus "
            "twice the pull-off force, Talus by the repulsive part of the normal force; grains that only "
            "stick have half the friction of Talus, and the harder they are pressed together the smaller the "
            "difference; an impact at 45 degrees and 1 m/s gave grains 5 to 14% more spin (surface energy "
            "0.05 and 0.5 J/m2)");
}

void noteCohesion(LammpsModel& model) {
    for (const LammpsPull& pull : model.pulls)
        if (pull.law.hasMemory()) {
            model.notes.emplace_back(
                "cohesion = \"capillary\": in LAMMPS a liquid bridge acts within its range even before the "
                "two grains have touched");
            return;
        }
}

void noteTurningSprings(LammpsModel& model) {
    if (model.program == "LAMMPS" && model.turningSprings())
        model.notes.emplace_back(
            "rolling = \"spring\": on several ranks LAMMPS reverses the spring of two grains when one of "
            "them moves to another rank; the springs against rolling of a few contacts are then wrong");
}

}  // namespace

void addDifferences(const scene::Simulation& simulation, const grains::Setup& setup, LammpsModel& model) {
    noteClasses(setup, model);
    noteWalls(simulation, setup, model);
    noteNecks(model);
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
            "the shear springs of {} contacts are not exported (a data file cannot hold them; talus resume "
            "--engine lammps passes them on): LAMMPS starts all of them at zero, and a heap at rest settles "
            "a little",
            springs));
    if (world.step > 0 && hasNecks(model))
        model.notes.emplace_back(
            "necks that are stretched across a gap are not exported either: LAMMPS starts with those grains "
            "apart");
}

}  // namespace talus::engines
