// Frames of meshes, lines and volumes: written, read back, damaged, exported.
#include <cstdlib>
#include <sstream>

#include "talus/io/vtk/export_set.h"
#include "talus/io/vtk/vtk.h"
#include "tests/io/sample_world.h"
#include "tests/io/without_checksum.h"
#include "tests/support/command.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::bytesOfFile;
using test::TemporaryFolder;
using ::testing::HasSubstr;

template <class T>
state::Points::Array arrayOf(const std::string& name, const std::vector<T>& values) {
    const state::ArrayView view = state::arrayOf<T>(name, values);
    return {name, view.scalar, view.components, {view.bytes.begin(), view.bytes.end()}};
}

state::Points samplePoints() {
    state::Points points;
    points.time = 0.1 + 0.2;  // needs all of its bits
    points.count = 4;
    points.position =
        arrayOf<Vec3d>("position", {{0, 0, 0.1}, {1, 0, 1e-300}, {1, 1, -0.0}, {0, 1, 1.0 / 3}});
    points.fields = {arrayOf<double>("rise", {0.1, 0.2, 0.3, 0.4}),
                     arrayOf<std::uint16_t>("kind", {0, 1, 65535, 7})};
    return points;
}

state::Mesh sampleMesh() {
    return {samplePoints(),
            2,
            arrayOf<std::array<std::uint32_t, 3>>("corners", {{0, 1, 2}, {0, 2, 3}}),
            {arrayOf<float>("strain", {0.25f, -3e-38f}), arrayOf<Vec3d>("load", {{1, 2, 3}, {4, 5, 6}})}};
}

state::Mesh sampleLines() {
    return {samplePoints(),
            3,
            arrayOf<std::array<std::uint32_t, 2>>("ends", {{0, 1}, {3, 2}, {2, 0}}),
            {arrayOf<double>("tension", {0.1, 0.7, -0.0})}};
}

state::Volume sampleVolume(bool at_points) {
    state::Volume volume{0.7, {{-0.3, 1.7, 0.1}, 0.1, {3, 2, 1}}, at_points, {}};
    std::vector<float> density;
    std::vector<Vec3d> wind;
    for (std::size_t k = 0; k < volume.view().count(); ++k) {
        density.push_back(0.1f * static_cast<float>(k));
        wind.push_back({0.1 * static_cast<double>(k), 1, -1});
    }
    volume.fields = {arrayOf<float>("density", density), arrayOf<Vec3d>("wind", wind)};
    return volume;
}

struct Sample {
    std::string file;  ///< as a frame names it
    state::FrameSet set;
};
std::vector<Sample> samples() {
    state::Mesh no_triangles = sampleMesh(), no_lines = sampleLines();
    for (state::Mesh* mesh : {&no_triangles, &no_lines}) {
        mesh->count = 0;
        mesh->corners.bytes.clear();
        for (auto& field : mesh->fields) field.bytes.clear();
    }
    return {{"mesh.vtp", sampleMesh()},         {"lines.vtp", sampleLines()},
            {"cells.vti", sampleVolume(false)}, {"points.vti", sampleVolume(true)},
            {"bare-mesh.vtp", no_triangles},    {"bare-lines.vtp", no_lines}};
}

void expectSame(const state::ArrayView& a, const state::ArrayView& b) {
    EXPECT_EQ(a.scalar, b.scalar) << a.name;
    EXPECT_EQ(a.components, b.components) << a.name;
    EXPECT_TRUE(std::equal(a.bytes.begin(), a.bytes.end(), b.bytes.begin(), b.bytes.end())) << a.name;
}
void expectSame(const std::vector<state::ArrayView>& a, const std::vector<state::ArrayView>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) {
        EXPECT_EQ(a[k].name, b[k].name);
        expectSame(a[k], b[k]);
    }
}

TEST(FrameSets, ReadBackEveryBit) {
    const TemporaryFolder folder;
    for (const auto& [file, set] : samples()) {
        SCOPED_TRACE(file);
        ASSERT_TRUE(writeSet(folder / file, set.view));
        const auto read = readSet(folder / file);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_STREQ(state::kindOf(read->view), state::kindOf(set.view));
        EXPECT_EQ(state::timeOf(read->view), state::timeOf(set.view));
        if (const auto* mesh = set.as<state::MeshView>()) {
            const auto* back = read->as<state::MeshView>();
            EXPECT_EQ(back->count, mesh->count);
            EXPECT_EQ(back->points.count, mesh->points.count);
            expectSame(back->corners, mesh->corners);
            expectSame(back->points.position, mesh->points.position);
            expectSame(back->points.fields, mesh->points.fields);
            expectSame(back->fields, mesh->fields);
        } else {
            const auto *volume = set.as<state::VolumeView>(), *back = read->as<state::VolumeView>();
            EXPECT_EQ(back->grid, volume->grid);
            EXPECT_EQ(back->at_points, volume->at_points);
            expectSame(back->fields, volume->fields);
        }
    }
}

/// What read_set.py prints of fields.
std::string text(const char* what, const std::vector<state::ArrayView>& fields, std::size_t count) {
    std::ostringstream out;
    out.precision(17);
    for (const auto& field : fields) {
        out << what << ' ' << field.name;
        for (std::size_t k = 0; k < count; ++k)
            for (int c = 0; c < field.components; ++c) out << ' ' << field.value(k, c);
        out << '\n';
    }
    return out.str();
}

/// The same words, numbers as the numbers that they are.
void expectSameText(const std::string& a, const std::string& b) {
    std::istringstream x(a), y(b);
    std::string word, other;
    while (x >> word) {
        ASSERT_TRUE(y >> other) << "only in the first: " << word;
        char *end_a = nullptr, *end_b = nullptr;
        const double value = std::strtod(word.c_str(), &end_a), second = std::strtod(other.c_str(), &end_b);
        if (*end_a == '\0' && *end_b == '\0')
            ASSERT_EQ(value, second);
        else
            ASSERT_EQ(word, other);
    }
    ASSERT_FALSE(y >> other) << "only in the second: " << other;
}

// tests/io/read_set.py shares no code with the writers: Python's XML parser and struct.
TEST(FrameSets, IndependentReaderFindsTheSameNumbers) {
    const TemporaryFolder folder;
    for (const auto& [file, set] : samples()) {
        SCOPED_TRACE(file);
        ASSERT_TRUE(writeSet(folder / file, set.view));
        const auto [code, printed] = test::runCommand("python3 " + test::sourceFile("tests/io/read_set.py") +
                                                      " " + (folder / file).string());
        ASSERT_EQ(code, 0) << printed;
        std::ostringstream wanted;
        wanted.precision(17);
        wanted << "time " << state::timeOf(set.view) << '\n';
        if (const auto* mesh = set.as<state::MeshView>()) {
            wanted << text("point", {mesh->points.position}, mesh->points.count)
                   << text("point", mesh->points.fields, mesh->points.count)
                   << text("element", mesh->fields, mesh->count) << (mesh->isLines() ? "Lines" : "Polys");
            for (std::size_t k = 0; k < mesh->count; ++k)
                for (int c = 0; c < mesh->corners.components; ++c) wanted << ' ' << mesh->corner(k, c);
        } else {
            const auto* volume = set.as<state::VolumeView>();
            wanted << "cells 3 2 1\ncorner -0.3 1.7 0.1\nspacing 0.1 0.1 0.1\n"
                   << text(volume->at_points ? "point" : "cell", volume->fields, volume->count());
        }
        expectSameText(printed, wanted.str());
    }
}

TEST(FrameSets, EveryChangedBitAndEveryCutIsAnError) {
    const TemporaryFolder folder;
    for (const auto& [file, set] : samples()) {
        ASSERT_TRUE(writeSet(folder / file, set.view));
        const std::string whole = bytesOfFile(folder / file);
        ASSERT_TRUE(parseSet(whole, file));
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (int bit = 0; bit < 8; ++bit) {
                std::string changed = whole;
                changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
                ASSERT_FALSE(parseSet(changed, file)) << file << ", byte " << at << ", bit " << bit;
            }
        // And what is behind the checksum: a cut file is seen without it.
        const std::string old = test::withoutChecksum(whole);
        ASSERT_TRUE(parseSet(old, file)) << file;
        const std::size_t needed = old.size() - std::string("\n</AppendedData>\n</VTKFile>\n").size();
        for (std::size_t length = 0; length < needed; ++length) {
            const auto read = parseSet(std::string_view(old).substr(0, length), file);
            ASSERT_FALSE(read) << file << ", " << length << " of " << needed;
            ASSERT_EQ(read.error().kind, ErrorKind::Input);
        }
    }
}

struct Change {
    std::string from, to;
};
void expectRefused(const std::string& file, const state::FrameSet& set, const std::vector<Change>& changes) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSet(folder / file, set.view));
    const std::string whole = test::withoutChecksum(bytesOfFile(folder / file));
    for (const auto& [from, to] : changes) {
        std::string changed = whole;
        std::size_t at = changed.find(from);
        ASSERT_NE(at, std::string::npos) << from;
        for (; at != std::string::npos; at = changed.find(from, at + to.size()))
            changed.replace(at, from.size(), to);
        const auto read = parseSet(changed, file);
        ASSERT_FALSE(read) << from << " -> " << to;
        EXPECT_EQ(read.error().kind, ErrorKind::Input);
    }
}

std::string bytesOf(std::int32_t value) { return {reinterpret_cast<const char*>(&value), sizeof value}; }

TEST(FrameSets, HostileMeshesAreErrors) {
    const std::string two = "NumberOfPolys=\"2\"";
    expectRefused("a.vtp", sampleMesh(),
                  {{two, "NumberOfPolys=\"3\""},
                   {two, "NumberOfPolys=\"0\""},
                   {two, "NumberOfPolys=\"-2\""},
                   {two, "NumberOfPolys=\"6148914691236517206\""},  // * 3 wraps to 2
                   {two, "NumberOfPolys=\"18446744073709551615\""},
                   {"NumberOfPoints=\"4\"", "NumberOfPoints=\"3\""},
                   {"Int32\" Name=\"connectivity", "Int64\" Name=\"connectivity"},
                   {"Name=\"connectivity\"", "Name=\"connectivitx\""},
                   {"Name=\"offsets\"", "Name=\"offsetz\""},
                   {"Name=\"strain\"", "Name=\"str ain\""},
                   // A corner that is no point, one below zero, and a polygon of four corners.
                   {bytesOf(0) + bytesOf(2) + bytesOf(3), bytesOf(0) + bytesOf(2) + bytesOf(4)},
                   {bytesOf(0) + bytesOf(2) + bytesOf(3), bytesOf(-1) + bytesOf(2) + bytesOf(3)},
                   {bytesOf(3) + bytesOf(6), bytesOf(4) + bytesOf(6)}});
    expectRefused("a.vtp", sampleLines(),
                  {{"NumberOfLines=\"3\"", "NumberOfLines=\"2\""},
                   {bytesOf(2) + bytesOf(4) + bytesOf(6), bytesOf(2) + bytesOf(5) + bytesOf(6)},
                   {bytesOf(3) + bytesOf(2), bytesOf(9) + bytesOf(2)}});
}

TEST(FrameSets, HostileVolumesAreErrors) {
    expectRefused("a.vti", sampleVolume(false),
                  {{"0 3 0 2 0 1", "0 3 0 2 0 2"},
                   {"0 3 0 2 0 1", "0 3 0 0 0 1"},
                   {"0 3 0 2 0 1", "0 3 0 2 1 2"},
                   {"0 3 0 2 0 1", "0 4194304 0 4194304 0 1048576"},  // 2^64 cells
                   {"0 3 0 2 0 1", "0 2000000 0 1 0 1"},
                   {"Extent=\"0 3 0 2 0 1\">\n<P", "Extent=\"0 3 0 2 0 3\">\n<P"},
                   {"0.1 0.1 0.1", "0.1 0.1 0.2"},
                   {"0.1 0.1 0.1", "0 0 0"},
                   {"-0.3 1.7 0.1", "-0.3 1.7 nan"},
                   {"ImageData", "PolyData"},
                   {"offset=\"0\"", "offset=\"18446744073709551608\""}});
    // Values of cells and of points in one file, each with its right length.
    const TemporaryFolder folder;
    state::Volume both = sampleVolume(false);
    both.fields[1] = sampleVolume(true).fields[1];
    ASSERT_TRUE(writeSet(folder / "a.vti", both.view()));
    std::string text = test::withoutChecksum(bytesOfFile(folder / "a.vti"));
    text.insert(text.find("<DataArray type=\"Float64\" Name=\"wind\""), "</CellData><PointData>");
    EXPECT_FALSE(parseSet(text, "a.vti"));
}

TEST(FrameSets, ColumnsAndVolumesAreNotTakenForEachOther) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSet(folder / "a.vti", sampleVolume(true).view()));
    EXPECT_THAT(readVti(folder / "a.vti").error().message, HasSubstr("it holds a volume"));
    // The points of a mesh are points to whoever wants only those.
    ASSERT_TRUE(writeSet(folder / "a.vtp", sampleMesh().view()));
    EXPECT_EQ(readVtp(folder / "a.vtp").value().count, 4u);
}

/// Writes a set in each of its formats: FILE.FORMAT.
void exportAll(const TemporaryFolder& folder, const state::FrameSet& set) {
    for (const SetFormat& format : formatsOf(set.view))
        ASSERT_TRUE(format.write(folder / ("a." + std::string(format.name)), set.view)) << format.name;
}

TEST(ExportSets, MeshesKeepTheirFields) {
    const TemporaryFolder folder;
    exportAll(folder, sampleMesh());
    const std::string ply = bytesOfFile(folder / "a.ply");
    EXPECT_THAT(ply, HasSubstr("element vertex 4\n"));
    EXPECT_THAT(ply, HasSubstr("property double rise\nproperty ushort kind\nelement face 2\n"));
    EXPECT_THAT(ply, HasSubstr("property list uchar uint vertex_indices\nproperty float strain\n"));
    const std::size_t vertex = 3 * 8 + 8 + 2, face = 1 + 3 * 4 + 4 + 3 * 8;
    ASSERT_EQ(ply.size(), ply.find("end_header\n") + 11 + 4 * vertex + 2 * face);
    std::uint32_t last = 0;
    std::memcpy(&last, ply.data() + ply.size() - face + 1 + 2 * 4, sizeof last);
    EXPECT_EQ(last, 3u);
    const std::string obj = bytesOfFile(folder / "a.obj");
    EXPECT_THAT(obj, HasSubstr("v 1 0 1e-300\n"));
    EXPECT_THAT(obj, ::testing::EndsWith("f 1 2 3\nf 1 3 4\n"));
    EXPECT_EQ(bytesOfFile(folder / "a.stl").size(), 84u + 2 * 50);
    EXPECT_STREQ(state::kindOf(readSet(folder / "a.vtp").value().view), "mesh");
}

TEST(ExportSets, LinesBecomeEdges) {
    const TemporaryFolder folder;
    exportAll(folder, sampleLines());
    EXPECT_THAT(bytesOfFile(folder / "a.obj"), ::testing::EndsWith("l 1 2\nl 4 3\nl 3 1\n"));
    const std::string ply = bytesOfFile(folder / "a.ply");
    EXPECT_THAT(ply, HasSubstr("element edge 3\nproperty uint vertex1\nproperty uint vertex2\n"
                               "property double tension\nend_header\n"));
    EXPECT_EQ(ply.size(), ply.find("end_header\n") + 11 + 4 * (3 * 8 + 8 + 2) + 3 * (2 * 4 + 8));
}

TEST(ExportSets, VolumesBecomeRows) {
    const TemporaryFolder folder;
    exportAll(folder, sampleVolume(false));
    const std::string csv = bytesOfFile(folder / "a.csv");
    EXPECT_THAT(csv,
                ::testing::StartsWith("time,position_x,position_y,position_z,density,wind_x,wind_y,wind_z\n"
                                      "0.7,-0.25,1.75,0.15"));
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 6);
    exportAll(folder, sampleVolume(true));
    EXPECT_EQ(std::ranges::count(bytesOfFile(folder / "a.csv"), '\n'), 1 + 4 * 3 * 2);
}

}  // namespace
}  // namespace talus::io
