#pragma once
#include <ifaddrs.h>
#include <net/if.h>

#include <cstdlib>

namespace talus::test {

/// Why tests that run LAMMPS skip themselves.
inline constexpr const char* no_lammps =
    "LAMMPS does not run here (Debian: apt-get install lammps openmpi-bin; MPI wants a network, if only "
    "loopback)";

inline constexpr const char* no_liggghts =
    "LIGGGHTS does not run here (Debian: apt-get install liggghts openmpi-bin; MPI wants a network, if only "
    "loopback)";

/// Whether MPI can start.
inline bool mpiRuns() {
    if (std::system("command -v mpirun >/dev/null 2>&1") != 0) return false;
    ifaddrs* interfaces = nullptr;
    if (::getifaddrs(&interfaces) != 0) return false;
    bool up = false;
    for (const ifaddrs* i = interfaces; i != nullptr; i = i->ifa_next)
        up = up || (i->ifa_flags & IFF_UP) != 0;
    ::freeifaddrs(interfaces);
    return up;
}

inline bool lammpsInstalled() { return std::system("command -v lmp >/dev/null 2>&1") == 0 && mpiRuns(); }
inline bool liggghtsInstalled() {
    return std::system("command -v liggghts >/dev/null 2>&1") == 0 && mpiRuns();
}

}  // namespace talus::test
