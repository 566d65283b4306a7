#include "talus/io/vtk/vtk.h"

#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "talus/core/hash.h"
#include "talus/io/vtk/vtk_checksum.h"

namespace talus::io {
namespace {

static_assert(std::endian::native == std::endian::little, "the writers below copy values as they are");

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

/// Declares appended arrays one after another and counts where each begins.
class Layout {
  public:
    std::string declare(const char* type, const std::string& name, int components, std::uint64_t bytes) {
        std::string tag = fmt::format(
            R"(<DataArray type="{}" Name="{}" NumberOfComponents="{}" format="appended" offset="{}"/>)", type,
            name, components, offset_);
        offset_ += sizeof(std::uint64_t) + bytes;
        return tag + "\n";
    }
    std::string declare(const state::ArrayView& array) {
        return declare(vtkType(array.scalar), array.name, array.components, array.bytes.size());
    }

  private:
    std::uint64_t offset_ = 0;
};

/// The beginning of a file of some type.
std::string fileHead(const char* type) {
    return fmt::format(
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"{}\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n{}",
        type, checksum_notice);
}

std::string timeText(double time) {
    return fmt::format(
        "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
        "format=\"ascii\">{}</DataArray>\n</FieldData>\n",
        time);
}

/// A file that ends with the checksum of what was written to it.
class CheckedFile {
  public:
    explicit CheckedFile(OutputFile& file) : file_(file) {}
    void write(const void* bytes, std::size_t count) {
        hasher_.add(bytes, count);
        file_.write(bytes, count);
    }
    void write(std::string_view text) { write(text.data(), text.size()); }
    /// Closes what all these files end with, and gives the file its name.
    Status commit() {
        write("\n</AppendedData>\n");
        file_.write(checksumEnd(hasher_.value()));
        return file_.commit();
    }

  private:
    OutputFile& file_;
    Hasher hasher_;
};

void writeBlock(CheckedFile& file, const void* bytes, std::uint64_t count) {
    file.write(&count, sizeof count);
    file.write(bytes, count);
}

}  // namespace

Status writeVtp(const ConfinedPath& path, const state::PointsView& points) {
    Layout layout;
    std::string head = fileHead("PolyData") + "<PolyData>\n" + timeText(points.time);
    head += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"0\">\n",
        points.count, points.count);
    head += "<Points>\n" + layout.declare(points.position) + "</Points>\n<PointData>\n";
    for (const state::ArrayView& field : points.fields) head += layout.declare(field);
    const std::uint64_t index_bytes = points.count * sizeof(std::int64_t);
    head += "</PointData>\n<Verts>\n";
    head += layout.declare("Int64", "connectivity", 1, index_bytes);
    head += layout.declare("Int64", "offsets", 1, index_bytes);
    head += "</Verts>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";

    auto output = OutputFile::create(path);
    if (!output) return output.error();
    CheckedFile file(*output);
    file.write(head);
    writeBlock(file, points.position.bytes.data(), points.position.bytes.size());
    for (const state::ArrayView& field : points.fields)
        writeBlock(file, field.bytes.data(), field.bytes.size());
    std::vector<std::int64_t> index(points.count);
    std::iota(index.begin(), index.end(), 0);
    writeBlock(file, index.data(), index_bytes);
    std::iota(index.begin(), index.end(), 1);
    writeBlock(file, index.data(), index_bytes);
    return file.commit();
}

Status writeVti(const ConfinedPath& path, const state::ColumnsView& columns) {
    const geometry::ColumnGrid& grid = columns.grid;
    const std::string extent = fmt::format("0 {} 0 {} 0 0", grid.columns - 1, grid.rows - 1);
    Layout layout;
    std::string head = fileHead("ImageData");
    head += fmt::format("<ImageData WholeExtent=\"{}\" Origin=\"{} {} 0\" Spacing=\"{} {} 1\">\n", extent,
                        grid.origin_x, grid.origin_y, grid.spacing, grid.spacing);
    head += timeText(columns.time);
    head += fmt::format("<Piece Extent=\"{}\">\n<PointData Scalars=\"height\">\n", extent);
    for (const state::ArrayView& field : columns.fields) head += layout.declare(field);
    head +=
        "</PointData>\n<CellData>\n</CellData>\n</Piece>\n</ImageData>\n"
        "<AppendedData encoding=\"raw\">\n_";
    auto output = OutputFile::create(path);
    if (!output) return output.error();
    CheckedFile file(*output);
    file.write(head);
    for (const state::ArrayView& field : columns.fields)
        writeBlock(file, field.bytes.data(), field.bytes.size());
    return file.commit();
}

Status writeSurfaceVtp(const ConfinedPath& path, const state::ColumnsView& columns) {
    const geometry::ColumnGrid& grid = columns.grid;
    constexpr std::size_t most_columns = 300'000'000;
    if (grid.size() > most_columns)
        return Error{
            ErrorKind::Input,
            fmt::format("'{}' would hold {} columns; a surface of triangles can have {} at most: export it "
                        "as vti",
                        path.string(), grid.size(), most_columns)};
    const auto heights = state::columnValues(columns, "height");
    if (!heights) return heights.error();
    const std::size_t cells = std::size_t{grid.columns - 1} * (grid.rows - 1);
    Layout layout;
    std::string head = fileHead("PolyData") + "<PolyData>\n" + timeText(columns.time);
    head += fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
        "NumberOfPolys=\"{}\">\n",
        grid.size(), 2 * cells);
    head += "<Points>\n" + layout.declare("Float64", "position", 3, grid.size() * 3 * sizeof(double)) +
            "</Points>\n<PointData Scalars=\"height\">\n";
    for (const state::ArrayView& field : columns.fields) head += layout.declare(field);
    head += "</PointData>\n<Polys>\n";
    head += layout.declare("Int32", "connectivity", 1, 6 * cells * sizeof(std::int32_t));
    head += layout.declare("Int32", "offsets", 1, 2 * cells * sizeof(std::int32_t));
    head += "</Polys>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    auto output = OutputFile::create(path);
    if (!output) return output.error();
    CheckedFile file(*output);
    file.write(head);
    // Row by row: the whole would take several times the memory of the columns.
    const auto writeCount = [&](std::uint64_t bytes) { file.write(&bytes, sizeof bytes); };
    writeCount(grid.size() * 3 * sizeof(double));
    std::vector<double> places;
    for (std::uint32_t j = 0; j < grid.rows; ++j) {
        places.clear();
        for (std::uint32_t i = 0; i < grid.columns; ++i)
            places.insert(places.end(), {grid.x(i), grid.y(j), (*heights)[grid.at(i, j)]});
        file.write(places.data(), places.size() * sizeof(double));
    }
    for (const state::ArrayView& field : columns.fields)
        writeBlock(file, field.bytes.data(), field.bytes.size());
    std::vector<std::int32_t> corners;
    writeCount(6 * cells * sizeof(std::int32_t));
    for (std::uint32_t j = 0; j + 1 < grid.rows; ++j) {
        corners.clear();
        for (std::uint32_t i = 0; i + 1 < grid.columns; ++i) {
            const auto a = static_cast<std::int32_t>(grid.at(i, j)),
                       b = static_cast<std::int32_t>(grid.at(i, j + 1));
            corners.insert(corners.end(), {a, a + 1, b + 1, a, b + 1, b});
        }
        file.write(corners.data(), corners.size() * sizeof(std::int32_t));
    }
    writeCount(2 * cells * sizeof(std::int32_t));
    corners.resize(2 * cells);
    for (std::size_t k = 0; k < corners.size(); ++k) corners[k] = static_cast<std::int32_t>(3 * (k + 1));
    file.write(corners.data(), corners.size() * sizeof(std::int32_t));
    return file.commit();
}

Status writePvd(const ConfinedPath& path, const std::vector<SeriesEntry>& entries) {
    std::string text =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\" header_type=\"UInt64\">\n"
        "<Collection>\n";
    for (const SeriesEntry& entry : entries)
        text += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", entry.time, entry.file);
    return writeFile(path, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace talus::io
