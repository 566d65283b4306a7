#include "talus/network/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/formula.h"
#include "talus/core/nearest.h"
#include "talus/core/printable.h"
#include "talus/environment/contact/barriers.h"
#include "talus/method/read_mesh.h"
#include "talus/method/source.h"
#include "talus/network/plane.h"
#include "talus/network/stability.h"

namespace talus::network {
namespace {

using method::Checking;
using Kind = Link::Kind;
using Pairs = Link::Pairs;

const Masses* groupNamed(const Part& part, const std::string& name) {
    const auto found = std::find_if(part.masses.begin(), part.masses.end(),
                                    [&](const Masses& group) { return group.name == name; });
    return found == part.masses.end() ? nullptr : &*found;
}

bool isWall(const Checking& checking, const std::string& name) {
    const auto& walls = checking.scene.environment.walls;
    return std::any_of(walls.begin(), walls.end(), [&](const auto& wall) { return wall.name == name; });
}

int dimensionsOf(const Checking& checking) {
    return in(checking.scene).network.value_or(Network{}).dimensions;
}

/// Whether a group has masses, now or later.
void checkCount(const Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Masses& group = part.masses[index];
    const bool is_empty = group.layout == Masses::Layout::List && group.positions.empty();
    if (!is_empty && group.layout != Masses::Layout::None) return;
    const char* key = is_empty ? "positions" : "layout";
    if (group.kind != Masses::Kind::Free)
        return checking.error("masses", index, key,
                              "the group has no positions, and sources make only free masses",
                              "give positions, or another layout");
    if (std::none_of(part.sources.begin(), part.sources.end(),
                     [&](const Source& source) { return source.masses == group.name; }))
        checking.warn("masses", index, key, "the group has no masses, and no [[mass_source]] makes any",
                      "give positions, another layout, or a source");
}

/// Warns of what says something of free masses only.
void warnOfUnused(const Checking& checking, std::size_t index) {
    const Masses& group = in(checking.scene).masses[index];
    if (group.kind == Masses::Kind::Free) return;
    const auto warn = [&](const char* key, bool given) {
        if (given)
            checking.warn("masses", index, key, "it has no effect on masses that do not move freely",
                          "leave it out, or choose kind = \"free\"");
    };
    warn("velocity", group.velocity != Vec3d{});
    warn("force", group.force != Vec3d{});
    warn("damping", group.damping != 0);
}

void checkMasses(const Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Masses& group = part.masses[index];
    const int dimensions = dimensionsOf(checking);
    const auto flat = [&](const char* key, const Vec3d& v) {
        if (leavesPlane(v, dimensions))
            checking.error("masses", index, key, leavesPlaneText(dimensions), staysInPlaneHint(dimensions));
    };
    // In one dimension masses may stand beside each other; only how they move is along z.
    if (dimensions == 2) {
        for (const Vec3d& p : group.positions) flat("positions", p);
        for (const Vec3d& p : group.points) flat("points", p);
        if (group.layout == Masses::Layout::Line || group.layout == Masses::Layout::Grid) {
            flat("from", group.from);
            flat("to", group.to);
        }
    }
    flat("velocity", group.velocity);
    flat("force", group.force);
    checkCount(checking, index);
    warnOfUnused(checking, index);
    if (group.kind == Masses::Kind::Moved && !isWall(checking, group.wall))
        checking.error("masses", index, "wall",
                       fmt::format("no wall or body is named {}", settings::quoted(group.wall)),
                       "name a [[wall]] or a [[body]] of the scene");
    if (group.points.size() > 1000)
        checking.error("masses", index, "points", "a grain has at most 1000 points",
                       "make the grain of fewer");
}

void checkSource(const Checking& checking, std::size_t index) {
    const Source& source = in(checking.scene).sources[index];
    method::report(checking, "mass_source", index, environment::regionFlaws(source));
    method::report(checking, "mass_source", index, environment::scheduleFlaws(source, "rates"));
    if (const int dimensions = dimensionsOf(checking); leavesPlane(source.velocity, dimensions))
        checking.error("mass_source", index, "velocity", leavesPlaneText(dimensions),
                       staysInPlaneHint(dimensions));
    if (!(environment::largestRate(source) > 0))
        checking.warn("mass_source", index, source.times.empty() ? "rate" : "rates",
                      "the rate is 0, so that it makes nothing", "give a rate above 0");
    const Masses* group = groupNamed(in(checking.scene), source.masses);
    if (group != nullptr && group->kind != Masses::Kind::Free)
        checking.error("mass_source", index, "masses",
                       fmt::format("the masses of '{}' do not move, so new ones would stay", group->name),
                       "name a group with kind = \"free\"");
}

void checkNames(const Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Link& link = part.links[index];
    if (link.between.empty() || link.between.size() > 2)
        return checking.error("link", index, "between",
                              fmt::format("'between' has {} names", link.between.size()), "give one or two");
    std::vector<std::string> known;
    for (const Masses& group : part.masses) known.push_back(group.name);
    for (const auto& wall : checking.scene.environment.walls) known.push_back(wall.name);
    for (std::size_t k = 0; k < link.between.size(); ++k) {
        const std::string& name = link.between[k];
        if (groupNamed(part, name) != nullptr) {
            if (isWall(checking, name))
                checking.error("link", index, "between",
                               fmt::format("masses and a wall or body are both named '{}'", name),
                               "give one of them another name");
            continue;
        }
        if (isWall(checking, name)) {
            if (k == 0)
                checking.error("link", index, "between", "begins with a wall", "name the masses first");
            else if (link.pairs != Pairs::Near)
                checking.error("link", index, "pairs", "'pairs' must be \"near\" at a wall", "leave it out");
            continue;
        }
        const auto match = nearest(name, known);
        checking.error("link", index, "between",
                       fmt::format("no masses and no wall are named {}", settings::quoted(name)),
                       match ? fmt::format("did you mean '{}'?", *match) : "name [[masses]] of the scene");
    }
}

void checkPairs(const Checking& checking, std::size_t index) {
    const Part& part = in(checking.scene);
    const Link& link = part.links[index];
    const Masses *a = groupNamed(part, link.between.front()), *b = groupNamed(part, link.between.back());
    if (a == nullptr) return;
    const auto error = [&](const char* key, std::string what, std::string hint) {
        checking.error("link", index, key, std::move(what), std::move(hint));
    };
    if (link.pairs == Pairs::Near && link.kind == Kind::Spring && !isWall(checking, link.between.back()))
        return error("pairs", "springs have no largest distance, so they cannot join all that are near",
                     "choose \"edges\", \"list\" or \"grain\", or kind = \"contact\"");
    if ((link.pairs == Pairs::Edges || link.pairs == Pairs::Grain) && link.between.size() == 2 && a != b)
        return error("between", "names two groups, and these pairs are within one", "name one group");
    if (link.pairs == Pairs::Grain && a->points.size() < 2)
        return error("pairs", fmt::format("the grains of '{}' have one point each", a->name),
                     "give the group its `points`");
    if (link.pairs == Pairs::Edges && !a->points.empty())
        return error("pairs", fmt::format("the grains of '{}' have several points", a->name),
                     "edges join groups without `points`");
    if (link.pairs == Pairs::Edges && a->layout != Masses::Layout::Line &&
        a->layout != Masses::Layout::Grid && a->layout != Masses::Layout::Mesh)
        return error("pairs", fmt::format("'{}' has no edges", a->name),
                     "only layouts line, grid and mesh have neighbours; or give a list");
    const bool given =
        link.pairs == Pairs::Edges || link.pairs == Pairs::List ||
        // The depth of Lennard-Jones, whose slope depends on the length, is meant for one length.
        (link.pairs == Pairs::Grain && link.kind != Kind::LennardJones);
    const bool has_length = link.kind != Kind::Table && link.kind != Kind::Formula;
    if (!link.length && has_length && !given)
        error("length", "'length' is not given, and these pairs have no distance at the start",
              "give the distance of two masses that just touch");
    if (link.length && *link.length == 0 && link.kind != Kind::Spring && has_length)
        error("length", "'length' is 0, so that the masses never touch",
              "give the distance at which they touch");
    if (link.pairs != Pairs::List) return;
    if (b == nullptr) return;
    if (link.first.size() != link.second.size())
        return error(
            "second",
            fmt::format("'second' has {} entries, and 'first' has {}", link.second.size(), link.first.size()),
            "each pair needs both");
    if (link.first.empty()) return error("first", "'first' is empty", "give pairs of positions");
    if (!a->points.empty() || !b->points.empty())
        return error("pairs", "lists are for groups without `points`", "use \"grain\" within grains");
    const auto layoutCount = [&](const Masses* group) {
        const auto g = static_cast<std::size_t>(group - part.masses.data());
        return g < part.layouts.size() ? part.layouts[g].positions.size() : std::size_t{0};
    };
    for (const auto& [key, list, group] :
         {std::tuple{"first", &link.first, a}, std::tuple{"second", &link.second, b}})
        for (const int position : *list)
            if (static_cast<std::size_t>(position) >= layoutCount(group))
                return error(key,
                             fmt::format("{} is no position of '{}', which has {}", position, group->name,
                                         layoutCount(group)),
                             "positions are counted from 0");
    for (std::size_t k = 0; k < link.first.size(); ++k)
        if (a == b && link.first[k] == link.second[k])
            return error("second", fmt::format("pair {} joins position {} with itself", k, link.first[k]),
                         "a link has two ends");
}

/// Whether a force moves something at one of the ends of a link.
bool movesSomething(const Checking& checking, const Link& link) {
    const Part& part = in(checking.scene);
    std::vector<std::string> bodies;
    for (const std::string& name : link.between) {
        const Masses* group = groupNamed(part, name);
        if (group != nullptr && group->kind == Masses::Kind::Free) return true;
        if (group == nullptr) bodies.push_back(name);
        if (group != nullptr && group->kind == Masses::Kind::Moved) bodies.push_back(group->wall);
    }
    if (bodies.empty()) return false;
    const auto& world = checking.scene.environment;
    const auto walls = environment::rigidWallsOf(world);
    return std::any_of(bodies.begin(), bodies.end(), [&](const std::string& name) {
        return isWall(checking, name) && walls->isFreeBody(environment::wallIndex(world, name));
    });
}

/// Warns of links that have no force, or less than their kind promises.
void warnOfNoForce(const Checking& checking, std::size_t index) {
    const Link& link = in(checking.scene).links[index];
    const auto warn = [&](const char* key, const char* what, const char* hint) {
        checking.warn("link", index, key, what, hint);
    };
    const bool touches = link.kind == Kind::Contact || link.kind == Kind::Friction;
    // Where L-J has its least energy, its force is 0.
    const double rest = std::pow(2.0, 1.0 / 6) * link.length.value_or(0);
    if (link.kind == Kind::Spring && link.stiffness == 0 && link.damping == 0)
        warn("stiffness", "the spring has neither stiffness nor damping, so that it has no force",
             "give one of them");
    if (touches && link.stiffness == 0)
        warn("stiffness", "the contact has no stiffness, so that it holds nothing apart", "give it one");
    if (link.kind == Kind::Friction && (link.friction == 0 || link.friction_damping == 0))
        warn(link.friction == 0 ? "friction" : "friction_damping",
             "the link has no friction, since 'friction' or 'friction_damping' is 0",
             "below Coulomb's limit friction is friction_damping times the speed across: give both");
    if (link.kind == Kind::LennardJones && link.depth == 0)
        warn("depth", "'depth' is 0, so that there is no force", "give the energy of the bond");
    if (link.kind == Kind::LennardJones && link.reach > 0 && link.reach < rest)
        warn("reach",
             "'reach' is below 1.12 times the length, where the force changes its sign: nothing attracts",
             "give two or three times the length");
    if (movesSomething(checking, link)) return;
    warn("between", "neither end moves freely, so that the link moves nothing",
         "name a group with kind = \"free\", or a free body");
}

void checkLaw(const Checking& checking, std::size_t index) {
    const Link& link = in(checking.scene).links[index];
    const auto error = [&](const char* key, std::string what, std::string hint) {
        checking.error("link", index, key, std::move(what), std::move(hint));
    };
    if (link.kind == Kind::Table) {
        if (link.distances.size() != link.forces.size() || link.distances.size() < 2)
            return error("distances",
                         fmt::format("{} distances and {} forces", link.distances.size(), link.forces.size()),
                         "give at least two of each");
        for (std::size_t k = 1; k < link.distances.size(); ++k)
            if (!(link.distances[k] > link.distances[k - 1]))
                return error("distances", "the distances must increase", "sort them");
    }
    warnOfNoForce(checking, index);
    if ((link.kind == Kind::LennardJones || link.kind == Kind::Formula) && !(link.reach > 0))
        error("reach", "'reach' is 0, so that there is no force", "give the largest distance with a force");
    if (link.kind == Kind::Formula)
        if (const auto formula = Formula::parse(link.formula, formulaVariables()); !formula)
            error("force", "this formula cannot be read: " + formula.error().message,
                  "it may use d, u, L, k and z");
}

void checkStability(const Checking& checking) {
    const Setup setup = setupOf(checking.scene);
    const auto what = [&](const Load& load) {
        if (load.touched)
            return fmt::format(
                "masses of '{}' touch the body '{}', which meets them with {:.3g} kg where it is "
                "lightest, with K = {:.3g} and Z = {:.3g} by {}: (K + 2 Z) / M is {:.3g}, and "
                "must be less than 4",
                setup.groups[load.group].name, setup.wall_names[*load.touched], load.mass, load.stiffness,
                load.damping, load.links, 4 * load.ratio());
        return fmt::format(
            "a mass of '{}'{} of {:.3g} kg has K = {:.3g} and Z = {:.3g} by {}: (K + 2 Z) / M{} "
            "is {:.3g}, and must be less than 4",
            setup.groups[load.group].name, load.carried ? ", which moves with a body," : "", load.mass,
            load.stiffness, load.damping, load.links.empty() ? "its medium" : load.links,
            load.other.sum() > 0 ? ", with that at the other end of a link," : "", 4 * load.ratio());
    };
    const auto advice = [&](const Worst& worst) {
        // In the units of the algorithm K and Z do not depend on the rate.
        if (setup.network.units == Network::Units::Algorithm)
            return std::string("lower stiffness and damping, or raise the mass");
        // One per cent above the bound, which must not be reached.
        const double rate = 1.01 * worst.faster * setup.network.rate;
        if (rate > largest_rate) return std::string("lower stiffness and damping, or raise the mass");
        return fmt::format("raise network.rate to {:.0f}, lower stiffness and damping, or raise the mass",
                           std::ceil(rate));
    };
    if (const Worst springs = largestOfSprings(setup); springs.load.ratio() >= 1)
        return checking.error("masses", springs.load.group, "mass", what(springs.load), advice(springs));
    if (const Worst all = largestWithContacts(setup); all.load.ratio() >= 1)
        checking.warn("masses", all.load.group, "mass", what(all.load) + ", if it is touched from all sides",
                      advice(all));
}

void checkSteps(const Checking& checking) {
    const double interval = checking.scene.time.frame_interval,
                 rate = in(checking.scene).network.value_or(Network{}).rate;
    const double steps = interval * rate, whole = std::max(1.0, std::round(steps));
    // Times are read from decimals, so that a whole number of steps may be off by round-off.
    if (std::abs(steps - whole) <= 1e-9 * whole) return;
    checking.warn(
        "time", 0, "frame_interval",
        fmt::format(
            "'frame_interval' holds {:.4g} steps of the network, {:g} a second: each frame takes {:.0f} "
            "of {:.6g} s, and K = k T^2 and Z = z T are those of this T",
            steps, rate, std::ceil(steps), interval / std::ceil(steps)),
        fmt::format("a frame_interval of {:.9g} s holds {:.0f} steps", whole / rate, whole));
}

}  // namespace

void load(method::Scene& scene, const Checking& checking) {
    Part& part = in(scene);
    part.layouts.clear();
    for (std::size_t g = 0; g < part.masses.size(); ++g) {
        Masses& group = part.masses[g];
        std::optional<geometry::Mesh> mesh;
        if (group.layout == Masses::Layout::Mesh) {
            mesh = method::readMesh(checking, "masses", g, group.file);
            if (mesh)
                for (Vec3d& p : mesh->points) p = p * group.scale + group.shift;
        }
        auto layout = layoutOf(group, mesh ? &*mesh : nullptr);
        if (!layout) checking.error("masses", g, "spacing", layout.error().message, "");
        part.layouts.push_back(layout ? std::move(*layout) : Layout{});
        if (!checking.takeMemory(
                "masses", g, "name", "the masses",
                400.0 * static_cast<double>(part.layouts.back().positions.size() * group.pointsOfAGrain()),
                "use a larger spacing or fewer positions"))
            part.layouts.back() = {};
    }
}

void check(const Checking& checking) {
    const Part& part = in(checking.scene);
    if (part.masses.empty() && part.links.empty() && part.sources.empty()) {
        if (part.network)
            checking.warn("network", 0, "rate", "the scene has a [network] without masses",
                          "add [[masses]], or leave it out");
        return;
    }
    if (checking.diagnostics.hasErrors()) return;
    for (std::size_t g = 0; g < part.masses.size(); ++g) checkMasses(checking, g);
    for (std::size_t s = 0; s < part.sources.size(); ++s) checkSource(checking, s);
    for (std::size_t l = 0; l < part.links.size(); ++l) {
        const int before = checking.diagnostics.errorCount();
        checkNames(checking, l);
        if (checking.diagnostics.errorCount() == before) checkPairs(checking, l);
        checkLaw(checking, l);
    }
    checkCarriers(checking);
    if (!checking.scene.environment.periodic.empty())
        checking.error("world", 0, "periodic", "masses and links know no periodic sides", "leave it out");
    if (!checking.scene.environment.sinks.empty())
        checking.error("sink", 0, "name", "sinks do not take masses of networks", "leave it out");
    if (checking.diagnostics.hasErrors()) return;
    checkStability(checking);
    checkSteps(checking);
    if (leavesPlane(checking.scene.environment.gravity, dimensionsOf(checking)))
        checking.warn("world", 0, "gravity", "masses move along fewer axes, and feel nothing of the others",
                      staysInPlaneHint(dimensionsOf(checking)));
}

}  // namespace talus::network
