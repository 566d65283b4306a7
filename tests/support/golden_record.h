#pragma once
#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "talus/math/simd.h"

/// Records of what the scenes of the gallery gave (tests/determinism/golden).
namespace talus::test {

/// Bytes of a vector of this processor, for which the library was built.
inline constexpr int vector_bytes = sizeof(Pack<float>);

/// Water sums over pairs in packs as wide as the processor's vectors. So its bits are the same for any number
/// of threads, but not on processors of another width.
inline bool dependsOnVectors(const nlohmann::ordered_json& record) {
    const auto& columns = record.at("statistics");
    return std::any_of(columns.begin(), columns.end(), [](const auto& column) {
        return column.template get<std::string>().starts_with("water.");
    });
}

/// Whether the hashes of the record are those that this processor gives.
inline bool isOfThisProcessor(const nlohmann::ordered_json& record) {
    return record.value("vector_bytes", vector_bytes) == vector_bytes;
}

}  // namespace talus::test
