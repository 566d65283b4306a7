#include "talus/engines/lammps/lammps_frames.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "talus/couple/granular/setup.h"
#include "talus/grains/fields.h"
#include "talus/grains/forces/forces.h"
#include "talus/grains/pipeline.h"
#include "talus/grains/springs.h"

namespace talus::engines {
namespace {

constexpr std::array<const char*, 10> columns{"id", "x",  "y",      "z",      "vx",
                                              "vy", "vz", "omegax", "omegay", "omegaz"};

void clearSprings(state::World& world) {
    state::Table& contacts = world.table(grains::contacts_table);
    const grains::Springs springs = grains::shearSprings(contacts);
    for (std::size_t row = 0; row < contacts.size(); ++row) springs.put(row, {});
    for (Vec3d& spring : world.table(grains::wall_contacts_table).write(grains::fields::wall_spring))
        spring = {};
}

}  // namespace

Result<grains::LammpsDump> readLammpsDump(const io::Path& path) {
    constexpr std::uint64_t largest_file = std::uint64_t{1} << 36;
    const auto text = io::readFile(path, largest_file);
    if (!text) return text.error();
    auto dump = grains::parseLammpsDump(*text);
    if (!dump)
        return Error{ErrorKind::Input,
                     fmt::format("'{}' is not a readable dump: {}", path.string(), dump.error().message)};
    return dump;
}

Result<LammpsFrames> LammpsFrames::of(const scene::Simulation& simulation) {
    const grains::Setup setup = couple::granular::grainSetup(simulation.scene());
    auto neighbours = grains::firstForces(setup);
    if (!neighbours) return neighbours.error();
    return LammpsFrames(std::move(*neighbours), setup.params.spin, setup.sinks, setup.gravity);
}

std::string sinksText(const scene::Simulation& simulation) {
    std::string text;
    const std::vector<environment::Sink> sinks = couple::granular::grainSetup(simulation.scene()).sinks;
    for (std::size_t s = 0; s < sinks.size(); ++s) {
        const environment::Sink& sink = sinks[s];
        const Vec3d &p = sink.plane.point, behind = -sink.plane.normal, &low = sink.box.min,
                    &high = sink.box.max;
        const std::string shape =
            sink.kind == environment::Sink::Kind::Plane
                ? fmt::format("plane {} {} {} {} {} {}", p.x, p.y, p.z, behind.x, behind.y, behind.z)
                : fmt::format("block {} {} {} {} {} {}", low.x, high.x, low.y, high.y, low.z, high.z);
        text += fmt::format(
            "region drain{0} {1} side in units box\nfix drain{0} all evaporate {2} 2000000000 drain{0} 1\n",
            s, shape, simulation.clock().steps_per_frame);
    }
    return text;
}

Vec3d LammpsFrames::intoSink(const Vec3d& position, const Vec3d& velocity, double time) const {
    // Where the grain would be in free flight; else some point in the first sink.
    const Vec3d flown = position + velocity * time + gravity_ * (0.5 * time * time);
    if (std::any_of(sinks_.begin(), sinks_.end(),
                    [&](const environment::Sink& s) { return takes(s, flown); }))
        return flown;
    const environment::Sink& first = sinks_.front();
    if (first.kind == environment::Sink::Kind::Box) return (first.box.min + first.box.max) * 0.5;
    return first.plane.point - first.plane.normal;
}

Status LammpsFrames::take(const grains::LammpsDump& dump, scene::Simulation& simulation) {
    namespace f = grains::fields;
    state::World& world = simulation.world();
    state::Table& grains = world.table(grains::grains_table);
    const std::size_t count = grains.size();
    const auto mismatch = [&](const std::string& reason) {
        return Error{ErrorKind::Input,
                     fmt::format("LAMMPS' dump of step {} is not of this run: {}", dump.step, reason)};
    };
    if (dump.count != count && (dump.count > count || sinks_.empty()))
        return mismatch(fmt::format("it has {} atoms, and the run has {} grains", dump.count, count));
    std::array<int, columns.size()> at{};
    for (std::size_t c = 0; c < columns.size(); ++c)
        if ((at[c] = dump.find(columns[c])) < 0)
            return mismatch(fmt::format("it has no column {}", columns[c]));
    std::vector<std::pair<double, std::size_t>> rows(dump.count);
    for (std::size_t row = 0; row < dump.count; ++row) rows[row] = {dump.at(row, at[0]), row};
    std::sort(rows.begin(), rows.end());
    const auto vector = [&](std::size_t row, std::size_t c) {
        return Vec3d{dump.at(row, at[c]), dump.at(row, at[c + 1]), dump.at(row, at[c + 2])};
    };
    const auto id = grains.read(f::id);
    constexpr std::size_t gone = ~std::size_t{0};
    std::vector<std::size_t> row_of(count, gone);
    for (std::size_t i = 0; i < count; ++i) {
        const double wanted = static_cast<double>(id[i]) + 1;
        const auto found = std::lower_bound(rows.begin(), rows.end(), std::pair{wanted, std::size_t{0}});
        if (found != rows.end() && found->first == wanted)
            row_of[i] = found->second;
        else if (sinks_.empty())
            return mismatch(fmt::format("it lacks atom {}", wanted));
    }
    const double elapsed = simulation.clock().time(dump.step) - world.time;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t row = row_of[i];
        if (row == gone) {
            Vec3d& x = grains.write(f::position)[i];
            x = intoSink(x, grains.read(f::velocity)[i], elapsed);
            continue;
        }
        grains.write(f::position)[i] = vector(row, 1);
        grains.write(f::velocity)[i] = vector(row, 4);
        if (spin_) grains.write(f::spin)[i] = vector(row, 7);
    }
    world.step = dump.step;
    world.time = simulation.clock().time(dump.step);  // the poses of the walls follow from it
    world.table(grains::search_table).write(f::search_due)[0] = 1;
    clearSprings(world);
    if (const step::StepReport report = neighbours_.run(world, simulation.exec(), 0); !report.ok())
        return Error{ErrorKind::Diverged,
                     fmt::format("{}; {}", report.trouble->what, report.trouble->advice)};
    clearSprings(world);
    // By now the grains in sinks are deleted and the others are in a different order.
    const auto forces = grains::forcesOf(grains);
    const int fx = dump.find("fx"), tx = dump.find("tqx");
    const auto now = grains.read(f::id);
    for (std::size_t i = 0; i < grains.size(); ++i) {
        const auto found = std::lower_bound(rows.begin(), rows.end(),
                                            std::pair{static_cast<double>(now[i]) + 1, std::size_t{0}});
        const bool known = found != rows.end() && found->first == static_cast<double>(now[i]) + 1;
        const auto at_column = [&](int column) {
            if (column < 0 || !known) return Vec3d{};
            return Vec3d{dump.at(found->second, column), dump.at(found->second, column + 1),
                         dump.at(found->second, column + 2)};
        };
        forces.force.put(i, at_column(fx));
        forces.torque.put(i, spin_ ? at_column(tx) : Vec3d{});
    }
    // The pipeline has counted a step, but none was taken: restore step and time.
    world.step = dump.step;
    world.time = simulation.clock().time(dump.step);
    return success();
}

}  // namespace talus::engines
