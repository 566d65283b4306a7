// What a volume of ground is read from. Even inputs change the state of one, as a checkpoint may hold it:
// which blocks keep cells, how many cells there are, what is in them. Odd inputs are the numbers of a scene's
// [volume] and its bodies. Either is refused, or gives a closed surface and steps that end in no worse than
// trouble that is told.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/scene/reader.h"
#include "talus/scene/simulation.h"
#include "talus/volume/fields.h"
#include "talus/volume/make_surface.h"
#include "talus/volume/params.h"
#include "talus/volume/tops.h"
#include "tests/fuzz/bytes.h"
#include "tests/support/scenes_of_each_kind.h"

namespace {

using namespace talus;
using test::Bytes, test::expect;

/// Of any size that a number can have, the usual ones most often.
double numberFrom(Bytes& bytes) {
    const auto digits = static_cast<std::int8_t>(bytes.next());
    const std::uint8_t scale = bytes.next();
    if (scale == 255) return digits < 0 ? -INFINITY : INFINITY;
    if (scale == 254) return NAN;
    return digits * std::pow(10.0, scale < 200 ? -(scale % 4) : (scale - 228) * 12);
}
Vec3d vectorFrom(Bytes& bytes) {
    const double x = numberFrom(bytes), y = numberFrom(bytes), z = numberFrom(bytes);
    return {x, y, z};
}

void run(scene::Simulation& simulation) {
    const environment::GroundVolume& ground = *simulation.scene().environment.volume;
    expect(geometry::openSides(volume::surfaceOf(ground, simulation.world()).mesh()) == 0);
    const geometry::Heightfield tops = volume::topsOf(volume::cellsOf(ground, simulation.world()),
                                                      volume::in(simulation.scene()).volume->start->box);
    for (const double height : tops.height.view()) expect(std::isfinite(height));
    simulation.advance(3);
}

scene::Simulation built(scene::Scene scene) {
    auto simulation = scene::Simulation::build(std::move(scene), exec::Exec::cpu(1));
    if (!simulation) std::abort();
    return std::move(*simulation);
}

scene::Scene sceneOfAVolume() {
    const std::string name = "Volume";
    auto read = scene::readScene(test::scenesOfEachKind().at(name), name, {}, scene::Machine{});
    if (!read.scene) std::abort();
    return std::move(*read.scene);
}

void changeState(Bytes bytes) {
    static const scene::Scene scene = sceneOfAVolume();
    static const state::Snapshot good = [] {
        scene::Simulation simulation = built(scene);
        expect(simulation.advance(20).ok());
        return state::takeSnapshot(simulation.world());
    }();
    state::Snapshot changed = good;
    const auto more = static_cast<std::int8_t>(bytes.next());
    const std::size_t unit = bytes.next() % 2 == 0 ? geometry::BlockGrid::cells_of_block : 1;
    for (auto& table : changed.tables) {
        if (table.name != volume::cells_table) continue;
        const std::int64_t rows =
            static_cast<std::int64_t>(table.rows) + more * static_cast<std::int64_t>(unit);
        table.rows = static_cast<std::size_t>(std::max<std::int64_t>(rows, 0));
        for (auto& column : table.columns)
            column.bytes.resize(table.rows * state::bytesOf(column.scalar) *
                                static_cast<std::size_t>(column.components));
    }
    while (bytes.size > 0) {
        const bool of_blocks = bytes.next() % 2 == 0;
        for (auto& table : changed.tables) {
            if (table.name != (of_blocks ? volume::blocks_table : volume::cells_table)) continue;
            auto& column = table.columns[bytes.next() % table.columns.size()];
            const std::size_t width = state::bytesOf(column.scalar), count = column.bytes.size() / width;
            const std::size_t place = bytes.next() | bytes.next() << 8;
            if (count == 0) continue;
            std::byte* at = column.bytes.data() + place % count * width;
            if (of_blocks) {
                const std::uint32_t slot = bytes.next();
                std::memcpy(at, &slot, sizeof slot);
            } else {
                const double share = numberFrom(bytes);
                std::memcpy(at, &share, sizeof share);
            }
        }
    }
    scene::Simulation simulation = built(scene);
    if (simulation.restore(changed)) run(simulation);
}

std::string list(const Vec3d& v) { return fmt::format("[{}, {}, {}]", v.x, v.y, v.z); }

void readKeys(Bytes bytes) {
    std::string text = R"(format = 1
name = "fuzz"
[time]
duration = 1
frame_interval = 0.01
[[material]]
name = "rock"
[water]
spacing = 0.05
[[water_block]]
name = "water"
min = [0, 0, 0]
max = [0.2, 0.2, 0.2]
[erosion]
[volume]
material = "rock"
)";
    const Vec3d min = vectorFrom(bytes), max = vectorFrom(bytes);
    const double cell = numberFrom(bytes), cohesion = numberFrom(bytes), level = numberFrom(bytes);
    // Grids that are allowed may take minutes: the time is for other numbers.
    const Vec3d cells = (max - min) / cell;
    if (cells.x * cells.y * cells.z > 2e6) return;
    text += fmt::format("min = {}\nmax = {}\ncell = {}\ncohesion = {}\nlevel = {}\n", list(min), list(max),
                        cell, cohesion, level);
    for (int k = 0; k < 8 && bytes.size > 0; ++k) {
        text += fmt::format("[[volume_shape]]\nname = \"shape{}\"\nremove = {}\n", k, bytes.next() % 2 == 0);
        switch (bytes.next() % 4) {
            case 0:
                text += "shape = \"box\"\nmin = " + list(vectorFrom(bytes)) +
                        "\nmax = " + list(vectorFrom(bytes)) + "\n";
                break;
            case 1:
                text += "shape = \"sphere\"\ncentre = " + list(vectorFrom(bytes)) +
                        fmt::format("\nradius = {}\n", numberFrom(bytes));
                break;
            case 2:
                text += "shape = \"cylinder\"\ncentre = " + list(vectorFrom(bytes)) +
                        "\naxis = " + list(vectorFrom(bytes)) +
                        fmt::format("\nradius = {}\nheight = {}\n", numberFrom(bytes), numberFrom(bytes));
                break;
            default:
                text += "shape = \"capsule\"\nfrom = " + list(vectorFrom(bytes)) +
                        "\nto = " + list(vectorFrom(bytes)) +
                        fmt::format("\nradius = {}\n", numberFrom(bytes));
        }
    }
    auto read = scene::readScene(text, "fuzz.toml", {}, scene::Machine{.memory_bytes = 1e9});
    expect(read.scene.has_value() != read.diagnostics.hasErrors());
    if (!read.scene) return;
    scene::Simulation simulation = built(std::move(*read.scene));
    run(simulation);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Bytes bytes{data + 1, size - 1};
    if (data[0] % 2 == 0)
        changeState(bytes);
    else
        readKeys(bytes);
    return 0;
}
