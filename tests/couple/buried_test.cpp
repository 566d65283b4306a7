// Grains that the ground remembers, and the places that those of pristine sand get.
#include "talus/couple/hybrid/buried.h"

#include <numbers>

#include "talus/couple/hybrid/pristine_sand.h"
#include "talus/ground/fields.h"

namespace talus::couple {
namespace {

state::World worldOf(const ColumnStore::Setup& columns, double depth) {
    state::World world;
    addBuriedTable(world);
    addStore(world, columns, depth, 0);
    return world;
}

TEST(Buried, RowsAreAddedAndRemovedInOrder) {
    state::World world;
    addBuriedTable(world);
    Buried buried(world.table(buried_table));
    for (std::uint32_t k = 0; k < 10; ++k)
        buried.add({.position = {1.0 * k, 2, 3},
                    .radius = 0.1 * k,
                    .mass = 7.0 * k,
                    .material = static_cast<std::uint16_t>(k % 3),
                    .column = k});
    buried.remove(exec::Exec::serial(), {0, 4, 5, 9});
    ASSERT_EQ(buried.size(), 6u);
    const std::uint32_t left[] = {1, 2, 3, 6, 7, 8};
    for (std::size_t row = 0; row < 6; ++row) {
        const BuriedGrain grain = buried.at(row);
        EXPECT_EQ(grain.position, (Vec3d{static_cast<double>(left[row]), 2, 3}));
        EXPECT_EQ(grain.radius, 0.1 * left[row]);
        EXPECT_EQ(grain.mass, 7.0 * left[row]);
        EXPECT_EQ(grain.material, left[row] % 3);
        EXPECT_EQ(grain.column, left[row]);
    }
}

/// Sand 20 mm deep on columns of 5 mm; some are asked for in one go, the rest in another.
TEST(PristineSand, ReleasesGrainsForItsMassAtDistinctPositions) {
    constexpr double depth = 0.02, radius = 0.0015;
    auto columns = std::make_shared<ColumnStore::Setup>();
    columns->grid = {-0.05, -0.05, 0.005, 21, 21};
    columns->bedrock.resize(columns->grid.size());
    columns->density.assign(1, 2500);
    Exchange exchange;
    exchange.hybrid.depth = depth;
    exchange.hybrid.grain_radius = radius;
    exchange.columns = columns;
    exchange.pattern = std::make_shared<const SandPattern>(radius, columns->packing, Random{1, 2});

    state::World world = worldOf(*columns, depth);
    state::Table& stored = world.table(ground::stored_table);
    exec::Array<double> height(columns->grid.size());
    ColumnStore store(*columns, height.view(), stored.write(ground::fields::stored_mass),
                      stored.write(ground::fields::pristine), stored.write(ground::fields::laid_out));
    const double all = storedMass(exec::Exec::serial(), world);
    Buried buried(world.table(buried_table));

    exec::Array<std::uint8_t> wanted(columns->grid.size());
    for (std::size_t k = 0; k < wanted.size(); ++k) wanted.data()[k] = k % 21 < 8;
    layOutPristineSand(exchange, std::as_const(wanted).view(), store, buried);
    const std::size_t first = buried.size();
    std::fill_n(wanted.data(), wanted.size(), std::uint8_t{1});
    for (int again = 0; again < 2; ++again)
        layOutPristineSand(exchange, std::as_const(wanted).view(), store, buried);

    // All but what columns at the edge have no room for. Theirs is half of what lies within bedrock + a and
    // the surface + 4 a: 0.61 of their sand, and what they lack goes to the next of the row. So it waits in
    // the two rows at the edge, 0.39 * 2 / 21, and in the last column of the others, 0.39 * 19 / 441: 5.4%.
    const double mass = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius * 2500;
    EXPECT_GT(first, 0.3 * all / mass * 8 / 21);
    double pristine = 0, held = 0;
    for (const double m : std::as_const(stored).read(ground::fields::pristine)) pristine += m;
    for (std::size_t row = 0; row < buried.size(); ++row) held += buried.at(row).mass;
    EXPECT_NEAR((pristine + held) / all, 1, 1e-12);
    EXPECT_LT(pristine, 0.06 * all);
    EXPECT_NEAR(storedMass(exec::Exec::serial(), world) / all, 1, 1e-12);

    double closest = 1, lowest = 1, highest = 0;
    for (std::size_t a = 0; a < buried.size(); ++a) {
        const Vec3d p = buried.position(a);
        lowest = std::min(lowest, p.z);
        highest = std::max(highest, p.z);
        for (std::size_t b = 0; b < a; ++b) closest = std::min(closest, length(p - buried.position(b)));
    }
    EXPECT_GT(closest, 0.98 * 2 * radius) << "no position is given twice";
    EXPECT_GE(lowest, radius);
    EXPECT_LT(highest, depth + 4 * radius);
}

}  // namespace
}  // namespace talus::couple
