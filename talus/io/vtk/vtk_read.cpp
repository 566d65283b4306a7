#include <cmath>

#include "talus/io/vtk/vtk.h"
#include "talus/io/vtk/vtk_parts.h"

namespace talus::io {
namespace {

Status addPosition(VtkFile& file, const VtkTag& tag, state::Points& points) {
    auto values = file.read(tag, points.count);
    if (!values) return values.error();
    if (values->components != 3 || bytesOf(values->scalar) < 4 || state::isInteger(values->scalar) ||
        !points.position.name.empty())
        return file.damaged("its points are not one array of three real numbers each");
    points.position = std::move(*values);
    return success();
}

/// What a frame of ground says of its grid.
struct GridText {
    std::optional<std::vector<std::uint64_t>> extent;
    std::optional<std::vector<double>> origin, spacing;
};

Result<geometry::ColumnGrid> gridOf(const VtkFile& file, const GridText& text) {
    const auto& [extent, origin, spacing] = text;
    constexpr std::uint64_t most = 0xfffffffe;
    if (!extent || extent->size() != 6 || !origin || origin->size() != 3 || !spacing || spacing->size() != 3)
        return file.damaged("its grid is not described by an extent, an origin and a spacing");
    const auto& e = *extent;
    if (e[0] != 0 || e[2] != 0 || e[4] != 0 || e[5] != 0 || e[1] < 1 || e[3] < 1 || e[1] > most ||
        e[3] > most)
        return file.damaged("its grid is not one layer of at least 2 x 2 columns");
    const double side = (*spacing)[0];
    if (!(side > 0) || side != (*spacing)[1] || !std::isfinite(side) || !std::isfinite((*origin)[0]) ||
        !std::isfinite((*origin)[1]))
        return file.damaged("its grid has no single spacing above 0, or no place");
    return geometry::ColumnGrid{(*origin)[0], (*origin)[1], side, static_cast<std::uint32_t>(e[1] + 1),
                                static_cast<std::uint32_t>(e[3] + 1)};
}

}  // namespace

Result<state::Points> parseVtp(std::string_view bytes, const std::string& name) {
    auto file = VtkFile::open(bytes, name);
    if (!file) return file.error();
    state::Points points;
    bool has_piece = false;
    std::string_view section;
    for (auto tag = nextTag(file->head(), 0); tag; tag = nextTag(file->head(), tag->end)) {
        Status status = success();
        if (tag->name == "VTKFile") {
            status = file->checkType(*tag, "PolyData");
        } else if (tag->name == "Piece") {
            const auto count = numberIn<std::uint64_t>(tag->get("NumberOfPoints"));
            if (!count || has_piece) return file->damaged("it has no single piece with a number of points");
            points.count = *count;
            has_piece = true;
        } else if (tag->name == "FieldData" || tag->name == "Points" || tag->name == "PointData" ||
                   tag->name == "Verts" || tag->name == "Polys" || tag->name == "CellData") {
            section = tag->name;
        } else if (tag->name == "DataArray") {
            if (!has_piece && section != "FieldData")
                return file->damaged("an array stands outside of its piece");
            if (section == "FieldData") status = file->readTime(*tag, points.time);
            if (section == "Points") status = addPosition(*file, *tag, points);
            if (section == "PointData") status = file->addField(*tag, points.count, points.fields);
        }
        if (!status) return status.error();
    }
    if (!has_piece || points.position.name.empty()) return file->damaged("it has no points");
    return points;
}

Result<state::Columns> parseVti(std::string_view bytes, const std::string& name) {
    auto file = VtkFile::open(bytes, name);
    if (!file) return file.error();
    state::Columns columns;
    GridText text;
    bool has_piece = false;
    std::string_view section;
    for (auto tag = nextTag(file->head(), 0); tag; tag = nextTag(file->head(), tag->end)) {
        Status status = success();
        if (tag->name == "VTKFile") {
            status = file->checkType(*tag, "ImageData");
        } else if (tag->name == "ImageData") {
            text = {numbersIn<std::uint64_t>(tag->get("WholeExtent"), 6),
                    numbersIn<double>(tag->get("Origin"), 3), numbersIn<double>(tag->get("Spacing"), 3)};
        } else if (tag->name == "Piece") {
            if (has_piece || numbersIn<std::uint64_t>(tag->get("Extent"), 6) != text.extent)
                return file->damaged("it is not one piece with all columns");
            const auto grid = gridOf(*file, text);
            if (!grid) return grid.error();
            columns.grid = *grid;
            has_piece = true;
        } else if (tag->name == "FieldData" || tag->name == "PointData" || tag->name == "CellData") {
            section = tag->name;
        } else if (tag->name == "DataArray") {
            if (!has_piece && section != "FieldData")
                return file->damaged("an array stands outside of its piece");
            if (section == "FieldData") status = file->readTime(*tag, columns.time);
            if (section == "PointData") status = file->addField(*tag, columns.grid.size(), columns.fields);
        }
        if (!status) return status.error();
    }
    // Without an array nothing would hold the size of the grid against that of the file.
    if (columns.fields.empty()) return file->damaged("it has no values");
    return columns;
}

Result<state::Points> readVtp(const ConfinedPath& path) {
    auto bytes = readFile(path, largest_frame_file);
    if (!bytes) return bytes.error();
    return parseVtp(*bytes, path.string());
}

Result<state::Columns> readVti(const ConfinedPath& path) {
    auto bytes = readFile(path, largest_frame_file);
    if (!bytes) return bytes.error();
    return parseVti(*bytes, path.string());
}

}  // namespace talus::io
