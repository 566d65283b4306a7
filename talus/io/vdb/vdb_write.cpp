// The only file that includes OpenVDB, whose headers take 20 s to compile.
#ifdef TALUS_VDB
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <sstream>

#include <fmt/format.h>
#include <openvdb/io/Stream.h>
#include <openvdb/openvdb.h>
#include <openvdb/tools/Composite.h>
#include <openvdb/tools/Dense.h>
#include <openvdb/tools/MeshToVolume.h>

#include "talus/core/hash.h"
#include "talus/exec/one_thread.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/io/vdb/vdb.h"

namespace talus::io {
namespace {

using openvdb::FloatGrid, openvdb::Vec3SGrid;

/// Half of the width of the band [spacings]: openvdb::LEVEL_SET_HALF_WIDTH, which OpenVDB's tools assume.
constexpr float half_band = 3;

openvdb::math::Transform::Ptr transformOf(const VdbLattice& lattice) {
    auto transform = openvdb::math::Transform::createLinearTransform(lattice.spacing);
    transform->postTranslate({lattice.origin.x, lattice.origin.y, lattice.origin.z});
    return transform;
}

/// OpenVDB writes a random UUID into each file, as text after its first five numbers. This replaces it by a
/// UUID that is a hash of the contents (RFC 9562, version 8), so that equal contents give equal bytes.
void setUuid(std::string& bytes) {
    constexpr std::size_t begin = 21, size = 36, end = begin + size;
    for (const std::size_t dash : {8, 13, 18, 23})
        if (bytes.size() < end || bytes[begin + dash] != '-')
            throw std::runtime_error("OpenVDB wrote the UUID of a file to another position");
    Hasher content, again;
    content.add(bytes.data() + end, bytes.size() - end);
    const std::string low = hexadecimal(content.value());
    again.add(low.data(), low.size());
    const std::string high = hexadecimal(again.value());
    bytes.replace(begin, size,
                  fmt::format("{}-{}-8{}-8{}-{}", high.substr(0, 8), high.substr(8, 4), high.substr(12, 3),
                              low.substr(0, 3), low.substr(4)));
}

Status write(const ConfinedPath& path, const openvdb::GridCPtrVec& grids, double time) {
    std::ostringstream memory;
    openvdb::MetaMap about;
    about.insertMeta("creator", openvdb::StringMetadata("talus"));
    about.insertMeta("time", openvdb::DoubleMetadata(time));
    openvdb::io::Stream(memory).write(grids, about);
    std::string bytes = std::move(memory).str();
    setUuid(bytes);
    return writeFile(path, bytes);
}

/// Runs work() on one thread and turns exceptions (of OpenVDB, or for lack of memory) into an error.
template <class Work>
Status guarded(Work work) {
    Status status = success();
    exec::onOneThread([&] {
        try {
            status = work();
        } catch (const std::exception& thrown) {
            status = Error{ErrorKind::Runtime, fmt::format("OpenVDB: {}", thrown.what())};
        }
    });
    return status;
}

FloatGrid::Ptr emptyLevelSet(const VdbLattice& lattice) {
    return openvdb::createLevelSet<FloatGrid>(static_cast<float>(lattice.spacing), half_band);
}

/// Triangles of bodies, or of cavities, which are reversed. Points are relative to the origin of the lattice,
/// to keep their precision in single precision.
class Shell {
  public:
    void add(const geometry::Mesh& mesh, const Vec3d& origin, bool turned) {
        const auto first = static_cast<openvdb::Index32>(points_.size());
        for (const Vec3d& p : mesh.points)
            points_.emplace_back(static_cast<float>(p.x - origin.x), static_cast<float>(p.y - origin.y),
                                 static_cast<float>(p.z - origin.z));
        for (const auto& [a, b, c] : mesh.triangles)
            triangles_.emplace_back(first + a, first + (turned ? c : b), first + (turned ? b : c));
    }
    FloatGrid::Ptr levelSet(const VdbLattice& lattice) const {
        const auto transform = openvdb::math::Transform::createLinearTransform(lattice.spacing);
        return openvdb::tools::meshToLevelSet<FloatGrid>(*transform, points_, triangles_, half_band);
    }

  private:
    std::vector<openvdb::Vec3s> points_;
    std::vector<openvdb::Vec3I> triangles_;
};

/// OpenVDB would treat cavities as solid. So bodies are added and cavities are subtracted, from the largest
/// to the smallest: a part inside of another one comes after it.
FloatGrid::Ptr levelSetOf(std::vector<geometry::Mesh> meshes, const VdbLattice& lattice) {
    struct Part {
        geometry::Mesh mesh;
        double volume;
    };
    std::vector<Part> parts;
    for (geometry::Mesh& part : meshes) {
        const double volume = geometry::volumeOf(part);
        parts.push_back({std::move(part), volume});
    }
    std::stable_sort(parts.begin(), parts.end(),
                     [](const Part& a, const Part& b) { return std::abs(a.volume) > std::abs(b.volume); });
    FloatGrid::Ptr all = emptyLevelSet(lattice);
    for (std::size_t k = 0; k < parts.size();) {
        const bool cavity = parts[k].volume < 0;
        Shell shell;
        for (; k < parts.size() && (parts[k].volume < 0) == cavity; ++k)
            shell.add(parts[k].mesh, lattice.origin, cavity);
        const FloatGrid::Ptr some = shell.levelSet(lattice);
        if (cavity)
            openvdb::tools::csgDifference(*all, *some);
        else
            openvdb::tools::csgUnion(*all, *some);
    }
    return all;
}

/// Memory of a value while the file is made [bytes]. Measured for balls with 0.4 to 7 million values: 37.
constexpr double bytes_of_value = 40;
/// Limit of values along an axis: OpenVDB has 32-bit indices, and points of a mesh in single precision.
constexpr double max_along = 1e7;

/// Estimated number of values in the band around a mesh. The volume of a ball for each part is Steiner's
/// formula for bodies smaller than the width of the band.
double valuesOf(const geometry::Mesh& mesh, std::size_t parts, double spacing) {
    double area = 0;
    for (const auto& [a, b, c] : mesh.triangles)
        area += 0.5 * length(cross(mesh.points[b] - mesh.points[a], mesh.points[c] - mesh.points[a]));
    constexpr double ball = 4.0 / 3 * std::numbers::pi * half_band * half_band * half_band;
    return area / (spacing * spacing) * 2 * half_band + ball * static_cast<double>(parts);
}

template <class Grid, class Value>
typename Grid::Ptr fogOf(const state::VolumeView& volume, const state::ArrayView& field, Value value) {
    const auto [x, y, z] = volume.sizes();
    const openvdb::CoordBBox box({0, 0, 0},
                                 {static_cast<int>(x) - 1, static_cast<int>(y) - 1, static_cast<int>(z) - 1});
    using ValueType = typename Grid::ValueType;
    openvdb::tools::Dense<ValueType, openvdb::tools::LayoutXYZ> dense(box);
    for (std::size_t k = 0; k < volume.count(); ++k) dense.data()[k] = value(k);
    auto grid = Grid::create();
    openvdb::tools::copyFromDense(dense, *grid, openvdb::zeroVal<ValueType>());
    grid->setName(field.name);
    grid->setGridClass(openvdb::GRID_FOG_VOLUME);
    return grid;
}

openvdb::GridBase::Ptr fogOf(const state::VolumeView& volume, const state::ArrayView& field) {
    const auto at = [&](std::size_t k, int c) { return static_cast<float>(field.value(k, c)); };
    if (field.components == 3)
        return fogOf<Vec3SGrid>(volume, field,
                                [&](std::size_t k) { return openvdb::Vec3s(at(k, 0), at(k, 1), at(k, 2)); });
    return fogOf<FloatGrid>(volume, field, [&](std::size_t k) { return at(k, 0); });
}

}  // namespace

Status writeVdb(const ConfinedPath& path, const geometry::Mesh& mesh, const VdbLattice& lattice,
                double time) {
    if (!(lattice.spacing > 0) || !std::isfinite(lattice.spacing))
        return Error{
            ErrorKind::Input,
            fmt::format("voxels of {} m are not possible; the size must be above 0", lattice.spacing)};
    if (const std::size_t open = geometry::openSides(mesh); open > 0)
        return Error{ErrorKind::Input,
                     fmt::format("a level set needs a closed mesh; {} sides of this one are open", open)};
    if (geometry::volumeOf(mesh) < 0)
        return Error{ErrorKind::Input,
                     "a level set needs triangles that face outwards; those of this mesh face inwards"};
    for (const Vec3d& p : mesh.points)
        if (!(length(p - lattice.origin) < max_along * lattice.spacing))
            return Error{
                ErrorKind::Input,
                fmt::format("the mesh is more than {:.2g} voxels from ({}, {}, {}); use larger voxels",
                            max_along, lattice.origin.x, lattice.origin.y, lattice.origin.z)};
    std::vector<geometry::Mesh> parts = geometry::partsOf(mesh);
    const double values = valuesOf(mesh, parts.size(), lattice.spacing);
    if (const double bytes = bytes_of_value * values; !(bytes <= lattice.memory_bytes))
        return Error{
            ErrorKind::Input,
            fmt::format("with voxels of {:.3g} m there are {:.2g} around this mesh, which need {:.3g} GB of "
                        "memory; {:.3g} GB are left: use larger voxels, for example of {:.2g} m",
                        lattice.spacing, values, bytes / 1e9, lattice.memory_bytes / 1e9,
                        1.1 * lattice.spacing * std::sqrt(bytes / lattice.memory_bytes))};
    return guarded([&] {
        const FloatGrid::Ptr grid = levelSetOf(std::move(parts), lattice);
        grid->setTransform(transformOf(lattice));
        grid->setName(vdb_surface);
        return write(path, {grid}, time);
    });
}

Status writeVdb(const ConfinedPath& path, const state::VolumeView& volume, double memory_bytes) {
    for (const std::size_t along : volume.sizes())
        if (along > static_cast<std::size_t>(std::numeric_limits<int>::max()))
            return Error{ErrorKind::Input, "the volume has more cells than an OpenVDB file can index"};
    // One dense field, then all fields as grids, and again as the bytes of the file.
    int largest = 0, all = 0;
    for (const state::ArrayView& field : volume.fields) {
        largest = std::max(largest, field.components);
        all += field.components;
    }
    const double bytes = sizeof(float) * (largest + 2.0 * all) * static_cast<double>(volume.count());
    if (!(bytes <= memory_bytes))
        return Error{
            ErrorKind::Input,
            fmt::format("its {} cells take {:.3g} GB of memory while the file is made; {:.3g} GB are "
                        "left: export the .vti in another format, or on a larger machine",
                        volume.count(), bytes / 1e9, memory_bytes / 1e9)};
    return guarded([&] {
        const double half = volume.at_points ? 0 : 0.5 * volume.grid.spacing;
        const auto transform =
            transformOf({volume.grid.spacing, volume.grid.corner + Vec3d{half, half, half}});
        openvdb::GridCPtrVec grids;
        for (const state::ArrayView& field : volume.fields) {
            const auto grid = fogOf(volume, field);
            grid->setTransform(transform->copy());
            grids.push_back(grid);
        }
        return write(path, grids, volume.time);
    });
}

}  // namespace talus::io
#endif
