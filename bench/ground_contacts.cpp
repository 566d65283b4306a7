// The stage of forces between grains and ground, per grain and step on one thread: grains of one size that
// touch the ground (each by a thousandth of its radius) and grains far above it, in random order over it.
#include <benchmark/benchmark.h>

#include <algorithm>

#include "talus/core/rng.h"
#include "talus/couple/ground_contact/collide_ground.h"
#include "talus/couple/ground_contact/fields.h"
#include "talus/geometry/ground_surface.h"
#include "talus/grains/sources/new_grain.h"
#include "talus/ground/fields.h"
#include "talus/ground/terrain.h"
#include "talus/step/pipeline.h"

namespace talus {
namespace {

constexpr double radius = 0.001;

enum class Over { Flat, Hills, Rough, FarAbove };

grains::LawTable laws() {
    grains::Contact contact;
    contact.law = "linear";
    contact.stiffness = 1000;
    contact.shear_stiffness = 286;
    contact.restitution = 0.5;
    contact.friction = 0.5;
    return {1, {grains::lawConstants(contact)}};
}

/// 401 x 401 columns.
geometry::Heightfield groundFor(Over over, double spacing) {
    geometry::Heightfield field = geometry::flatHeightfield({0, 0, spacing, 401, 401}, 0);
    if (over == Over::Hills || over == Over::FarAbove)
        (void)ground::addHills(exec::Exec::serial(), field.grid, field.height.view(),
                               {.height = 20 * spacing, .wavelength = 100 * spacing, .octaves = 4});
    const Random random{1, 1};
    if (over == Over::Rough)
        for (std::size_t k = 0; k < field.height.size(); ++k)
            field.height[k] = random.uniform(0, radius, k, 0);
    return field;
}

void groundContacts(benchmark::State& state) {
    const auto over = static_cast<Over>(state.range(0));
    const double spacing = 0.01 * radius * static_cast<double>(state.range(1));
    const geometry::Heightfield field = groundFor(over, spacing);
    const geometry::GroundSurface surface(field.grid, field.height.view());
    const auto count = static_cast<std::size_t>(state.range(2));
    state::World world;
    grains::addGrainTables(world, {});
    couple::addGroundContacts(world, false, false, false);
    state::Table& ground = world.addTable(ground::ground_table);
    ground.add(ground::fields::height);
    ground.resize(field.height.size());
    std::copy_n(field.height.data(), field.height.size(), ground.write(ground::fields::height).data());
    state::Table& changes = world.addTable(ground::changes_table);
    changes.add(ground::fields::changes);
    changes.resize(1);
    state::Table& table = world.table(grains::grains_table);
    const Random random{2, 1};
    const double size = spacing * 400;
    for (std::uint64_t k = 0; k < count; ++k) {
        // In rows, as the search sorts grains that stand near each other.
        Vec3d p{size * (0.1 + 0.8 * random.uniform(k, 0)),
                size * (0.1 + 0.8 * static_cast<double>(k) / static_cast<double>(count)), 0};
        const double top = surfaceAt(field.grid, field.height.view(), p.x, p.y)->height;
        double low = top, high = top + 3 * radius;
        for (int n = 0; n < 40; ++n) {
            p.z = 0.5 * (low + high);
            (surface.clearance(p, radius) < 0.999 * radius ? low : high) = p.z;
        }
        if (over == Over::FarAbove) p.z += 100 * spacing;
        grains::appendGrain(
            table,
            {.position = p, .velocity = {0.01, 0.02, 0}, .spin = {}, .radius = radius, .density = 2500}, {});
    }
    couple::CollideGround stage;
    stage.laws = laws();
    stage.grid = field.grid;
    stage.gravity = {0, 0, -9.81};
    stage.largest_radius = radius;
    std::vector<step::Stage> list;
    list.emplace_back(std::move(stage));
    auto pipeline = step::Pipeline::compose("ground", std::move(list));
    for (auto _ : state) pipeline->run(world, exec::Exec::serial(), 1e-7);
    state.counters["s/grain"] =
        benchmark::Counter(static_cast<double>(count),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
    double touches = 0;
    for (const std::uint8_t n : table.read(couple::fields::ground_touches)) touches += n;
    state.counters["touches"] = touches / static_cast<double>(count);
}

// Over what; spacing of the columns in hundredths of a radius; how many grains: some fit into the cache.
BENCHMARK(groundContacts)
    ->ArgNames({"over", "spacing", "grains"})
    ->Args({0, 200, 2000})
    ->Args({1, 200, 2000})
    ->Args({2, 200, 2000})
    ->Args({1, 20, 2000})
    ->Args({1, 50, 2000})
    ->Args({1, 2000, 2000})
    ->Args({3, 200, 2000})
    ->Args({0, 200, 100000})
    ->Args({1, 200, 100000})
    ->Args({3, 200, 100000})
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace talus
