#pragma once
#include "talus/core/rng.h"
#include "talus/grains/fields.h"
#include "talus/io/file.h"
#include "talus/state/world.h"

namespace talus::test {

/// A world with every scalar type, an empty table and a scratch column; values from a fixed seed.
inline state::World sampleWorld(std::size_t rows, std::uint32_t seed = 7) {
    namespace fields = grains::fields;
    static constexpr state::Field<std::uint64_t> large{"large", "", "a 64-bit integer"};
    static constexpr state::Field<std::uint8_t> small{"small", "", "an 8-bit integer"};
    static constexpr state::Field<double> scratch{"scratch", "", "rebuilt each step",
                                                  state::Lifetime::Scratch};
    const Random random{seed, 1};
    state::World world;
    world.time = 0.1 + 0.2;  // needs all of its bits
    world.step = 1234567;
    state::Table& grains = world.addTable(grains::grains_table);
    for (const state::FieldInfo* field : std::initializer_list<const state::FieldInfo*>{
             &fields::position, &fields::velocity, &fields::radius, &fields::material, &fields::id,
             &fields::birth, &large, &small, &scratch})
        grains.add(*field);
    grains.resize(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const auto value = [&](std::uint32_t channel) { return random.uniform(-1, 1, i, channel); };
        grains.write(fields::position)[i] = {value(0), value(1), value(2)};
        grains.write(fields::velocity)[i] = {value(3), 1e-300 * value(4), -0.0};
        grains.write(fields::radius)[i] = 0.002 + 1e-4 * value(5);
        grains.write(fields::material)[i] = static_cast<std::uint16_t>(65535 - i % 3);
        grains.write(fields::id)[i] = static_cast<std::uint32_t>(4294967295u - i);
        grains.write(fields::birth)[i] = static_cast<float>(value(6));
        grains.write(large)[i] = 18446744073709551615u - i;
        grains.write(small)[i] = static_cast<std::uint8_t>(255 - i % 7);
    }
    world.addTable(grains::contacts_table).add(fields::id);
    return world;
}

/// A world of the same tables and columns with nothing in it.
inline state::World emptyCopy(const state::World& like) {
    state::World world;
    for (const state::Table& table : like.tables()) {
        state::Table& copy = world.addTable(table.name());
        for (const state::Column& column : table.columns()) copy.add(*column.info);
    }
    return world;
}

inline std::string bytesOfFile(const std::filesystem::path& path) {
    return io::readFile(path, std::uint64_t{1} << 32).value();
}

}  // namespace talus::test
