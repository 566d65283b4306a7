#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "talus/io/checkpoint/hdf5.h"
#include "talus/state/field.h"

/// The format of checkpoints, for writer and reader.
namespace talus::io::checkpoint {

/// Length of the block before the HDF5 part: the smallest that HDF5 allows.
inline constexpr std::size_t block_bytes = 512;
inline constexpr std::string_view magic = "talus checkpoint 1\n";
inline constexpr std::uint64_t format = 1;

/// The block: the magic words, the length of the whole file, the XXH3 of everything after the block, zeros.
struct Block {
    std::array<char, 48> words{};
    std::uint64_t file_bytes = 0;
    std::uint64_t hash = 0;
    std::array<char, block_bytes - 64> zeros{};

    static Block of(std::uint64_t file_bytes, std::uint64_t hash) {
        Block block;
        std::memcpy(block.words.data(), magic.data(), magic.size());
        block.file_bytes = file_bytes;
        block.hash = hash;
        return block;
    }
    bool operator==(const Block&) const = default;
};
static_assert(sizeof(Block) == block_bytes);

inline hid_t hdf5Type(state::Scalar scalar) {
    switch (scalar) {
        case state::Scalar::F64: return H5T_IEEE_F64LE;
        case state::Scalar::F32: return H5T_IEEE_F32LE;
        case state::Scalar::U64: return H5T_STD_U64LE;
        case state::Scalar::U32: return H5T_STD_U32LE;
        case state::Scalar::U16: return H5T_STD_U16LE;
        case state::Scalar::U8: return H5T_STD_U8LE;
    }
    return H5I_INVALID_HID;
}

}  // namespace talus::io::checkpoint
