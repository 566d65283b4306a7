#include "talus/run/host.h"

#include <array>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>

#include <unistd.h>

namespace talus::run {
namespace {

/// The value of the first line "key : value" in /proc/cpuinfo.
std::string cpuInfo(const std::string& key) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.compare(0, key.size(), key) == 0) {
            const std::size_t colon = line.find(": ");
            if (colon != std::string::npos) return line.substr(colon + 2);
        }
    return "";
}

std::uint64_t pageBytes() { return static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)); }

}  // namespace

std::string cpuName() {
    const std::string name = cpuInfo("model name");
    return name.empty() ? "unknown" : name;
}

std::vector<std::string> cpuFeatures() {
    std::istringstream flags(cpuInfo("flags"));
    std::vector<std::string> found;
    for (std::string flag; flags >> flag;)
        for (const char* wanted : {"sse4_2", "avx", "avx2", "fma", "avx512f", "avx512vl", "avx512dq"})
            if (flag == wanted) found.push_back(flag);
    return found;
}

std::uint64_t residentMemory() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    return file >> size >> resident ? resident * pageBytes() : 0;
}

std::uint64_t totalMemory() { return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) * pageBytes(); }

std::string timestamp() {
    const std::time_t now = std::time(nullptr);
    std::tm local{};
    ::localtime_r(&now, &local);
    std::array<char, 40> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S%z", &local);
    return text.data();
}

}  // namespace talus::run
