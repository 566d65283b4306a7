#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"
#include "tests/support/scenes_of_each_kind.h"

/// What checkpoints hold once their hash fits. The input chooses a small scene and changes values of its
/// state; the state must be refused or give a run of some steps, which may end in trouble that is told.
namespace {

using namespace talus;

struct Start {
    scene::Scene scene;
    state::Snapshot good;
};

scene::Simulation built(const scene::Scene& scene) {
    auto simulation = scene::Simulation::build(scene, exec::Exec::cpu(1));
    if (!simulation) std::abort();
    return std::move(*simulation);
}

const std::vector<Start>& starts() {
    static const std::vector<Start> all = [] {
        std::vector<Start> made;
        for (const auto& [name, text] : test::scenesOfEachKind()) {
            auto read = scene::readScene(text, name, {}, scene::Machine{});
            if (!read.scene) std::abort();
            scene::Simulation simulation = built(*read.scene);
            if (!simulation.advance(simulation.clock().steps_per_frame * 5 / 2).ok()) std::abort();
            made.push_back({std::move(*read.scene), state::takeSnapshot(simulation.world())});
        }
        return made;
    }();
    return all;
}

}  // namespace

/// Outside the time of an input: the first steps of all scenes take seconds under the sanitizers.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
    starts();
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Start& start = starts()[data[0] % starts().size()];
    state::Snapshot changed = start.good;
    // Of each change: table, column, place (3 bytes) and up to eight bytes of value.
    constexpr std::size_t length = 13;
    for (std::size_t k = 1; k + length <= size; k += length) {
        auto& table = changed.tables[data[k] % changed.tables.size()];
        if (table.columns.empty()) continue;
        auto& column = table.columns[data[k + 1] % table.columns.size()];
        const std::size_t width = state::bytesOf(column.scalar), count = column.bytes.size() / width;
        if (count == 0) continue;
        const std::size_t place = data[k + 2] | data[k + 3] << 8 | data[k + 4] << 16;
        std::memcpy(column.bytes.data() + place % count * width, data + k + 5, width);
    }
    scene::Simulation simulation = built(start.scene);
    if (!simulation.restore(changed)) return 0;
    simulation.advance(5);
    return 0;
}
