#pragma once
// The steps of a device beside those of the processor.
#include <gtest/gtest.h>

#include <cstring>

#include "talus/grains/device_steps.h"
#include "tests/grains/grain_world.h"

namespace talus::testing_support {

/// Where the loops that are made for a device run here: on the processor, and on a graphics card where there
/// is one.
inline std::vector<exec::Exec> places() {
    std::vector<exec::Exec> found{exec::Exec::cpu(2)};
    if (const Result<exec::Exec> device = exec::Exec::on(exec::Device::Cuda)) found.push_back(*device);
    return found;
}

inline grains::DeviceSteps stepsOn(const exec::Exec& place, const scene::Scene& scene) {
    auto steps = grains::DeviceSteps::make(scene::grainSetup(scene), place, exec::Exec::serial());
    if (!steps) ADD_FAILURE() << steps.error().message;
    return std::move(*steps);
}

/// Every column has the same bits, but for what walls carry. Those sums add the same forces in another order,
/// so they differ by roundings: of at most as many additions as there were contacts with walls in the steps,
/// each of a part of the sum of the forces' sizes.
inline void expectSameState(const state::World& found, const state::World& wanted, double wall_tolerance) {
    EXPECT_EQ(found.step, wanted.step);
    EXPECT_EQ(found.time, wanted.time);
    for (const state::Table& table : wanted.tables()) {
        const state::Table& other = found.table(table.name());
        ASSERT_EQ(other.size(), table.size()) << table.name();
        for (const state::Column& column : table.columns()) {
            const std::string name = table.name() + "." + column.info->name;
            const exec::Buffer& values = other.find(column.info->name)->values;
            if (name == "walls.force_sum" || name == "walls.torque_sum") {
                const auto* a = reinterpret_cast<const double*>(values.data());
                const auto* b = reinterpret_cast<const double*>(column.values.data());
                for (std::size_t k = 0; k < 3 * table.size(); ++k)
                    EXPECT_NEAR(a[k], b[k], wall_tolerance) << name << ' ' << k;
            } else {
                EXPECT_EQ(std::memcmp(values.data(), column.values.data(), values.size()), 0) << name;
            }
        }
    }
}

struct RunEnd {
    grains::Measures measures;
    grains::DeviceSteps::Searches searches;
};

/// Runs a scene both ways, by rows of these numbers of steps, and compares after each. Returns what it came
/// to.
/// @param wall_tolerance of the sums over a frame [N and N m]
inline RunEnd expectSameRun(const scene::Scene& scene, const std::vector<std::uint64_t>& rows,
                            double wall_tolerance = 0) {
    RunEnd end;
    for (const exec::Exec& place : places()) {
        scene::Simulation wanted = start(scene), found = start(scene);
        grains::DeviceSteps steps = stepsOn(place, scene);
        for (const std::uint64_t count : rows) {
            EXPECT_TRUE(wanted.advance(count).ok());
            const step::StepReport report = steps.advance(found.world(), found.clock(), count);
            if (!report.ok()) ADD_FAILURE() << report.trouble->what;
            expectSameState(found.world(), wanted.world(), wall_tolerance);
            if (testing::Test::HasFailure()) return {};
        }
        end = {found.measure(), steps.searches()};
    }
    return end;
}

}  // namespace talus::testing_support
