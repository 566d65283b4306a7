#pragma once
#include <cstdint>
#include <string>
#include <vector>

/// Properties of the machine that a run reports.
namespace talus::run {

/// "AMD EPYC 7B13", or "unknown".
std::string cpuName();
/// The processor's features that matter for speed: "avx2", "fma", "avx512f" ...
std::vector<std::string> cpuFeatures();
/// Memory of this process in RAM [bytes]; 0 where it is not known.
std::uint64_t residentMemory();
/// RAM of the machine [bytes].
std::uint64_t totalMemory();
/// Local time, ISO 8601 with the offset from UTC.
std::string timestamp();

}  // namespace talus::run
