#include "talus/cloth/instance.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "talus/cloth/measures.h"
#include "talus/cloth/motion/small_steps.h"
#include "talus/cloth/tables.h"
#include "talus/method/method.h"

namespace talus::cloth {
namespace {

/// The frame of a sheet: a part of the tables, with corners counted from its own first point.
state::Mesh frameOf(const Setup& setup, std::size_t sheet, const state::World& world, double time) {
    const state::Table &points = world.table(points_table), &triangles = world.table(triangles_table);
    const std::size_t first = setup.built.first_point[sheet],
                      count = setup.built.first_point[sheet + 1] - first;
    const std::size_t begin = setup.built.first_triangle[sheet], end = setup.built.first_triangle[sheet + 1];
    const auto vectors = [&](const char* name, View<const Vec3d> values) {
        state::Points::Array array{name, state::Scalar::F64, 3,
                                   std::vector<std::byte>(count * sizeof(Vec3d))};
        std::memcpy(array.bytes.data(), values.data() + first, array.bytes.size());
        return array;
    };
    state::Mesh mesh;
    mesh.points.time = time;
    mesh.points.count = count;
    mesh.points.position = vectors("position", points.read(fields::position));
    mesh.points.fields.push_back(vectors("velocity", points.read(fields::velocity)));
    mesh.points.fields.push_back(vectors("rest", points.read(fields::rest)));
    const auto corners = triangles.read(fields::corners);
    const auto torn = triangles.read(fields::torn);
    const auto position = points.read(fields::position);
    std::vector<std::array<std::uint32_t, 3>> own;
    std::vector<Vec3d> normal(count);
    for (std::size_t t = begin; t < end; ++t) {
        if ((torn[t] & 1U) != 0) continue;
        const auto [a, b, c] = corners[t];
        const Vec3d area = cross(position[b] - position[a], position[c] - position[a]);
        own.push_back(corners[t]);
        for (std::uint32_t& corner : own.back()) {
            corner -= static_cast<std::uint32_t>(first);
            normal[corner] += area;
        }
    }
    mesh.count = own.size();
    std::vector<Vec3f> unit(count);
    for (std::size_t p = 0; p < count; ++p) {
        const double size = length(normal[p]);
        const Vec3d n = size > 0 ? normal[p] / size : Vec3d{0, 0, 1};  // a point without triangles
        unit[p] = {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)};
    }
    state::Points::Array normals{"normal", state::Scalar::F32, 3,
                                 std::vector<std::byte>(count * sizeof(Vec3f))};
    std::memcpy(normals.bytes.data(), unit.data(), normals.bytes.size());
    mesh.points.fields.push_back(std::move(normals));
    mesh.corners = {fields::corners.name, state::Scalar::U32, 3,
                    std::vector<std::byte>(own.size() * sizeof own[0])};
    std::memcpy(mesh.corners.bytes.data(), own.data(), mesh.corners.bytes.size());
    return mesh;
}

/// Whether any method of the scene brings water.
bool hasWater(const method::Scene& scene) {
    for (const method::Method* other : scene.used())
        for (const method::Thing& thing : other->things)
            if (thing.name == "water" && thing.in(scene)) return true;
    return false;
}

class Running final : public method::Instance {
  public:
    explicit Running(std::shared_ptr<const Setup> setup) : setup_(std::move(setup)) {}

    void addTables(state::World& world) const override { cloth::addTables(world, *setup_); }

    Status start(state::World& world, const exec::Exec&, double, step::PhasedStages) const override {
        meetWalls(world, *setup_);
        return success();
    }

    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all;
        all.add(step::Phase::Move, SmallSteps{setup_});
        all.add(std::move(others));
        return step::Pipeline::compose("cloth", std::move(all).inOrder());
    }

    double longestStep(const exec::Exec&, const state::World& world) const override {
        return longestStepOf(setup_->solver, world);
    }

    /// Bodies take steps that are no longer than the cloth's, so that each step of the cloth sees one motion
    /// of theirs.
    double longestStepIn(std::string_view method, const exec::Exec&,
                         const state::World& world) const override {
        return method == "solids" && setup_->walls->anyFollows() ? longestStepOf(setup_->solver, world)
                                                                 : std::numeric_limits<double>::infinity();
    }

    void beginFrame(state::World& world) const override {
        state::Table& loads = world.table(loads_table);
        for (Vec3d& v : loads.write(fields::impulse)) v = {};
        for (Vec3d& v : loads.write(fields::angular_impulse)) v = {};
        for (double& t : loads.write(fields::load_time)) t = 0;
    }

    std::vector<method::Columns> columns() const override {
        method::Columns sums;
        sums.names = {"cloth.kinetic [J]",        "cloth.elastic [J]",   "cloth.mean_stretch",
                      "cloth.max_stretch",        "cloth.fastest [m/s]", "cloth.lowest [m]",
                      "cloth.unresolved_contacts"};
        sums.values = [](const exec::Exec& exec, const state::World& world,
                         std::vector<method::Cell>& values) {
            const Measures now = measure(exec, world);
            values.insert(values.end(),
                          {now.kinetic, now.elastic, now.mean_stretch, now.max_stretch, now.fastest,
                           now.lowest, world.table(ledger_table).read(fields::unresolved_contacts)[0]});
        };
        method::Columns loads;
        for (const std::string& wall : setup_->wall_names)
            for (const char* from : {"", "cloth."})
                for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
                    loads.names.push_back(fmt::format("wall.{}.{}{}", wall, from, part));
        loads.values = [](const exec::Exec&, const state::World& world, std::vector<method::Cell>& values) {
            const state::Table& rows = world.table(loads_table);
            const auto impulse = rows.read(fields::impulse);
            const auto angular = rows.read(fields::angular_impulse);
            const auto time = rows.read(fields::load_time);
            for (std::size_t w = 0; w < rows.size(); ++w) {
                const double per_time = time[w] > 0 ? 1 / time[w] : 0;
                const Vec3d force = impulse[w] * per_time, torque = angular[w] * per_time;
                for (int twice = 0; twice < 2; ++twice)
                    values.insert(values.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
            }
        };
        return {sums, loads};
    }

    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        std::vector<method::FrameSource> sets;
        for (std::size_t s = 0; s < setup_->sheets.size(); ++s)
            sets.push_back({setup_->sheets[s].name,
                            [setup = setup_, s](const exec::Exec&, const state::World& world,
                                                double time) -> Result<state::FrameSet> {
                                return state::FrameSet(frameOf(*setup, s, world, time));
                            }});
        return sets;
    }

    std::optional<method::Count> count(const state::World& world) const override {
        return method::Count{"points of cloth", world.table(points_table).size()};
    }

    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        if (std::isfinite(measure(exec, world).fastest)) return std::nullopt;
        return step::Trouble{"the speed of a point of the cloth is not a finite number",
                             "make dt in [cloth_solver] shorter",
                             {},
                             {}};
    }

    std::vector<method::Note> notes(const exec::Exec&, const state::World& world,
                                    method::Moment) const override {
        const std::uint64_t unresolved_contacts =
            world.table(ledger_table).read(fields::unresolved_contacts)[0];
        if (unresolved_contacts == 0) return {};
        return {
            {"cloth.unresolved_contacts",
             fmt::format(
                 "walls or held points moved through the cloth, which had nowhere to go: {} contacts were "
                 "left unresolved; leave it more space, or move them more slowly",
                 unresolved_contacts)}};
    }

    void check(state::StateCheck& check) const override { checkState(*setup_, check); }

  private:
    std::shared_ptr<const Setup> setup_;
};

}  // namespace

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    auto setup = std::make_shared<Setup>(*setupOf(in(scene), scene));
    setup->meets_water = scene.environment.points && hasWater(scene);
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(std::move(setup)));
}

}  // namespace talus::cloth
