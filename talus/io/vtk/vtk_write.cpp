#include "talus/io/vtk/vtk_write.h"

#include <bit>

#include <fmt/format.h>

#include "talus/io/vtk/vtk_checksum.h"

namespace talus::io {
namespace {

static_assert(std::endian::native == std::endian::little, "the writers copy values as they are");

const char* vtkType(state::Scalar scalar) {
    switch (scalar) {
        case state::Scalar::F64: return "Float64";
        case state::Scalar::F32: return "Float32";
        case state::Scalar::U64: return "UInt64";
        case state::Scalar::U32: return "UInt32";
        case state::Scalar::U16: return "UInt16";
        case state::Scalar::U8: return "UInt8";
    }
    return "";
}

}  // namespace

std::string VtkLayout::declare(const char* type, const std::string& name, int components,
                               std::uint64_t bytes) {
    std::string tag = fmt::format(
        R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}" format="appended" offset="{}"/>)", type,
        name, components, offset_);
    offset_ += sizeof(std::uint64_t) + bytes;
    return tag + "\n";
}

std::string VtkLayout::declare(const state::ArrayView& array) {
    return declare(vtkType(array.scalar), array.name, array.components, array.bytes.size());
}

std::string VtkLayout::declare(const std::vector<state::ArrayView>& arrays) {
    std::string tags;
    for (const state::ArrayView& array : arrays) tags += declare(array);
    return tags;
}

std::string vtkHead(const char* type) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n{}",
        type, checksum_notice);
}

std::string vtkTime(double time) {
    return fmt::format(
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{}</DataArray>\n</FieldData>\n",
        time);
}

Result<CheckedFile> CheckedFile::create(const ConfinedPath& path) {
    auto file = OutputFile::create(path);
    if (!file) return file.error();
    return CheckedFile(std::move(*file));
}

Status CheckedFile::commit() {
    write("\n</AppendedData>\n");
    file_.write(checksumEnd(hasher_->value()));
    return file_.commit();
}

}  // namespace talus::io
