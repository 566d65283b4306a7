#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <list>
#include <string>
#include <vector>

#include <unistd.h>

#include "talus/io/checkpoint/checkpoint.h"
#include "tests/fuzz/bytes.h"

/// Checkpoints, from two sides. Even inputs are the bytes of a file: the block in front must turn away all
/// that is not whole, before HDF5 sees it. (HDF5's own parser is not ours to fuzz.) Odd inputs describe a
/// world of some shape, which must come back the same, or not at all once a byte of its file is changed.
namespace {

using namespace talus;
using test::Bytes, test::expect;

const std::filesystem::path& file() {
    static const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("talus-fuzz-" + std::to_string(::getpid()) + ".h5");
    return path;
}

void roundTrip(Bytes bytes) {
    std::list<std::string> names;
    std::list<state::FieldInfo> fields;
    state::World world;
    for (int tables = bytes.next() % 4; tables > 0; --tables) {
        state::Table& table = world.addTable("t" + std::to_string(tables));
        for (int columns = bytes.next() % 5; columns > 0; --columns) {
            names.push_back("c" + std::to_string(columns));
            const auto scalar = static_cast<state::Scalar>(bytes.next() % 6);
            const int components = bytes.next() % 2 == 0 ? 1 : 3;
            fields.push_back(
                {names.back().c_str(), "m", "", state::Lifetime::Persistent, scalar, components});
            table.add(fields.back());
        }
        table.resize(bytes.next() % 40);
        for (state::Column& column : table.columns())
            for (std::size_t i = 0; i < column.values.size(); ++i)
                column.values.data()[i] = static_cast<std::byte>(bytes.next());
    }
    io::CheckpointInfo info;
    info.clock = {0.01, 1};
    expect(io::writeCheckpoint(file(), world, info).ok());
    const auto read = io::readCheckpoint(file());
    expect(read.ok());
    const std::uint64_t hash = state::stateHash(world);
    expect(state::restore(read->state, world).ok());
    expect(state::stateHash(world) == hash);
    std::string raw = io::readFile(file(), 1 << 30).value();
    const std::size_t at = (bytes.next() | bytes.next() << 8) % raw.size();
    const char change = static_cast<char>(bytes.next());
    if (change == 0) return;
    raw[at] = static_cast<char>(raw[at] ^ change);
    expect(io::writeFile(file(), raw).ok());
    expect(!io::readCheckpoint(file()).ok());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    if (data[0] % 2 == 1) {
        roundTrip({data + 1, size - 1});
        return 0;
    }
    expect(io::writeFile(file(), {reinterpret_cast<const char*>(data) + 1, size - 1}).ok());
    expect(!io::readCheckpoint(file()).ok());
    return 0;
}
