#include "talus/network/setup.h"

#include <algorithm>
#include <limits>

#include "talus/core/formula.h"
#include "talus/environment/contact/barriers.h"

namespace talus::network {
namespace {

std::size_t groupOf(const std::vector<Masses>& groups, const std::string& name) {
    const auto found =
        std::find_if(groups.begin(), groups.end(), [&](const Masses& group) { return group.name == name; });
    return static_cast<std::size_t>(found - groups.begin());
}

/// The first row of each group. Rows are in the order of the groups, of their positions, and of the points of
/// each grain.
std::vector<std::size_t> firstRows(const Setup& setup) {
    std::vector<std::size_t> first{0};
    for (std::size_t g = 0; g < setup.groups.size(); ++g)
        first.push_back(first.back() + setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain());
    return first;
}

/// The springs of a link, in the order of the edges or of the list.
void addSpringsOf(std::uint32_t l, const std::vector<std::size_t>& first, const std::vector<Vec3d>& start,
                  Setup& setup) {
    const Link& link = setup.links[l];
    const std::size_t a = groupOf(setup.groups, link.between.front()),
                      b = groupOf(setup.groups, link.between.back());
    const auto add = [&](std::size_t i, std::size_t j) {
        setup.springs.first.push_back(static_cast<std::uint32_t>(i));
        setup.springs.second.push_back(static_cast<std::uint32_t>(j));
        setup.springs.length.push_back(link.length ? *link.length
                                                   : length(setup.project(start[j] - start[i])));
        setup.springs.link.push_back(l);
    };
    if (link.pairs == Link::Pairs::Edges)
        for (const auto& [i, j] : setup.layouts[a].edges) add(first[a] + i, first[a] + j);
    if (link.pairs == Link::Pairs::List)
        for (std::size_t k = 0; k < link.first.size(); ++k)
            add(first[a] + static_cast<std::size_t>(link.first[k]),
                first[b] + static_cast<std::size_t>(link.second[k]));
}

/// Whether the springs from `begin` on have a length.
Springs::Lengths lengthsOf(const Springs& springs, std::size_t begin) {
    const auto from = springs.length.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto zero = std::count(from, springs.length.end(), 0.0);
    if (zero == 0) return Springs::Lengths::Positive;
    return zero == springs.length.end() - from ? Springs::Lengths::Zero : Springs::Lengths::Mixed;
}

void addSprings(Setup& setup) {
    const std::vector<std::size_t> first = firstRows(setup);
    const std::vector<Vec3d> start = startPositions(setup);
    setup.start_rows = start.size();
    for (std::uint32_t l = 0; l < setup.links.size(); ++l) {
        setup.springs.begin_of_link.push_back(static_cast<std::uint32_t>(setup.springs.size()));
        addSpringsOf(l, first, start, setup);
        setup.springs.lengths_of_link.push_back(lengthsOf(setup.springs, setup.springs.begin_of_link.back()));
    }
    setup.springs.begin_of_link.push_back(static_cast<std::uint32_t>(setup.springs.size()));
    setup.spring_order = orderOf(setup.springs, setup.start_rows);
}

/// Finds the groups of a few masses, none of which a source makes.
void findFew(Setup& setup) {
    constexpr std::size_t few = 16;
    const std::vector<std::size_t> first = firstRows(setup);
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        const bool grows =
            std::find(setup.source_group.begin(), setup.source_group.end(), g) != setup.source_group.end();
        setup.is_few.push_back(!grows && first[g + 1] - first[g] <= few);
        if (setup.is_few.back())
            for (std::size_t row = first[g]; row < first[g + 1]; ++row)
                setup.few_rows.push_back(static_cast<std::uint32_t>(row));
    }
}

void sortLinks(Setup& setup, const environment::Environment& world) {
    const std::size_t n = setup.groups.size();
    setup.near.resize(n * n);
    setup.in_grain.resize(n);
    setup.at_walls.resize(n);
    setup.free_distance.resize(n * n);
    for (std::uint32_t l = 0; l < setup.links.size(); ++l) {
        const Link& link = setup.links[l];
        const std::size_t a = groupOf(setup.groups, link.between.front()),
                          b = groupOf(setup.groups, link.between.back());
        if (link.pairs == Link::Pairs::Grain) setup.in_grain[a].push_back(l);
        if (link.pairs != Link::Pairs::Near) continue;
        if (b == n) {
            const auto wall = static_cast<std::uint32_t>(environment::wallIndex(world, link.between.back()));
            setup.at_walls[a].push_back({wall, l});
            continue;
        }
        setup.any_near = true;
        setup.near[a * n + b].push_back(l);
        if (a != b) setup.near[b * n + a].push_back(l);
        if (!setup.is_few[a] && !setup.is_few[b]) setup.reach = std::max(setup.reach, setup.laws[l].reach);
        for (const std::size_t pair : {a * n + b, b * n + a})
            setup.free_distance[pair] = std::max(setup.free_distance[pair], setup.laws[l].length);
    }
}

/// Finds the walls on which the network acts, in the order of the scene.
void findLoadedWalls(Setup& setup) {
    const auto actsOn = [&](std::size_t wall) {
        for (std::size_t g = 0; g < setup.groups.size(); ++g) {
            if (setup.groups[g].kind == Masses::Kind::Moved && setup.carrier[g] == wall) return true;
            for (const auto& [met, link] : setup.at_walls[g])
                if (met == wall) return true;
        }
        return false;
    };
    for (std::uint32_t wall = 0; wall < setup.walls->bodies().size(); ++wall)
        if (actsOn(wall)) setup.loaded_walls.push_back(wall);
}

void prepareGroups(Setup& setup) {
    const bool algorithm = setup.network.units == Network::Units::Algorithm;
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        const Masses& group = setup.groups[g];
        const bool is_free = group.kind == Masses::Kind::Free;
        setup.group_forces.push_back(
            {.constant = is_free ? setup.gravity * group.mass + group.force : Vec3d{},
             .damping = is_free ? group.damping * (algorithm ? setup.network.rate : 1) : 0,
             .mass = group.mass,
             .is_free = is_free,
             .is_load = group.kind == Masses::Kind::Moved && setup.walls->isFreeBody(setup.carrier[g])});
    }
}

/// Where masses that move with a wall are in its frame.
void carry(Setup& setup, const environment::Environment& world) {
    setup.carried = startPositions(setup);
    std::size_t row = 0;
    for (std::size_t g = 0; g < setup.groups.size(); ++g) {
        const std::size_t end = row + setup.layouts[g].positions.size() * setup.groups[g].pointsOfAGrain();
        for (; row < end; ++row)
            if (setup.groups[g].kind == Masses::Kind::Moved)
                setup.carried[row] =
                    environment::startPose(world.walls[setup.carrier[g]]).toLocal(setup.carried[row]);
    }
}

}  // namespace

const std::vector<std::string>& formulaVariables() {
    static const std::vector<std::string> names{"d", "u", "L", "k", "z"};
    return names;
}

std::vector<Vec3d> startPositions(const Setup& setup) {
    std::vector<Vec3d> all;
    for (std::size_t g = 0; g < setup.groups.size(); ++g)
        for (const Vec3d& at : setup.layouts[g].positions) {
            if (setup.groups[g].points.empty()) all.push_back(at);
            for (const Vec3d& point : setup.groups[g].points) all.push_back(at + point);
        }
    return all;
}

LinkLaw lawOf(const Link& link, const Network& network) {
    LinkLaw law;
    law.kind = link.kind;
    const bool algorithm = network.units == Network::Units::Algorithm;
    law.stiffness = link.stiffness * (algorithm ? network.rate * network.rate : 1);
    law.damping = link.damping * (algorithm ? network.rate : 1);
    law.friction_damping = link.friction_damping * (algorithm ? network.rate : 1);
    law.length = link.length.value_or(0);
    law.pulls = link.pulls;
    law.friction = link.friction;
    law.depth = link.depth;
    switch (link.kind) {
        case Link::Kind::Spring: law.reach = std::numeric_limits<double>::infinity(); break;
        case Link::Kind::Contact:
        case Link::Kind::Friction: law.reach = law.length; break;
        case Link::Kind::LennardJones: law.reach = link.reach; break;
        case Link::Kind::Table:
            law.table = std::make_shared<const LinearTable>(LinearTable{link.distances, link.forces});
            law.reach = link.distances.empty() ? 0 : link.distances.back();
            break;
        case Link::Kind::Formula:
            law.reach = link.reach;
            if (auto formula = Formula::parse(link.formula, formulaVariables()))
                law.formula = std::make_shared<const Formula>(std::move(*formula));
            break;
    }
    return law;
}

LinkLaw springLaw(const Setup& setup, std::size_t spring) {
    LinkLaw law = setup.laws[setup.springs.link[spring]];
    setLength(law, setup.springs.length[spring]);
    return law;
}

LinkLaw grainLaw(const Setup& setup, std::uint32_t link, std::size_t group, std::size_t i, std::size_t j) {
    LinkLaw law = setup.laws[link];
    const std::vector<Vec3d>& points = setup.groups[group].points;
    setLength(law, length(setup.project(points[j] - points[i])));
    return law;
}

Setup setupOf(const method::Scene& scene) {
    const Part& part = in(scene);
    Setup setup;
    setup.network = part.network.value_or(Network{});
    setup.groups = part.masses;
    setup.layouts = part.layouts;
    setup.sources = part.sources;
    setup.links = part.links;
    for (const Source& source : part.sources)
        setup.source_group.push_back(groupOf(part.masses, source.masses));
    for (std::uint32_t l = 0; l < part.links.size(); ++l) {
        setup.laws.push_back(lawOf(part.links[l], setup.network));
        setup.laws.back().link = l;
    }
    if (setup.network.dimensions < 3) setup.axes.y = 0;
    if (setup.network.dimensions < 2) setup.axes.x = 0;
    const Vec3d& g = scene.environment.gravity;
    setup.gravity = setup.project(g);
    setup.walls = environment::rigidWallsOf(scene.environment);
    for (const environment::Wall& wall : scene.environment.walls) setup.wall_names.push_back(wall.name);
    setup.seed = scene.seed;
    for (const Masses& group : setup.groups)
        setup.carrier.push_back(
            group.kind == Masses::Kind::Moved ? environment::wallIndex(scene.environment, group.wall) : 0);
    carry(setup, scene.environment);
    addSprings(setup);
    findFew(setup);
    sortLinks(setup, scene.environment);
    findLoadedWalls(setup);
    prepareGroups(setup);
    return setup;
}

}  // namespace talus::network
