// For builds without OpenVDB; vdb_write.cpp has the functions of builds with it.
#ifndef TALUS_VDB
#include "talus/io/vdb/vdb.h"

namespace talus::io {
namespace {

Error noVdb() {
    return {ErrorKind::Runtime,
            "this build of Talus cannot write .vdb files; install OpenVDB (Debian: libopenvdb-dev) and build "
            "again"};
}

}  // namespace

Status writeVdb(const ConfinedPath&, const geometry::Mesh&, const VdbLattice&, double) { return noVdb(); }
Status writeVdb(const ConfinedPath&, const state::VolumeView&, double) { return noVdb(); }

}  // namespace talus::io
#endif
