#include "talus/particles/instance.h"

#include <algorithm>
#include <numbers>

#include <fmt/format.h>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/wall_shape.h"
#include "talus/method/probes/probed_points.h"
#include "talus/particles/check_state.h"
#include "talus/particles/measures.h"
#include "talus/particles/needs.h"

namespace talus::particles {
namespace {

using environment::Surface;

/// How particles bounce off a material: by the [[bounce]] that names it, else by the one without a material.
Surface surfaceOf(const System& system, const std::string& material) {
    Surface surface;
    for (const bool named : {false, true})
        for (const Bounce& bounce : system.bounces)
            if (named ? bounce.material == material : bounce.material.empty())
                surface = {bounce.restitution, bounce.friction};
    return surface;
}

/// All systems of a scene.
class Systems final : public method::Instance {
  public:
    Systems(std::vector<Setup> setups, double end, double frame_interval,
            const environment::Environment& world)
        : setups_(std::move(setups)) {
        longest_ = frame_interval;
        for (const Setup& setup : setups_)
            longest_ = std::min(longest_, needsOf(setup, end, frame_interval).longest_step);
        for (const environment::Wall& wall : world.walls) wall_names_.push_back("wall." + wall.name);
    }

    void addTables(state::World& world) const override {
        for (const Setup& setup : setups_) particles::addTables(world, setup);
    }

    Result<step::Pipeline> pipeline(step::PhasedStages others) const override {
        step::PhasedStages all;
        for (const Setup& setup : setups_) {
            auto own = particles::stages(setup);
            if (!own) return own.error();
            for (step::Stage& stage : *own) all.add(step::Phase::Move, std::move(stage));
        }
        // A scene may order a system's stages. Stages of couplings run before all of them (Phase::Add) or
        // after.
        all.add(std::move(others));
        return step::Pipeline::compose("particles", std::move(all).inOrder());
    }

    double longestStep(const exec::Exec&, const state::World&) const override { return longest_; }

    void beginFrame(state::World& world) const override {
        for (const Setup& setup : setups_) clearLoads(world, *setup.tables);
    }

    std::vector<method::Columns> columns() const override {
        std::vector<method::Columns> all;
        for (const Setup& setup : setups_) {
            all.push_back(columnsOf(setup));
            if (setup.system.contact) all.push_back(loadsOf(setup));
        }
        return all;
    }

    std::vector<method::FrameSource> frames(std::span<const std::string>) const override {
        std::vector<method::FrameSource> sets;
        for (const Setup& setup : setups_)
            sets.push_back(method::pointSet(setup.system.name, setup.tables->particles, frameFields(setup)));
        return sets;
    }

    std::vector<method::Probed> probed() const override {
        std::vector<method::Probed> all;
        for (const Setup& setup : setups_) {
            method::PointsToProbe points{.name = setup.system.name,
                                         .table = setup.tables->particles,
                                         .position = &fields::position,
                                         .fields = {&fields::velocity, &fields::radius, &fields::mass},
                                         .id = &fields::id};
            if (setup.system.buoyancy.on) points.fields.push_back(&fields::temperature);
            points.amount = [](const state::Table& rows, std::size_t row) {
                const double radius = rows.read(fields::radius)[row];
                return method::Amount{4 * std::numbers::pi / 3 * radius * radius * radius,
                                      double{rows.read(fields::mass)[row]}};
            };
            points.domain = setup.domain;
            all.push_back(method::probedPoints(std::move(points)));
        }
        return all;
    }

    std::optional<method::Count> count(const state::World& world) const override {
        method::Count all{"particles"};
        for (const Setup& setup : setups_) all.count += world.table(setup.tables->particles).size();
        return all;
    }

    std::optional<step::Trouble> trouble(const exec::Exec& exec, const state::World& world) const override {
        for (const Setup& setup : setups_) {
            const Measures now = measure(exec, world, *setup.tables);
            if (std::isfinite(now.fastest) && std::isfinite(now.holding.energy)) continue;
            return step::Trouble{
                fmt::format("the speed of a particle of '{}' is not a finite number", setup.system.name),
                fmt::format("make dt in its [[particles]] shorter (now {:.3g} s)", longest_),
                {},
                {}};
        }
        return std::nullopt;
    }

    void check(state::StateCheck& check) const override {
        for (const Setup& setup : setups_) checkState(setup, check);
    }

  private:
    static method::Columns columnsOf(const Setup& setup) {
        method::Columns columns;
        for (const char* part :
             {"count", "mass [kg]", "kinetic [J]", "momentum_x [kg m/s]", "momentum_y [kg m/s]",
              "momentum_z [kg m/s]", "fastest [m/s]", "emitted", "aged", "sunk", "removed_mass [kg]",
              "removed_kinetic [J]", "removed_momentum_x [kg m/s]", "removed_momentum_y [kg m/s]",
              "removed_momentum_z [kg m/s]"})
            columns.names.push_back(fmt::format("particles.{}.{}", setup.system.name, part));
        columns.values = [tables = setup.tables](const exec::Exec& exec, const state::World& world,
                                                 std::vector<method::Cell>& values) {
            const Measures now = measure(exec, world, *tables);
            const Ledger ledger = ledgerOf(world, *tables);
            const auto vector = [&](const Vec3d& v) { values.insert(values.end(), {v.x, v.y, v.z}); };
            values.insert(values.end(), {now.count, now.holding.mass, now.holding.energy});
            vector(now.holding.momentum);
            values.insert(values.end(), {now.fastest, ledger.emitted, ledger.aged, ledger.sunk,
                                         ledger.out.mass, ledger.out.energy});
            vector(ledger.out.momentum);
        };
        return columns;
    }

    /// Loads on each wall and the ground, twice: to be added to those of other methods, and for the system
    /// alone.
    method::Columns loadsOf(const Setup& setup) const {
        method::Columns columns;
        std::vector<std::string> names = wall_names_;
        if (setup.ground) names.emplace_back("ground");
        for (const std::string& wall : names)
            for (const std::string& from : {std::string(), setup.system.name + "."})
                for (const char* part : {"fx [N]", "fy [N]", "fz [N]", "tx [N m]", "ty [N m]", "tz [N m]"})
                    columns.names.push_back(fmt::format("{}.{}{}", wall, from, part));
        columns.values = [tables = setup.tables, walls = wall_names_.size(), all = names.size()](
                             const exec::Exec&, const state::World& world,
                             std::vector<method::Cell>& values) {
            for (std::size_t w = 0; w < all; ++w) {
                const Vec3d force = w < walls ? loadOn(world, *tables, w) : loadOnGround(world, *tables),
                            torque = w < walls ? torqueOn(world, *tables, w) : torqueOnGround(world, *tables);
                for (int twice = 0; twice < 2; ++twice)
                    values.insert(values.end(), {force.x, force.y, force.z, torque.x, torque.y, torque.z});
            }
        };
        return columns;
    }

    std::vector<Setup> setups_;
    std::vector<std::string> wall_names_;
    double longest_;  ///< [s]
};

}  // namespace

std::vector<Setup> setupsOf(const Part& part, const method::Common& common) {
    const environment::Environment& world = common.environment;
    const auto walls = environment::wallsOf(world);
    std::vector<Setup> setups;
    for (System& system : systemsOf(part)) {
        Setup setup{.system = std::move(system),
                    .tables = nullptr,
                    .seed = common.seed,
                    .gravity = world.gravity,
                    .domain = environment::periodicDomain(world),
                    .sinks = world.sinks,
                    .walls = walls,
                    .surfaces = {}};
        setup.tables = std::make_shared<const TableNames>(setup.system.name);
        for (std::size_t w = 0; w < world.walls.size(); ++w) {
            setup.surfaces.walls.push_back(surfaceOf(setup.system, world.walls[w].material));
            setup.carriers.push_back({world.walls[w].name, {w, environment::referenceOf(world.walls[w])}});
        }
        if (world.ground) {
            setup.surfaces.ground = surfaceOf(setup.system, world.ground->material);
            setup.ground = world.ground;
        }
        setups.push_back(std::move(setup));
    }
    return setups;
}

std::vector<std::string> frameFields(const Setup& setup) {
    std::vector<std::string> names;
    for (const state::FieldInfo* field :
         std::initializer_list<const state::FieldInfo*>{&fields::velocity, &fields::radius, &fields::birth,
                                                        &fields::lifetime, &fields::id, &fields::emitter})
        names.emplace_back(field->name);
    if (setup.system.buoyancy.on) names.emplace_back(fields::temperature.name);
    return names;
}

Result<std::unique_ptr<method::Instance>> buildInstance(const method::Scene& scene) {
    return std::unique_ptr<method::Instance>(std::make_unique<Systems>(
        setupsOf(in(scene), scene), scene.time.end(), scene.time.frame_interval, scene.environment));
}

}  // namespace talus::particles
