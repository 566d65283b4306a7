#include <cmath>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_parts.h"

namespace talus::io {
namespace {

/// The description of the grid in a file.
struct GridText {
    std::optional<std::vector<std::uint64_t>> extent;
    std::optional<std::vector<double>> origin, spacing;
};

bool isFinite(const std::vector<double>& values) {
    for (const double value : values)
        if (!std::isfinite(value)) return false;
    return true;
}

/// Checks that the description gives a valid grid: one spacing, finite numbers, indices from 0.
Status checkGrid(const VtkFile& file, const GridText& text) {
    const auto& [extent, origin, spacing] = text;
    if (!extent || extent->size() != 6 || !origin || origin->size() != 3 || !spacing || spacing->size() != 3)
        return file.damaged("its grid is not described by an extent, an origin and a spacing");
    const double side = (*spacing)[0];
    if (!(side > 0) || side != (*spacing)[1] || !isFinite(*spacing) || !isFinite(*origin))
        return file.damaged("its grid has no single spacing above 0, or no finite origin");
    if ((*extent)[0] != 0 || (*extent)[2] != 0 || (*extent)[4] != 0)
        return file.damaged("its grid does not begin at point 0");
    return success();
}

Result<geometry::ColumnGrid> columnGridOf(const VtkFile& file, const GridText& text) {
    constexpr std::uint64_t max_index = 0xfffffffe;
    const auto& e = *text.extent;
    if (e[1] < 1 || e[3] < 1 || e[1] > max_index || e[3] > max_index)
        return file.damaged("its grid is not one layer of at least 2 x 2 columns");
    return geometry::ColumnGrid{(*text.origin)[0], (*text.origin)[1], (*text.spacing)[0],
                                static_cast<std::uint32_t>(e[1] + 1), static_cast<std::uint32_t>(e[3] + 1)};
}

Result<state::VolumeGrid> volumeGridOf(const VtkFile& file, const GridText& text) {
    constexpr std::uint64_t max_index = (1u << 20) - 1;  // a count of values then fits into 64 bits
    state::VolumeGrid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::uint64_t cells = (*text.extent)[2 * axis + 1];
        if (cells < 1 || cells > max_index)
            return file.damaged("its grid has no cells, or more than 2^20 along an axis");
        grid.cells[axis] = static_cast<std::uint32_t>(cells);
    }
    if ((*text.spacing)[2] != (*text.spacing)[0]) return file.damaged("its cells are not cubes");
    grid.corner = {(*text.origin)[0], (*text.origin)[1], (*text.origin)[2]};
    grid.spacing = (*text.spacing)[0];
    return grid;
}

/// Reads one piece of ImageData.
class ImageData {
  public:
    explicit ImageData(VtkFile file) : file_(std::move(file)) {}

    Status read() {
        for (auto tag = nextTag(file_.head(), 0); tag; tag = nextTag(file_.head(), tag->end))
            if (Status status = take(*tag); !status) return status;
        // Without an array the size of the grid would not be checked against that of the file.
        if (columns_.fields.empty()) return file_.damaged("it has no values");
        return success();
    }

    bool isVolume() const { return is_volume_; }
    Error damaged(const std::string& how) const { return file_.damaged(how); }
    state::Columns columns() && { return std::move(columns_); }
    state::Volume volume() && {
        volume_.time = columns_.time;
        volume_.fields = std::move(columns_.fields);
        return std::move(volume_);
    }

  private:
    Status take(const VtkTag& tag) {
        if (tag.name == "VTKFile") return file_.checkType(tag, "ImageData");
        if (tag.name == "ImageData")
            text_ = {numbersIn<std::uint64_t>(tag.get("WholeExtent"), 6),
                     numbersIn<double>(tag.get("Origin"), 3), numbersIn<double>(tag.get("Spacing"), 3)};
        if (tag.name == "Piece") return takePiece(tag);
        if (tag.name == "FieldData" || tag.name == "PointData" || tag.name == "CellData") section_ = tag.name;
        if (tag.name == "DataArray") return takeArray(tag);
        return success();
    }

    Status takePiece(const VtkTag& tag) {
        if (has_piece_ || numbersIn<std::uint64_t>(tag.get("Extent"), 6) != text_.extent)
            return file_.damaged("it is not a single piece with the whole grid");
        has_piece_ = true;
        if (Status status = checkGrid(file_, text_); !status) return status;
        is_volume_ = (*text_.extent)[5] != 0;
        if (is_volume_) {
            const auto grid = volumeGridOf(file_, text_);
            if (!grid) return grid.error();
            volume_.grid = *grid;
        } else {
            const auto grid = columnGridOf(file_, text_);
            if (!grid) return grid.error();
            columns_.grid = *grid;
        }
        return success();
    }

    Status takeArray(const VtkTag& tag) {
        if (section_ == "FieldData") return file_.readTime(tag, columns_.time);
        if (!has_piece_) return file_.damaged("an array is outside of the piece");
        const bool at_points = section_ == "PointData";
        if (!is_volume_)
            return at_points ? file_.addField(tag, columns_.grid.size(), columns_.fields) : success();
        if (!columns_.fields.empty() && at_points != volume_.at_points)
            return file_.damaged("it has both values of cells and values of points");
        volume_.at_points = at_points;
        return file_.addField(tag, volume_.view().count(), columns_.fields);
    }

    VtkFile file_;
    GridText text_;
    bool has_piece_ = false, is_volume_ = false;
    state::Columns columns_;  ///< its time and fields are also used for a volume
    state::Volume volume_;
    std::string_view section_;
};

Result<ImageData> imageDataOf(std::string_view bytes, const std::string& name) {
    auto file = VtkFile::open(bytes, name);
    if (!file) return file.error();
    ImageData data(std::move(*file));
    if (Status status = data.read(); !status) return status.error();
    return data;
}

}  // namespace

Result<state::Columns> parseVti(std::string_view bytes, const std::string& name) {
    auto data = imageDataOf(bytes, name);
    if (!data) return data.error();
    if (data->isVolume()) return data->damaged("it holds a volume, not columns");
    return std::move(*data).columns();
}

Result<state::FrameSet> parseImage(std::string_view bytes, const std::string& name) {
    auto data = imageDataOf(bytes, name);
    if (!data) return data.error();
    if (data->isVolume()) return state::FrameSet(std::move(*data).volume());
    return state::FrameSet(std::move(*data).columns());
}

Result<state::Columns> readVti(const ConfinedPath& path) {
    auto bytes = readFile(path, max_frame_bytes);
    if (!bytes) return bytes.error();
    return parseVti(*bytes, path.string());
}

}  // namespace talus::io
