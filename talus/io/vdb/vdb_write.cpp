// The only file that knows OpenVDB, whose headers take 20 s to compile.
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

/// openvdb::LEVEL_SET_HALF_WIDTH, the band that its own tools take for given.
constexpr float half_band = 3;

openvdb::math::Transform::Ptr transformOf(const VdbLattice& lattice) {
    auto transform = openvdb::math::Transform::createLinearTransform(lattice.spacing);
    transform->postTranslate({lattice.origin.x, lattice.origin.y, lattice.origin.z});
    return transform;
}

/// OpenVDB gives each file a random identity, as text behind its five numbers. This one is made of what the
/// file holds (RFC 9562, version 8), so that equal content gives equal bytes.
void setIdentity(std::string& bytes) {
    constexpr std::size_t begin = 21, size = 36, end = begin + size;
    for (const std::size_t dash : {8, 13, 18, 23})
        if (bytes.size() < end || bytes[begin + dash] != '-')
            throw std::runtime_error("OpenVDB has put the identity of a file elsewhere");
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
    setIdentity(bytes);
    return writeFile(path, bytes);
}

/// What OpenVDB and the memory have to say goes into an error.
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

/// Triangles of one kind: bodies, or cavities that are turned inside out. Points are taken from the origin,
/// for single precision.
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

/// OpenVDB takes all that is behind a surface for solid, cavities too. So bodies are added and cavities taken
/// away, from the largest to the smallest: what is in another one comes after it.
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

/// Measured, of balls with 0.4 to 7 million values: 37 while the file is made. [bytes]
constexpr double bytes_of_value = 40;
/// OpenVDB numbers them by 32 bits along each axis, and the points of a mesh are in single precision.
constexpr double most_along = 1e7;

/// Values within the band around a mesh; around bodies that are smaller than the band is wide, Steiner's
/// formula adds those of a ball.
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
        return Error{ErrorKind::Input, fmt::format("voxels of {} m have no size", lattice.spacing)};
    if (const std::size_t open = geometry::openSides(mesh); open > 0)
        return Error{ErrorKind::Input,
                     fmt::format("a level set is of a closed mesh; of this one {} sides are open", open)};
    if (geometry::volumeOf(mesh) < 0)
        return Error{ErrorKind::Input,
                     "a level set is of a mesh whose triangles face outwards; these face in"};
    for (const Vec3d& p : mesh.points)
        if (!(length(p - lattice.origin) < most_along * lattice.spacing))
            return Error{
                ErrorKind::Input,
                fmt::format("the mesh is more than {:.2g} voxels from ({}, {}, {}); take larger ones",
                            most_along, lattice.origin.x, lattice.origin.y, lattice.origin.z)};
    std::vector<geometry::Mesh> parts = geometry::partsOf(mesh);
    const double values = valuesOf(mesh, parts.size(), lattice.spacing);
    if (const double bytes = bytes_of_value * values; !(bytes <= lattice.memory_bytes))
        return Error{ErrorKind::Input,
                     fmt::format("voxels of {:.3g} m would be {:.2g} around this mesh and take {:.3g} GB of "
                                 "memory, and {:.3g} GB are left for it; take larger ones, of {:.2g} m, say",
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
            return Error{ErrorKind::Input, "an OpenVDB file cannot number so many cells"};
    // All values of a field at once; then those of all fields as grids, and as the bytes of the file.
    int largest = 0, all = 0;
    for (const state::ArrayView& field : volume.fields) {
        largest = std::max(largest, field.components);
        all += field.components;
    }
    const double bytes = sizeof(float) * (largest + 2.0 * all) * static_cast<double>(volume.count());
    if (!(bytes <= memory_bytes))
        return Error{
            ErrorKind::Input,
            fmt::format("its {} cells take {:.3g} GB of memory while the file is made, and {:.3g} GB are "
                        "left for it; export the .vti in another format, or on a larger machine",
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
