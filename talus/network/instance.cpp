#include "talus/network/instance.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "talus/environment/bodies/last_step.h"
#include "talus/environment/wall_state.h"
#include "talus/method/probes/probed_points.h"
#include "talus/network/fields.h"
#include "talus/network/report/loads.h"
#include "talus/network/report/measures.h"
#include "talus/network/step/find_near.h"
#include "talus/network/step/forces.h"
#include "talus/network/step/load_walls.h"
#include "talus/network/step/move.h"
#include "talus/network/step/near_forces.h"
#include "talus/network/step/pour.h"
#include "talus/network/step/spring_forces.h"

namespace talus::network {
namespace {

template <class T>
state::Points::Array arrayOf(const char* name, state::Scalar scalar, int components,
                             const std::vector<T>& values) {
    state::Points::Array array{name, scalar, components, std::vector<std::byte>(values.size() * sizeof(T))};
    if (!values.empty()) std::memcpy(array.bytes.data(), values.data(), array.bytes.size());
    return array;
}

template <class T>
std::vector<T> copyOf(state::View<const T> values) {
    return std::vector<T>(values.begin(), values.end());
}

/// The masses as points; the radius is that with which their group is drawn [m].
state::Points pointsOf(const state::World& world, const Setup& setup, double time) {
    const state::Table& rows = world.table(masses_table);
    const auto group = rows.read(fields::group);
    std::vector<double> radius;
    for (const std::uint16_t g : group) radius.push_back(setup.groups[g].radius);
    state::Points points;
    points.time = time;
    points.count = rows.size();
    points.position = arrayOf("position", state::Scalar::F64, 3, copyOf(rows.read(fields::position)));
    points.fields.push_back(arrayOf("velocity", state::Scalar::F64, 3, copyOf(rows.read(fields::velocity))));
    points.fields.push_back(arrayOf("group", state::Scalar::U16, 1, copyOf(group)));
    points.fields.push_back(arrayOf("radius", state::Scalar::F64, 1, radius));
    return points;
}

/// The links with a force, as lines between the masses; fields: the force on the first [N], and the index of
/// the [[link]].
state::Mesh linesOf(const exec::Exec& exec, const state::World& world, const Setup& setup, double time) {
    const auto position = world.table(masses_table).read(fields::position);
    std::vector<std::array<std::uint32_t, 2>> ends;
    std::vector<Vec3d> force;
    std::vector<std::uint32_t> link;
    for (const ActingLink& acting : actingLinks(exec, world, setup)) {
        ends.push_back({acting.first, acting.second});
        force.push_back(acting.force);
        link.push_back(acting.link);
    }
    state::Mesh mesh;
    mesh.points.time = time;
    mesh.points.count = position.size();
    mesh.points.position = arrayOf("position", state::Scalar::F64, 3, copyOf(position));
    mesh.count = ends.size();
    mesh.corners = arrayOf("ends", state::Scalar::U32, 2, ends);
    mesh.fields.push_back(arrayOf("force", state::Scalar::F64, 3, force));
    mesh.fields.push_back(arrayOf("link", state::Scalar::U32, 1, link));
    return mesh;
}

class Running final : public method::Instance {
  public:
    explicit Running(Setup setup) : setup_(std::make_shared<const Setup>(std::move(setup))) {}

    void addTables(state::World& world) const override {
        state::Table& rows = world.addTable(masses_table);
        for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
                 &fields::position, &fields::velocity, &fields::group, &fields::point, &fields::force})
            rows.add(*field);
        for (std::size_t g = 0; g < setup_->groups.size(); ++g) {
            const Masses& group = setup_->groups[g];
            for (const Vec3d& at : setup_->layouts[g].positions) {
                std::vector<Vec3d> points{at};
                if (!group.points.empty()) points.clear();
                for (const Vec3d& p : group.points) points.push_back(at + p);
                addGrain(rows, group, static_cast<std::uint16_t>(g), points, group.velocity);
            }
        }
        state::Table& sources = world.addTable(sources_table);
        sources.add(fields::made);
        sources.resize(setup_->sources.size());
        addLoads(world, *setup_);
        if (LoadWalls::isNeeded(*setup_)) environment::addWallLastSteps(world, *setup_->walls);
        if (setup_->walls->anyFollows()) environment::wallTable(world, setup_->walls->bodies().size());
    }

    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all;
        if (Carry::isNeeded(*setup_)) all.add(step::Phase::Move, Carry{setup_});
        if (!setup_->sources.empty()) all.add(step::Phase::Move, Pour{setup_});
        if (setup_->springs.size() > 0) all.add(step::Phase::Move, FindSpringForces{setup_});
        if (setup_->any_near) all.add(step::Phase::Move, FindNear{setup_});
        if (setup_->any_near) all.add(step::Phase::Move, FindNearForces{setup_});
        all.add(step::Phase::Move, SumForces{setup_});
        if (LoadWalls::isNeeded(*setup_)) all.add(step::Phase::Move, LoadWalls{setup_});
        all.add(step::Phase::Move, Move{setup_});
        all.add(std::move(others));
        return step::Pipeline::compose("network", std::move(all).inOrder());
    }

    double longestStep(const exec::Exec&, const state::World&) const override { return setup_->step(); }

    void beginFrame(state::World& world) const override { clearLoads(world); }

    std::vector<method::Columns> columns() const override {
        method::Columns columns;
        columns.names = {"network.masses",
                         "network.kinetic [J]",
                         "network.potential [J]",
                         "network.springs [J]",
                         "network.momentum_x [kg m/s]",
                         "network.momentum_y [kg m/s]",
                         "network.momentum_z [kg m/s]",
                         "network.fastest [m/s]",
                         "network.contacts",
                         "network.compression"};
        columns.values = [setup = setup_](const exec::Exec& exec, const state::World& world,
                                          std::vector<method::Cell>& values) {
            const Measures now = measure(exec, world, *setup);
            values.insert(values.end(),
                          {now.count, now.kinetic, now.potential, now.springs, now.momentum.x, now.momentum.y,
                           now.momentum.z, now.fastest, now.contacts, now.compression});
        };
        return {columns, loadColumns(*setup_)};
    }

    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        return {{masses_set,
                 [setup = setup_](const exec::Exec&, const state::World& world, double time)
                     -> Result<state::FrameSet> { return state::FrameSet(pointsOf(world, *setup, time)); }},
                {links_set,
                 [setup = setup_](const exec::Exec& exec, const state::World& world,
                                  double time) -> Result<state::FrameSet> {
                     return state::FrameSet(linesOf(exec, world, *setup, time));
                 }}};
    }

    std::vector<method::Probed> probed() const override {
        method::PointsToProbe points{.name = "masses",
                                     .table = masses_table,
                                     .position = &fields::position,
                                     .fields = {&fields::velocity}};
        return {method::probedPoints(std::move(points))};
    }

    /// Sources that could not make all grains that were due.
    std::vector<method::Note> notes(const exec::Exec&, const state::World& world,
                                    method::Moment moment) const override {
        std::vector<method::Note> all;
        if (moment != method::Moment::End) return all;
        const auto made = world.table(sources_table).read(fields::made);
        for (std::size_t s = 0; s < setup_->sources.size(); ++s)
            if (const std::uint64_t due = wholeBy(setup_->sources[s], world.time); made[s] + 1 < due)
                all.push_back(
                    {setup_->sources[s].name,
                     fmt::format("[[mass_source]] '{}' made {} of {} grains, since masses were where "
                                 "it makes them; give it a velocity, more space or a lower rate",
                                 setup_->sources[s].name, made[s], due)});
        return all;
    }

    std::optional<method::Count> count(const state::World& world) const override {
        return method::Count{"masses", world.table(masses_table).size()};
    }

    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        const Measures now = measure(exec, world, *setup_);
        constexpr double light = 299'792'458;  // [m/s]
        if (std::isfinite(now.kinetic) && now.fastest < light) return std::nullopt;
        // The largest speed leaves out what is no number.
        const std::string what = std::isfinite(now.fastest) && now.fastest >= light
                                     ? fmt::format("moves at {:.3g} m/s, faster than light", now.fastest)
                                     : "has a speed that is no finite number";
        return step::Trouble{"a mass of the network " + what,
                             "raise rate in [network], lower the stiffness of its links, or look at the "
                             "forces and the formula of a link",
                             {},
                             {}};
    }

    void check(state::StateCheck& check) const override {
        check.finite(masses_table);
        check.below(masses_table, fields::group, setup_->groups.size());
        check.rows(sources_table, setup_->sources.size());
        checkLoads(*setup_, check);
        if (LoadWalls::isNeeded(*setup_)) environment::checkWallLastSteps(*setup_->walls, check);
        std::size_t largest = 1;
        for (const Masses& group : setup_->groups) largest = std::max(largest, group.pointsOfAGrain());
        check.below(masses_table, fields::point, largest);
        check.byCaller(sources_table, fields::made);
        if (check.ok()) checkRows(check);
    }

  private:
    /// Rows are those of the start, in their order, and then whole grains that sources made, no more than
    /// were due.
    void checkRows(state::StateCheck& check) const {
        const state::Table& rows = check.world().table(masses_table);
        const auto group = rows.read(fields::group);
        const auto point = rows.read(fields::point);
        const auto made = check.world().table(sources_table).read(fields::made);
        std::vector<std::uint64_t> left(setup_->groups.size());
        for (std::size_t s = 0; s < setup_->sources.size(); ++s) {
            const std::uint64_t due = wholeBy(setup_->sources[s], check.world().time);
            if (made[s] > due)
                return check.fail(sources_table, fields::made.name, s,
                                  fmt::format("more than the {} that were due by now", due));
            left[setup_->source_group[s]] = state::saturatingSum(left[setup_->source_group[s]], made[s]);
        }
        std::size_t row = 0;
        const auto grain = [&](std::size_t g) {
            for (std::size_t p = 0; p < setup_->groups[g].pointsOfAGrain(); ++p, ++row)
                if (row >= rows.size() || group[row] != g || point[row] != p) return false;
            return true;
        };
        for (std::size_t g = 0; g < setup_->groups.size(); ++g)
            for (std::size_t k = 0; k < setup_->layouts[g].positions.size(); ++k)
                if (!grain(g))
                    return check.fail(masses_table, fields::group.name, std::min(row, rows.size()),
                                      "the masses of the start are not those of the scene");
        while (row < rows.size()) {
            const std::size_t g = group[row];
            if (left[g] == 0 || !grain(g))
                return check.fail(masses_table, fields::point.name, std::min(row, rows.size() - 1),
                                  "no source made this grain");
            --left[g];
        }
        for (const std::uint64_t missing : left)
            if (missing > 0)
                return check.fail(sources_table, fields::made.name, 0, "more than there are in the table");
    }

    std::shared_ptr<const Setup> setup_;
};

}  // namespace

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Running>(setupOf(scene)));
}

}  // namespace talus::network
