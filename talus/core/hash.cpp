#include "talus/core/hash.h"

#include <fmt/format.h>

#include <xxhash.h>

namespace talus {

Hasher::Hasher() : state_(XXH3_createState()) { XXH3_64bits_reset(static_cast<XXH3_state_t*>(state_)); }
Hasher::~Hasher() { XXH3_freeState(static_cast<XXH3_state_t*>(state_)); }

void Hasher::add(const void* bytes, std::size_t count) {
    if (count > 0) XXH3_64bits_update(static_cast<XXH3_state_t*>(state_), bytes, count);
}

std::uint64_t Hasher::value() const { return XXH3_64bits_digest(static_cast<const XXH3_state_t*>(state_)); }

std::string hexadecimal(std::uint64_t value) { return fmt::format("{:016x}", value); }

}  // namespace talus
