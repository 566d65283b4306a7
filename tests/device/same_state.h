#pragma once
// The steps of a device beside those of the processor.
#include <gtest/gtest.h>

#include <cstring>

#include "talus/grains/device/device_steps.h"
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
    auto steps = grains::DeviceSteps::make(couple::granular::grainSetup(scene), place, exec::Exec::serial());
    if (!steps) ADD_FAILURE() << steps.error().message;
    return std::move(*steps);
}

inline void expectSameState(const state::World& found, const state::World& wanted) {
    for (const state::Table& table : wanted.tables()) {
        const state::Table& other = found.table(table.name());
        ASSERT_EQ(other.size(), table.size()) << table.name();
        for (const state::Column& column : table.columns()) {
            const exec::Buffer& values = other.find(column.info->name)->values;
            EXPECT_EQ(std::memcmp(values.data(), column.values.data(), values.size()), 0)
                << table.name() << '.' << column.info->name;
        }
    }
    EXPECT_EQ(state::stateHash(found), state::stateHash(wanted));
}

struct RunEnd {
    grains::Measures measures;
    grains::DeviceSteps::Searches searches;
    std::vector<grains::WallLoad> loads;
};

/// Runs a scene both ways, by rows of these numbers of steps, and compares after each. Returns what it came
/// to.
inline RunEnd expectSameRun(const scene::Scene& scene, const std::vector<std::uint64_t>& rows,
                            const std::vector<exec::Exec>& where = places()) {
    RunEnd end;
    for (const exec::Exec& place : where) {
        scene::Simulation wanted = start(scene), found = start(scene);
        grains::DeviceSteps steps = stepsOn(place, scene);
        for (const std::uint64_t count : rows) {
            EXPECT_TRUE(wanted.advance(count).ok());
            const step::StepReport report = steps.advance(found.world(), found.clock(), count);
            if (!report.ok()) ADD_FAILURE() << report.trouble->what;
            expectSameState(found.world(), wanted.world());
            if (testing::Test::HasFailure()) return {};
        }
        end = {measured(found), steps.searches(), wallLoadsOf(found)};
    }
    return end;
}

}  // namespace talus::testing_support
