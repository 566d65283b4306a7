#include <fmt/format.h>

#include "talus/core/build_info.h"
#include "talus/core/hash.h"
#include "talus/io/checkpoint/checkpoint.h"
#include "talus/io/checkpoint/checkpoint_format.h"

namespace talus::io {
namespace {

using checkpoint::hdf5Type;

/// Builds the HDF5 part in memory. So a full disk is an ordinary error of OutputFile; within HDF5 it would
/// leave a file that can be neither finished nor closed. The first call that fails is kept in `failed_`, and
/// no more calls are made.
class ImageBuilder {
  public:
    ImageBuilder() {
        Hdf5 access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
        check(H5Pset_fapl_core(access.id(), std::size_t{1} << 22, 0) >= 0, "H5Pset_fapl_core");
        file_ = H5Fcreate("checkpoint", H5F_ACC_TRUNC, H5P_DEFAULT, access.id());
        check(file_ >= 0, "H5Fcreate");
    }
    ~ImageBuilder() {
        if (file_ >= 0) H5Fclose(file_);
    }
    ImageBuilder(const ImageBuilder&) = delete;
    ImageBuilder& operator=(const ImageBuilder&) = delete;

    hid_t root() const { return file_; }

    template <class T>
    void attribute(hid_t where, const char* name, T value) {
        const hid_t type = hdf5Type(state::Element<T>::scalar);
        if (!failed_.empty()) return;
        Hdf5 space(H5Screate(H5S_SCALAR), H5Sclose);
        Hdf5 item(H5Acreate2(where, name, type, space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
        check(item && H5Awrite(item.id(), type, &value) >= 0, name);
    }

    void attribute(hid_t where, const char* name, const std::string& text) {
        if (!failed_.empty()) return;
        Hdf5 type(H5Tcopy(H5T_C_S1), H5Tclose);
        check(H5Tset_size(type.id(), text.size() + 1) >= 0, name);
        Hdf5 space(H5Screate(H5S_SCALAR), H5Sclose);
        Hdf5 item(H5Acreate2(where, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
        check(item && H5Awrite(item.id(), type.id(), text.c_str()) >= 0, name);
    }

    Hdf5 group(hid_t where, const char* name) {
        if (!failed_.empty()) return {H5I_INVALID_HID, H5Gclose};
        Hdf5 creation(H5Pcreate(H5P_GROUP_CREATE), H5Pclose);
        // So that tables and columns are read in the order in which they were declared.
        check(H5Pset_link_creation_order(creation.id(), H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED) >= 0,
              name);
        Hdf5 made(H5Gcreate2(where, name, H5P_DEFAULT, creation.id(), H5P_DEFAULT), H5Gclose);
        check(static_cast<bool>(made), name);
        return made;
    }

    void column(hid_t table, const state::Column& column, std::size_t rows) {
        if (!failed_.empty()) return;
        const state::FieldInfo& field = *column.info;
        const hsize_t sizes[2] = {rows, static_cast<hsize_t>(field.components)};
        Hdf5 space(H5Screate_simple(field.components == 1 ? 1 : 2, sizes, nullptr), H5Sclose);
        Hdf5 creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
        check(H5Pset_obj_track_times(creation.id(), false) >= 0,
              field.name);  // no dates: equal state, equal bytes
        const hid_t type = hdf5Type(field.scalar);
        Hdf5 set(H5Dcreate2(table, field.name, type, space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
                 H5Dclose);
        check(set && (rows == 0 ||
                      H5Dwrite(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, column.values.data()) >= 0),
              field.name);
        attribute(set.id(), "unit", std::string(field.unit));
    }

    /// The finished file, with an empty block before it. HDF5 finds its part at byte 512, as in files with a
    /// user block.
    Result<std::string> finish() {
        if (failed_.empty()) check(H5Fflush(file_, H5F_SCOPE_GLOBAL) >= 0, "H5Fflush");
        const ssize_t size = failed_.empty() ? H5Fget_file_image(file_, nullptr, 0) : -1;
        check(size > 0, "H5Fget_file_image");
        std::string image;
        if (failed_.empty()) {
            image.resize(checkpoint::block_bytes + static_cast<std::size_t>(size));
            check(H5Fget_file_image(file_, image.data() + checkpoint::block_bytes,
                                    static_cast<std::size_t>(size)) == size,
                  "H5Fget_file_image");
        }
        check(file_ < 0 || H5Fclose(std::exchange(file_, H5I_INVALID_HID)) >= 0, "H5Fclose");
        if (!failed_.empty())
            return Error{
                ErrorKind::Runtime,
                fmt::format("HDF5 could not build a checkpoint (at '{}'); is there enough memory?", failed_)};
        return image;
    }

  private:
    void check(bool ok, const char* what) {
        if (!ok && failed_.empty()) failed_ = what;
    }
    hid_t file_ = H5I_INVALID_HID;
    std::string failed_;
};

Result<std::string> imageOf(const state::World& world, const CheckpointInfo& info) {
    const SilentHdf5 silence;
    ImageBuilder builder;
    builder.attribute(builder.root(), "format", checkpoint::format);
    builder.attribute(builder.root(), "talus_version", info.version);
    builder.attribute(builder.root(), "scene_hash", info.scene_hash);
    builder.attribute(builder.root(), "state_hash", info.state_hash);
    builder.attribute(builder.root(), "time", info.time);
    builder.attribute(builder.root(), "step", info.step);
    builder.attribute(builder.root(), "frame_interval", info.clock.frame_interval);
    builder.attribute(builder.root(), "steps_per_frame", info.clock.steps_per_frame);
    {
        const Hdf5 tables = builder.group(builder.root(), "tables");
        for (const state::Table& table : world.tables()) {
            const Hdf5 group = builder.group(tables.id(), table.name().c_str());
            builder.attribute(group.id(), "rows", static_cast<std::uint64_t>(table.size()));
            for (const state::Column& column : table.columns())
                if (column.info->lifetime == state::Lifetime::Persistent)
                    builder.column(group.id(), column, table.size());
        }
    }
    return builder.finish();
}

}  // namespace

Status writeCheckpoint(const ConfinedPath& path, const state::World& world, CheckpointInfo info) {
    info.version = buildInfo().version;
    info.state_hash = state::stateHash(world);
    info.time = world.time;
    info.step = world.step;
    auto image = imageOf(world, info);
    if (!image) return image.error();
    Hasher hasher;
    hasher.add(image->data() + checkpoint::block_bytes, image->size() - checkpoint::block_bytes);
    const auto block = checkpoint::Block::of(image->size(), hasher.value());
    std::memcpy(image->data(), &block, sizeof block);
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    file->write(*image);
    return file->commit(true);
}

}  // namespace talus::io
