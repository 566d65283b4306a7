#include "talus/io/vtk/vtk.h"

#include <cstdlib>

#include "talus/io/vtk/export_points.h"
#include "tests/io/sample_world.h"
#include "tests/io/without_checksum.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::bytesOfFile;
using test::sampleWorld;
using test::TemporaryFolder;
using test::withoutChecksum;
using ::testing::HasSubstr;

const std::vector<std::string> all_fields{"velocity", "radius", "material", "id", "birth", "large", "small"};

Status writeSample(const Path& path, std::size_t rows, std::uint32_t seed = 7) {
    const state::World world = sampleWorld(rows, seed);
    const auto points = state::viewOf(world.table("grains"), all_fields, world.time);
    if (!points) return points.error();
    return writeVtp(path, *points);
}

TEST(Vtp, ReadsBackEveryBit) {
    const TemporaryFolder folder;
    const state::World world = sampleWorld(37);
    const auto written = state::viewOf(world.table("grains"), all_fields, world.time).value();
    ASSERT_TRUE(writeVtp(folder / "a.vtp", written));
    const auto read = readVtp(folder / "a.vtp");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->time, world.time);
    EXPECT_EQ(read->count, 37u);
    const state::PointsView back = read->view();
    ASSERT_EQ(back.fields.size(), written.fields.size());
    for (const std::string& name : {std::string("position"), all_fields[0], all_fields[1], all_fields[2],
                                    all_fields[3], all_fields[4], all_fields[5], all_fields[6]}) {
        const state::ArrayView& a = *written.find(name);
        const state::ArrayView* b = back.find(name);
        ASSERT_NE(b, nullptr) << name;
        EXPECT_EQ(b->scalar, a.scalar) << name;
        EXPECT_EQ(b->components, a.components) << name;
        EXPECT_TRUE(std::equal(a.bytes.begin(), a.bytes.end(), b->bytes.begin(), b->bytes.end())) << name;
    }
}

TEST(Vtp, SameStateSameBytesOtherStateOtherBytes) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 20));
    ASSERT_TRUE(writeSample(folder / "b.vtp", 20));
    ASSERT_TRUE(writeSample(folder / "c.vtp", 20, 8));
    EXPECT_TRUE(bytesOfFile(folder / "a.vtp") == bytesOfFile(folder / "b.vtp"));
    EXPECT_FALSE(bytesOfFile(folder / "a.vtp") == bytesOfFile(folder / "c.vtp"));
}

TEST(Vtp, NoPointsAtAll) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 0));
    const auto read = readVtp(folder / "a.vtp");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->count, 0u);
}

TEST(Vtp, UnknownFieldListsTheKnownOnes) {
    const state::World world = sampleWorld(1);
    const std::vector<std::string> fields{"velocty"};
    const auto points = state::viewOf(world.table("grains"), fields, 0);
    ASSERT_FALSE(points);
    EXPECT_EQ(points.error().kind, ErrorKind::Input);
    EXPECT_THAT(points.error().message,
                HasSubstr("no field 'velocty'; there are: position, velocity, radius"));
}

// tests/io/read_vtp.py shares no code with the writer: it takes the XML apart with Python's own parser and
// the values with struct, and compares them with the text dump of the same points.
TEST(Vtp, IndependentReaderFindsTheSameNumbers) {
    const TemporaryFolder folder;
    for (const std::size_t rows : {0, 1, 50}) {
        const state::World world = sampleWorld(rows);
        const auto points = state::viewOf(world.table("grains"), all_fields, world.time).value();
        ASSERT_TRUE(writeVtp(folder / "a.vtp", points));
        ASSERT_TRUE(writePointsCsv(folder / "a.csv", points));
        const std::string command = "python3 " + test::sourceFile("tests/io/read_vtp.py") + " " +
                                    (folder / "a.vtp").string() + " " + (folder / "a.csv").string();
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
    }
}

// The checksum covers all bytes before it, so one changed bit is always seen: in names and numbers of the
// tags, in values, in the indices of the points that no command reads, and in the checksum itself.
TEST(Vtp, EveryChangedBitIsAnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 3));
    const std::string whole = bytesOfFile(folder / "a.vtp");
    ASSERT_TRUE(parseVtp(whole, "whole"));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            const auto points = parseVtp(changed, "changed");
            ASSERT_FALSE(points) << "byte " << at << ", bit " << bit;
            ASSERT_EQ(points.error().kind, ErrorKind::Input);
        }
    for (std::size_t length = 0; length < whole.size(); ++length)
        ASSERT_FALSE(parseVtp(std::string_view(whole).substr(0, length), "cut")) << length;
}

TEST(Vtp, FilesWithoutAChecksumAreRead) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 3));
    const std::string with = bytesOfFile(folder / "a.vtp");
    const auto old = parseVtp(withoutChecksum(with), "old");
    ASSERT_TRUE(old) << old.error().message;
    EXPECT_EQ(old->position.bytes, parseVtp(with, "new")->position.bytes);
}

TEST(Vtp, EveryTruncationIsAnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 3));
    const std::string whole = withoutChecksum(bytesOfFile(folder / "a.vtp"));
    // Up to the index arrays at the end, which the reader does not need.
    const std::size_t needed =
        whole.size() - 2 * (8 + 3 * 8) - std::string("\n</AppendedData>\n</VTKFile>\n").size();
    ASSERT_TRUE(parseVtp(whole, "whole"));
    for (std::size_t length = 0; length < needed; ++length) {
        const auto points = parseVtp(std::string_view(whole).substr(0, length), "cut");
        ASSERT_FALSE(points) << length;
        ASSERT_EQ(points.error().kind, ErrorKind::Input);
    }
}

TEST(Vtp, HostileNumbersAndNamesAreErrors) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 3));
    const std::string whole = withoutChecksum(bytesOfFile(folder / "a.vtp"));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = whole;
        const std::size_t at = changed.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        return changed.replace(at, from.size(), to);
    };
    for (const auto& text :
         {with("NumberOfPoints=\"3\"", "NumberOfPoints=\"18446744073709551615\""),
          with("NumberOfPoints=\"3\"", "NumberOfPoints=\"768614336404564651\""),  // * 24 wraps to 8
          with("NumberOfPoints=\"3\"", "NumberOfPoints=\"-1\""),
          with("NumberOfPoints=\"3\"", "NumberOfPoints=\"2\""),
          with("offset=\"0\"", "offset=\"18446744073709551608\""),
          with("offset=\"0\"", "offset=\"99999999\""),
          with("NumberOfComponents=\"3\"", "NumberOfComponents=\"2000000000\""),
          with("NumberOfComponents=\"3\"", "NumberOfComponents=\"0\""),
          with("Float64\" Name=\"pos", "Int128\" Name=\"pos"), with("Name=\"pos", "Name=\"p\nos"),
          with("Name=\"pos", "Name=\"$(x)"), with("Name=\"pos", "Name=\"p,os"),
          with("Name=\"pos", "Name=\"" + std::string(200, 'p')), with("LittleEndian", "BigEndian"),
          with("UInt64", "UInt32"), with("\"raw\"", "\"base64\"")}) {
        const auto points = parseVtp(text, "hostile");
        ASSERT_FALSE(points);
        EXPECT_EQ(points.error().kind, ErrorKind::Input);
    }
}

// Found by fuzzing: arrays in front of the piece were checked against a count of points not yet known.
TEST(Vtp, PieceBehindItsArraysIsAnError) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writeSample(folder / "a.vtp", 0));
    std::string text = withoutChecksum(bytesOfFile(folder / "a.vtp"));
    const std::size_t piece = text.find("<Piece ");
    const std::size_t end = text.find('>', piece) + 1;
    text.erase(piece, end - piece);
    text.insert(text.find("<AppendedData"), "<Piece NumberOfPoints=\"5\">");
    EXPECT_FALSE(parseVtp(text, "hostile"));
}

TEST(Pvd, ListsTheFrames) {
    const TemporaryFolder folder;
    ASSERT_TRUE(writePvd(folder / "grains.pvd", {{0, "grains.0000.vtp"}, {0.1, "grains.0001.vtp"}}));
    const std::string text = bytesOfFile(folder / "grains.pvd");
    EXPECT_THAT(text, HasSubstr(R"(<DataSet timestep="0" part="0" file="grains.0000.vtp"/>)"));
    EXPECT_THAT(text, HasSubstr(R"(<DataSet timestep="0.1" part="0" file="grains.0001.vtp"/>)"));
}

TEST(Export, PlyAndXyzHaveARowAPoint) {
    const TemporaryFolder folder;
    const state::World world = sampleWorld(5);
    const std::vector<std::string> fields{"velocity", "radius", "material", "id"};
    const auto points = state::viewOf(world.table("grains"), fields, 0.25).value();
    ASSERT_TRUE(writeXyz(folder / "a.xyz", points));
    const std::string xyz = bytesOfFile(folder / "a.xyz");
    EXPECT_EQ(std::count(xyz.begin(), xyz.end(), '\n'), 7);
    EXPECT_THAT(xyz, ::testing::StartsWith(
                         "5\nProperties=pos:R:3:velo:R:3:radius:R:1:material:I:1:id:I:1 Time=0.25\n"));
    ASSERT_TRUE(writePly(folder / "a.ply", points));
    const std::string ply = bytesOfFile(folder / "a.ply");
    EXPECT_THAT(ply, HasSubstr("format binary_little_endian 1.0\n"));
    EXPECT_THAT(ply,
                HasSubstr("element vertex 5\nproperty double x\nproperty double y\nproperty double z\n"));
    EXPECT_THAT(ply, HasSubstr("property double velocity_x\n"));
    EXPECT_THAT(ply, HasSubstr("property ushort material\nproperty uint id\nend_header\n"));
    const std::size_t row = 3 * 8 + 3 * 8 + 8 + 2 + 4;
    EXPECT_EQ(ply.size(), ply.find("end_header\n") + 11 + 5 * row);
    double y = 0;
    std::memcpy(&y, ply.data() + ply.size() - row + 8, sizeof y);
    EXPECT_EQ(y, points.at(4).y);
}

}  // namespace
}  // namespace talus::io
