#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/io/checkpoint/checkpoint.h"
#include "talus/io/checkpoint/checkpoint_format.h"

namespace talus::io {
namespace {

using checkpoint::Block;
using checkpoint::hdf5Type;

constexpr hsize_t max_tables = 64;
constexpr hsize_t max_columns = 256;
constexpr std::size_t longest_text = 256;

Error damaged(const ConfinedPath& path, std::string_view how) {
    return {ErrorKind::Input,
            fmt::format("'{}' is not an intact checkpoint: {}; resume from another one", path.string(), how)};
}

/// A file that passed verify().
struct Verified {
    Descriptor file;
    std::uint64_t bytes = 0;
};

/// Compares length and hash with the block at the beginning. Only files that pass are given to HDF5.
Result<Verified> verify(const ConfinedPath& path) {
    auto file = openFile(path, O_RDONLY, "read");
    if (!file) return file.error();
    const int descriptor = file->get();
    struct stat about {};
    if (::fstat(descriptor, &about) != 0) return storageError("read", path, errno);
    if (!S_ISREG(about.st_mode)) return damaged(path, "it is not a file");
    const auto size = static_cast<std::uint64_t>(about.st_size);
    std::vector<char> chunk(std::size_t{1} << 20);
    Hasher hasher;
    Block block;
    std::uint64_t position = 0;
    while (true) {
        const std::size_t wanted = position == 0 ? sizeof block : chunk.size();
        const ssize_t count = ::read(descriptor, chunk.data(), wanted);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return storageError("read", path, errno);
        if (count == 0) break;
        if (position == 0) {
            if (static_cast<std::size_t>(count) < sizeof block) return damaged(path, "it is cut off");
            std::memcpy(&block, chunk.data(), sizeof block);
            if (block.words != Block::of(0, 0).words)
                return damaged(path, "it does not begin as checkpoints of this version do");
            if (block.file_bytes != size)
                return damaged(path, fmt::format("it has {} bytes of {}", size, block.file_bytes));
        } else {
            hasher.add(chunk.data(), static_cast<std::size_t>(count));
        }
        position += static_cast<std::uint64_t>(count);
    }
    if (position != size || block != Block::of(size, hasher.value()))
        return damaged(path, "its contents do not match its hash");
    return Verified{std::move(*file), size};
}

/// Reads an HDF5 file that may hold anything. The first problem is kept in `wrong_`.
class Reader {
  public:
    explicit Reader(const Verified& verified) : bytes_left_(verified.bytes), file_(open(verified.file)) {
        check(static_cast<bool>(file_), "it is not an HDF5 file");
    }

    CheckpointInfo info() {
        CheckpointInfo info;
        check(number<std::uint64_t>(file_.id(), "format") == checkpoint::format,
              "its format number is not known");
        info.version = text(file_.id(), "talus_version");
        info.scene_hash = number<std::uint64_t>(file_.id(), "scene_hash");
        info.state_hash = number<std::uint64_t>(file_.id(), "state_hash");
        info.time = number<double>(file_.id(), "time");
        info.step = number<std::uint64_t>(file_.id(), "step");
        info.clock.frame_interval = number<double>(file_.id(), "frame_interval");
        info.clock.steps_per_frame = number<std::uint64_t>(file_.id(), "steps_per_frame");
        check(std::isfinite(info.time) && std::isfinite(info.clock.frame_interval) &&
                  info.clock.frame_interval > 0 && info.clock.steps_per_frame > 0,
              "its clock is not valid");
        return info;
    }

    state::Snapshot state(const CheckpointInfo& info) {
        state::Snapshot snapshot{info.time, info.step, {}};
        const Hdf5 tables = child(file_.id(), "tables", H5O_TYPE_GROUP);
        for (const std::string& name : names(tables.id(), max_tables)) {
            const Hdf5 group = child(tables.id(), name, H5O_TYPE_GROUP);
            state::Snapshot::SavedTable table{name, number<std::uint64_t>(group.id(), "rows"), {}};
            for (const std::string& column : names(group.id(), max_columns))
                readColumn(group.id(), column, table);
            if (!wrong_.empty()) break;
            snapshot.tables.push_back(std::move(table));
        }
        return snapshot;
    }

    const std::string& wrong() const { return wrong_; }

  private:
    /// Opens the file that was verified by its descriptor, since its name may refer to another file by now.
    static Hdf5 open(const Descriptor& file) {
        Hdf5 access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
        // Locks fail on some network disks, and a finished checkpoint never changes.
        H5Pset_file_locking(access.id(), false, true);
        const std::string name = fmt::format("/proc/self/fd/{}", file.get());
        return {H5Fopen(name.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose};
    }

    bool check(bool ok, std::string_view what) {
        if (!ok && wrong_.empty()) wrong_ = what;
        return ok && wrong_.empty();
    }

    /// Opens a child that is in this file. Soft and external links are refused, since they can lead to other
    /// files.
    Hdf5 child(hid_t where, const std::string& name, H5O_type_t type) {
        Hdf5 none(H5I_INVALID_HID, H5Oclose);
        H5L_info_t link{};
        if (!check(where >= 0 && H5Lget_info(where, name.c_str(), &link, H5P_DEFAULT) >= 0 &&
                       link.type == H5L_TYPE_HARD,
                   fmt::format("'{}' is missing", name)))
            return none;
        Hdf5 object(H5Oopen(where, name.c_str(), H5P_DEFAULT), H5Oclose);
        H5O_info_t about{};
        if (!check(object && H5Oget_info2(object.id(), &about, H5O_INFO_BASIC) >= 0 && about.type == type,
                   fmt::format("'{}' has the wrong kind", name)))
            return none;
        return object;
    }

    std::vector<std::string> names(hid_t group, hsize_t max_count) {
        std::vector<std::string> found;
        H5G_info_t about{};
        if (!check(group >= 0 && H5Gget_info(group, &about) >= 0 && about.nlinks <= max_count,
                   "it has too many tables"))
            return found;
        for (hsize_t i = 0; i < about.nlinks; ++i) {
            char name[longest_text] = {};
            const ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, i, name,
                                                      sizeof name, H5P_DEFAULT);
            if (!check(length > 0 && length < static_cast<ssize_t>(sizeof name), "a name in it is too long"))
                break;
            found.emplace_back(name);
        }
        return found;
    }

    template <class T>
    T number(hid_t where, const char* name) {
        T value{};
        const hid_t type = hdf5Type(state::Element<T>::scalar);
        if (!wrong_.empty() || where < 0) return value;
        Hdf5 item(H5Aopen(where, name, H5P_DEFAULT), H5Aclose);
        Hdf5 stored(item ? H5Aget_type(item.id()) : H5I_INVALID_HID, H5Tclose);
        Hdf5 space(item ? H5Aget_space(item.id()) : H5I_INVALID_HID, H5Sclose);
        check(item && stored && space && H5Tequal(stored.id(), type) > 0 &&
                  H5Sget_simple_extent_npoints(space.id()) == 1 && H5Aread(item.id(), type, &value) >= 0,
              fmt::format("'{}' is missing or of another type", name));
        return value;
    }

    std::string text(hid_t where, const char* name) {
        if (!wrong_.empty() || where < 0) return {};
        Hdf5 item(H5Aopen(where, name, H5P_DEFAULT), H5Aclose);
        Hdf5 stored(item ? H5Aget_type(item.id()) : H5I_INVALID_HID, H5Tclose);
        Hdf5 space(item ? H5Aget_space(item.id()) : H5I_INVALID_HID, H5Sclose);
        const bool fixed = item && stored && space && H5Tget_class(stored.id()) == H5T_STRING &&
                           H5Tis_variable_str(stored.id()) == 0 && H5Tget_size(stored.id()) <= longest_text &&
                           H5Sget_simple_extent_npoints(space.id()) == 1;
        char value[longest_text + 1] = {};
        check(fixed && H5Aread(item.id(), stored.id(), value) >= 0,
              fmt::format("'{}' is not a short text", name));
        return value;
    }

    void readColumn(hid_t table, const std::string& name, state::Snapshot::SavedTable& into) {
        const Hdf5 set = child(table, name, H5O_TYPE_DATASET);
        if (!set) return;
        state::Snapshot::SavedColumn column{name, text(set.id(), "unit"), state::Scalar::U8, 1, {}};
        const Hdf5 type(H5Dget_type(set.id()), H5Tclose);
        bool known = false;
        for (const auto scalar : {state::Scalar::F64, state::Scalar::F32, state::Scalar::U64,
                                  state::Scalar::U32, state::Scalar::U16, state::Scalar::U8})
            if (type && H5Tequal(type.id(), hdf5Type(scalar)) > 0) {
                column.scalar = scalar;
                known = true;
            }
        const Hdf5 space(H5Dget_space(set.id()), H5Sclose);
        const int rank = space ? H5Sget_simple_extent_ndims(space.id()) : -1;
        hsize_t sizes[2] = {0, 1};
        if (!check(known && (rank == 1 || rank == 2) &&
                       H5Sget_simple_extent_dims(space.id(), sizes, nullptr) == rank &&
                       sizes[0] == into.rows && sizes[1] >= 1 && sizes[1] <= 9,
                   fmt::format("'{}' has an unexpected type or shape", name)))
            return;
        // Values must be stored directly in this file: no filters, no chunks, no other files.
        const Hdf5 creation(H5Dget_create_plist(set.id()), H5Pclose);
        column.components = static_cast<int>(sizes[1]);
        const std::uint64_t row_bytes = sizes[1] * bytesOf(column.scalar);
        const bool plain = creation && H5Pget_layout(creation.id()) == H5D_CONTIGUOUS &&
                           H5Pget_nfilters(creation.id()) == 0 && H5Pget_external_count(creation.id()) == 0;
        if (!check(plain && sizes[0] <= bytes_left_ / row_bytes &&
                       H5Dget_storage_size(set.id()) == sizes[0] * row_bytes,
                   fmt::format("'{}' is not stored plainly or is longer than the file", name)))
            return;
        bytes_left_ -= sizes[0] * row_bytes;
        column.bytes.resize(sizes[0] * row_bytes);
        check(sizes[0] == 0 || H5Dread(set.id(), hdf5Type(column.scalar), H5S_ALL, H5S_ALL, H5P_DEFAULT,
                                       column.bytes.data()) >= 0,
              fmt::format("'{}' cannot be read", name));
        into.columns.push_back(std::move(column));
    }

    std::uint64_t bytes_left_;  ///< limit for the values still to be read
    Hdf5 file_;
    std::string wrong_;
};

}  // namespace

std::string checkpointLibrary() {
    unsigned major = 0;
    unsigned minor = 0;
    unsigned release = 0;
    if (H5get_libversion(&major, &minor, &release) < 0) return "unknown";
    return fmt::format("{}.{}.{}", major, minor, release);
}

Result<CheckpointInfo> inspectCheckpoint(const ConfinedPath& path) {
    const auto file = verify(path);
    if (!file) return file.error();
    const SilentHdf5 silence;
    Reader reader(*file);
    CheckpointInfo info = reader.info();
    if (!reader.wrong().empty()) return damaged(path, reader.wrong());
    return info;
}

Result<Checkpoint> readCheckpoint(const ConfinedPath& path) {
    const auto file = verify(path);
    if (!file) return file.error();
    const SilentHdf5 silence;
    Reader reader(*file);
    Checkpoint checkpoint;
    checkpoint.file = path.string();
    checkpoint.info = reader.info();
    checkpoint.state = reader.state(checkpoint.info);
    if (!reader.wrong().empty()) return damaged(path, reader.wrong());
    return checkpoint;
}

}  // namespace talus::io
