#include <fmt/format.h>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_parts.h"

namespace talus::io {
namespace {

/// Reads one piece of PolyData. The vertices of a set of points are not read.
class PolyData {
  public:
    explicit PolyData(VtkFile file) : file_(std::move(file)) {}

    Status read() {
        for (auto tag = nextTag(file_.head(), 0); tag; tag = nextTag(file_.head(), tag->end))
            if (Status status = take(*tag); !status) return status;
        if (!has_piece_ || mesh_.points.position.name.empty()) return file_.damaged("it has no points");
        if (!isMesh()) return success();
        if (mesh_.corners.bytes.size() != mesh_.count * sizeof(std::uint32_t) * perElement() || !has_ends_)
            return file_.damaged("its elements are not complete");
        return success();
    }

    /// Whether the file has only triangles, or only lines.
    bool isMesh() const { return lines_.here != polys_.here && !verts_.here; }
    state::Points points() && { return std::move(mesh_.points); }
    state::Mesh mesh() && { return std::move(mesh_); }

  private:
    /// The elements of one kind: whether the file has a section for them, and their number.
    struct Cells {
        std::uint64_t count = 0;
        bool here = false;
    };
    std::uint64_t perElement() const { return polys_.here ? 3 : 2; }

    Status take(const VtkTag& tag) {
        if (tag.name == "VTKFile") return file_.checkType(tag, "PolyData");
        if (tag.name == "Piece") return takePiece(tag);
        if (tag.name == "DataArray") return takeArray(tag);
        for (const char* name : {"FieldData", "Points", "PointData", "CellData", "Verts", "Lines", "Polys"})
            if (tag.name == name) section_ = name;
        return success();
    }

    Status takePiece(const VtkTag& tag) {
        const auto count = parseNumber<std::uint64_t>(tag.get("NumberOfPoints"));
        if (!count || has_piece_) return file_.damaged("it has no single piece with a number of points");
        has_piece_ = true;
        mesh_.points.count = *count;
        // Sections are found now, since their presence decides how arrays are read.
        const std::pair<const char*, Cells*> kinds[] = {
            {"Verts", &verts_}, {"Lines", &lines_}, {"Polys", &polys_}};
        for (const auto& [name, cells] : kinds) {
            const auto written = tag.get(fmt::format("NumberOf{}", name));
            cells->count = parseNumber<std::uint64_t>(written.empty() ? "0" : written).value_or(0);
            cells->here = file_.head().find(fmt::format("<{}>", name)) != std::string_view::npos;
        }
        if (isMesh()) {
            mesh_.count = polys_.here ? polys_.count : lines_.count;
            mesh_.corners = {"corners", state::Scalar::U32, static_cast<int>(perElement()), {}};
            constexpr std::uint64_t max_index = 0x7fffffff;
            if (mesh_.count > max_index / 3 || mesh_.points.count > max_index)
                return file_.damaged("it has more elements than 32-bit numbers can count");
        }
        return success();
    }

    Status takeArray(const VtkTag& tag) {
        if (section_ == "FieldData") return file_.readTime(tag, mesh_.points.time);
        if (!has_piece_) return file_.damaged("an array is outside of the piece");
        if (section_ == "Points") return takePosition(tag);
        if (section_ == "PointData") return file_.addField(tag, mesh_.points.count, mesh_.points.fields);
        if (!isMesh()) return success();
        if (section_ == "CellData") return file_.addField(tag, mesh_.count, mesh_.fields);
        if (section_ == "Lines" || section_ == "Polys") return takeCells(tag);
        return success();
    }

    Status takePosition(const VtkTag& tag) {
        state::Points& points = mesh_.points;
        auto values = file_.read(tag, points.count);
        if (!values) return values.error();
        if (values->components != 3 || bytesOf(values->scalar) < 4 || state::isInteger(values->scalar) ||
            !points.position.name.empty())
            return file_.damaged("its points are not one array of three real numbers each");
        points.position = std::move(*values);
        return success();
    }

    Status takeCells(const VtkTag& tag) {
        const std::uint64_t corners = mesh_.count * perElement();
        if (tag.get("Name") == "connectivity") {
            const auto indices = file_.readIndices(tag, corners, mesh_.points.count);
            if (!indices) return indices.error();
            const auto bytes = std::as_bytes(std::span(*indices));
            mesh_.corners.bytes.assign(bytes.begin(), bytes.end());
        } else if (tag.get("Name") == "offsets") {
            const auto ends = file_.readIndices(tag, mesh_.count, corners + 1);
            if (!ends) return ends.error();
            for (std::size_t k = 0; k < ends->size(); ++k)
                if ((*ends)[k] != (k + 1) * perElement())
                    return file_.damaged(
                        "its elements are not all triangles, or not all lines between two points");
            has_ends_ = true;
        }
        return success();
    }

    VtkFile file_;
    state::Mesh mesh_;
    bool has_piece_ = false, has_ends_ = false;
    Cells verts_, lines_, polys_;
    std::string_view section_;
};

Result<PolyData> polyDataOf(std::string_view bytes, const std::string& name) {
    auto file = VtkFile::open(bytes, name);
    if (!file) return file.error();
    PolyData data(std::move(*file));
    if (Status status = data.read(); !status) return status.error();
    return data;
}

}  // namespace

Result<state::Points> parseVtp(std::string_view bytes, const std::string& name) {
    auto data = polyDataOf(bytes, name);
    if (!data) return data.error();
    return std::move(*data).points();
}

Result<state::FrameSet> parseSet(std::string_view bytes, const std::string& name) {
    if (name.ends_with(".vti")) return parseImage(bytes, name);
    auto data = polyDataOf(bytes, name);
    if (!data) return data.error();
    if (data->isMesh()) return state::FrameSet(std::move(*data).mesh());
    return state::FrameSet(std::move(*data).points());
}

Result<state::Points> readVtp(const ConfinedPath& path) {
    auto bytes = readFile(path, max_frame_bytes);
    if (!bytes) return bytes.error();
    return parseVtp(*bytes, path.string());
}

Result<state::FrameSet> readSet(const ConfinedPath& path) {
    auto bytes = readFile(path, max_frame_bytes);
    if (!bytes) return bytes.error();
    return parseSet(*bytes, path.string());
}

}  // namespace talus::io
