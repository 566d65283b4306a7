// The answer of a build without OpenVDB; vdb_write.cpp has the other one.
#ifndef TALUS_VDB
#include "talus/io/vdb/vdb.h"

namespace talus::io {
namespace {

Error noVdb() {
    return {
        ErrorKind::Runtime,
        "this build of Talus writes no .vdb files; install OpenVDB (Debian: libopenvdb-dev) and build again"};
}

}  // namespace

Status writeVdb(const ConfinedPath&, const geometry::Mesh&, const VdbLattice&, double) { return noVdb(); }
Status writeVdb(const ConfinedPath&, const state::VolumeView&, double) { return noVdb(); }

}  // namespace talus::io
#endif
