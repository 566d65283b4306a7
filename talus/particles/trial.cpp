#include "talus/particles/trial.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "talus/environment/sources/schedule.h"
#include "talus/particles/appearance/drawn_particles.h"
#include "talus/particles/needs.h"

namespace talus::particles {
namespace {

constexpr double few = 200;         ///< particles of an emitter
constexpr int least_steps = 400;    ///< in which sparks go a hundredth of their way
constexpr int moments = 50;         ///< at which the trial is looked at
constexpr double left_out = 0.03;   ///< share of what is seen
constexpr double solid_part = 0.5;  ///< of the radius of a puff, whose edge is thin; by eye

/// A part of the picture of a particle.
struct Spot {
    Vec3d position;
    double radius, weight;
};

/// Lets an emitter make few particles, spread over the same time.
void thin(Emitter& emitter, double end) {
    const auto all = static_cast<double>(wholeBy(emitter, end) + burstsBy(emitter, end));
    const double share = std::min(1.0, few / std::max(1.0, all));
    emitter.rate *= share;
    for (double& rate : emitter.rates) rate *= share;
    emitter.count = static_cast<std::uint64_t>(std::ceil(static_cast<double>(emitter.count) * share));
    for (int& count : emitter.burst_counts) count = static_cast<int>(std::ceil(count * share));
}

Setup thinned(Setup setup, double end) {
    for (Emitter& emitter : setup.system.emitters) thin(emitter, end);
    setup.system.interact = false;
    setup.system.dt.reset();
    setup.system.stages.clear();
    setup.ground.reset();
    if (setup.walls->anyFollows()) {
        setup.walls = std::make_shared<const environment::Walls>();
        setup.surfaces.walls.clear();
        setup.carriers.clear();
    }
    return setup;
}

/// @param floor height below which nothing is seen [m]
void look(const state::World& world, const Setup& setup, double floor, std::vector<Spot>& spots) {
    const DrawnParticles drawn = drawnParticles(exec::Exec::serial(), world, setup);
    const double solid = setup.system.drawn == Appearance::Kind::Sprites ? solid_part : 1;
    for (std::size_t i = 0; i < drawn.centre.size(); ++i) {
        const Vec3d place = wide(drawn.centre[i]);
        const double radius = solid * double{drawn.radius[i]};
        if (place.z >= floor) spots.push_back({place, radius, double{drawn.opacity[i]} * radius * radius});
    }
}

/// Unit vectors to all sides: through the middles of the cells on the sides of a cube of 5 x 5 x 5.
std::vector<Vec3d> directions() {
    std::vector<Vec3d> all;
    constexpr int half = 2;
    for (int x = -half; x <= half; ++x)
        for (int y = -half; y <= half; ++y)
            for (int z = -half; z <= half; ++z)
                if (std::max({std::abs(x), std::abs(y), std::abs(z)}) == half)
                    all.push_back(normalized(Vec3d{double(x), double(y), double(z)}));
    return all;
}

/// How far spots reach in a direction [m], without the farthest part of them.
double reachIn(const std::vector<Spot>& spots, const Vec3d& direction, double weight) {
    std::vector<std::pair<double, double>> along;  // place, weight
    for (const Spot& spot : spots)
        along.emplace_back(dot(spot.position, direction) + spot.radius, spot.weight);
    std::sort(along.begin(), along.end());
    double beyond = 0;
    for (auto at = along.rbegin(); at != along.rend(); ++at)
        if ((beyond += at->second) >= left_out * weight) return at->first;
    return along.front().first;
}

/// The outermost points of the spots that are near in all directions.
std::vector<Vec3d> outline(const std::vector<Spot>& spots) {
    double weight = 0;
    for (const Spot& spot : spots) weight += spot.weight;
    if (!(weight > 0)) return {};
    const std::vector<Vec3d> sides = directions();
    std::vector<bool> near(spots.size(), true);
    for (const Vec3d& side : sides) {
        const double reach = reachIn(spots, side, weight);
        for (std::size_t i = 0; i < spots.size(); ++i)
            near[i] =
                near[i] && spots[i].weight > 0 && dot(spots[i].position, side) + spots[i].radius <= reach;
    }
    std::vector<Vec3d> points;
    for (const Vec3d& side : sides) {
        double farthest = -1e300;
        Vec3d point;
        for (std::size_t i = 0; i < spots.size(); ++i)
            if (const double along = dot(spots[i].position, side) + spots[i].radius;
                near[i] && along > farthest) {
                farthest = along;
                point = spots[i].position + side * spots[i].radius;
            }
        if (farthest > -1e300) points.push_back(point);
    }
    return points;
}

/// The ends along the axes of the regions where particles begin.
std::vector<Vec3d> startsOf(const System& system) {
    std::vector<Vec3d> ends;
    for (const Emitter& emitter : system.emitters) {
        if (emitter.shape == Emitter::Shape::Elsewhere) continue;
        const geometry::Box box = environment::boundsOf(emitter);
        for (int corner = 0; corner < 8; ++corner) ends.push_back(cornerOf(box, corner));
    }
    return ends;
}

double lowest(const std::vector<Vec3d>& points) {
    double z = 1e300;
    for (const Vec3d& point : points) z = std::min(z, point.z);
    return z;
}

}  // namespace

std::vector<Vec3d> seenInTrial(Setup setup, double end) {
    const std::vector<Vec3d> starts = startsOf(setup.system);
    const double floor = setup.ground ? lowest(starts) : -1e300;
    setup = thinned(std::move(setup), end);
    const double longest = needsOf(setup, end, 4 * end / least_steps).longest_step;
    const double steps = std::ceil(end / longest);
    if (!(steps <= most_trial_steps)) return {};
    auto pipeline = particles::pipeline(setup);
    if (!pipeline.ok()) return {};
    state::World world;
    addTables(world, setup);
    std::vector<Spot> spots;
    const int every = std::max(1, static_cast<int>(steps) / moments);
    for (int k = 1; k <= static_cast<int>(steps); ++k) {
        if (!pipeline->run(world, exec::Exec::serial(), end / steps).ok()) break;
        if (k % every == 0) look(world, setup, floor, spots);
    }
    std::vector<Vec3d> points = outline(spots);
    if (!points.empty()) points.insert(points.end(), starts.begin(), starts.end());
    return points;
}

}  // namespace talus::particles
