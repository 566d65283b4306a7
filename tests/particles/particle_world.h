#pragma once
#include <gtest/gtest.h>

#include "talus/particles/measures.h"
#include "talus/particles/pipeline.h"

/// Small scenes of one particle system, made by hand.
namespace talus::particles::testing_support {

inline Setup setupOf(System system, std::vector<environment::Wall> walls = {},
                     const std::vector<environment::Motion>& motions = {}) {
    Setup setup;
    if (system.name.empty()) system.name = "dust";
    setup.system = std::move(system);
    setup.tables = std::make_shared<const TableNames>(setup.system.name);
    if (!setup.system.bounces.empty())
        setup.surfaces.ground = {setup.system.bounces[0].restitution, setup.system.bounces[0].friction};
    setup.surfaces.walls.assign(walls.size(), setup.surfaces.ground);
    if (!walls.empty())
        setup.walls = std::make_shared<const environment::Walls>(
            walls, std::vector<std::uint16_t>(walls.size(), 0), motions);
    return setup;
}

/// A world and the steps that move it.
class Trial {
  public:
    explicit Trial(Setup setup, int threads = 1)
        : exec(threads == 1 ? exec::Exec::serial() : exec::Exec::cpu(threads)), setup_(std::move(setup)) {
        addTables(world, setup_);
        auto made = pipeline(setup_);
        EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
        pipeline_.emplace(std::move(*made));
    }

    void add(const Vec3d& place, const Vec3d& velocity, double radius = 0, double mass = 1) {
        state::Table& rows = table();
        const std::size_t row = rows.size();
        rows.resize(row + 1);
        rows.write(fields::position)[row] = place;
        rows.write(fields::velocity)[row] = narrow(velocity);
        rows.write(fields::mass)[row] = static_cast<float>(mass);
        rows.write(fields::radius)[row] = static_cast<float>(radius);
        rows.write(fields::lifetime)[row] = std::numeric_limits<float>::infinity();
        rows.write(fields::id)[row] = static_cast<std::uint32_t>(row);
    }
    void steps(std::uint64_t count, double dt) {
        for (std::uint64_t k = 0; k < count; ++k) {
            const step::StepReport report = pipeline_->run(world, exec, dt);
            ASSERT_TRUE(report.ok()) << report.trouble->what;
        }
    }
    state::Table& table() { return world.table(setup_.tables->particles); }
    std::size_t size() { return table().size(); }
    Vec3d place(std::size_t i = 0) { return table().read(fields::position)[i]; }
    Vec3d velocity(std::size_t i = 0) { return wide(table().read(fields::velocity)[i]); }
    Measures measured() { return measure(exec, world, *setup_.tables); }
    Ledger ledger() { return ledgerOf(world, *setup_.tables); }
    const Setup& setup() const { return setup_; }

    exec::Exec exec;
    state::World world;

  private:
    Setup setup_;
    std::optional<step::Pipeline> pipeline_;
};

}  // namespace talus::particles::testing_support
