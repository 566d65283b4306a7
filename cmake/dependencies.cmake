# All of these are Debian 12 packages; ./dev installs them.
find_package(TBB REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(PNG REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(EPOXY REQUIRED IMPORTED_TARGET epoxy)
pkg_check_modules(EGL REQUIRED IMPORTED_TARGET egl)
pkg_check_modules(CAIRO REQUIRED IMPORTED_TARGET cairo)
pkg_check_modules(GDAL REQUIRED IMPORTED_TARGET gdal)
pkg_check_modules(OPENEXR REQUIRED IMPORTED_TARGET OpenEXR)
# Optional, for .vdb files. Debian's package has no file for pkg-config, and its module for CMake looks for all that
# the library was built with. Its headers need Imath, which comes with OpenEXR.
find_path(OPENVDB_INCLUDE_DIR openvdb/openvdb.h)
find_library(OPENVDB_LIBRARY openvdb)
if(OPENVDB_INCLUDE_DIR AND OPENVDB_LIBRARY)
  set(TALUS_VDB ON)
  # Its headers use a hash table of oneTBB (concurrent_hash_map.h, advance_to_next_bucket) that marks empty buckets by
  # pointers to no place, which it casts: -fsanitize=undefined stops there.
  set(TALUS_VDB_OPTIONS -fno-sanitize=alignment)
else()
  set(TALUS_VDB OFF)
  message(STATUS "No OpenVDB (libopenvdb-dev): Talus will write no .vdb files")
endif()
