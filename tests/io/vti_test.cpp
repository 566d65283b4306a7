#include <cstdlib>

#include "talus/io/vtk/vtk.h"
#include "tests/io/sample_world.h"
#include "tests/io/without_checksum.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using test::bytesOfFile;
using test::TemporaryFolder;

constexpr state::Field<double> height{"height", "m", "of the column's top"};
constexpr state::Field<std::uint16_t> kind{"kind", "", "any number"};
const geometry::ColumnGrid grid{-0.3, 1.7, 0.1, 5, 4};

state::Table sampleTable() {
    state::Table table("ground");
    table.add(height);
    table.add(kind);
    table.resize(grid.size());
    for (std::size_t k = 0; k < grid.size(); ++k) {
        table.write(height)[k] = 0.1 * static_cast<double>(k) - 0.7;
        table.write(kind)[k] = static_cast<std::uint16_t>(3 * k);
    }
    return table;
}

std::string sampleFile(const Path& path) {
    EXPECT_TRUE(writeVti(path, state::columnsOf(sampleTable(), grid, 0.125).view()));
    return bytesOfFile(path);
}

// Heights come back as the nearest single precision number; all else bit for bit.
TEST(Vti, ReadsBackWhatItWrote) {
    const TemporaryFolder folder;
    sampleFile(folder / "a.vti");
    const auto read = readVti(folder / "a.vti");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->time, 0.125);
    EXPECT_EQ(read->grid, grid);
    const auto heights = state::columnValues(read->view(), "height").value();
    const state::ArrayView* kinds = read->view().find("kind");
    const state::ColumnsView view = read->view();
    ASSERT_EQ(view.fields.size(), 2u);
    ASSERT_NE(kinds, nullptr);
    const state::Table table = sampleTable();
    for (std::size_t k = 0; k < grid.size(); ++k) {
        EXPECT_EQ(heights[k], static_cast<double>(static_cast<float>(table.read(height)[k])));
        EXPECT_EQ(view.find("kind")->value(k), table.read(kind)[k]);
    }
    EXPECT_EQ(state::columnValues(view, "depth").error().kind, ErrorKind::Input);
}

// tests/io/read_vti.py shares no code with the writer.
TEST(Vti, IndependentReaderFindsTheSameNumbers) {
    const TemporaryFolder folder;
    sampleFile(folder / "a.vti");
    const std::string command = "python3 " + test::sourceFile("tests/io/read_vti.py") + " " +
                                (folder / "a.vti").string() + " 0.125 5 4 -0.3 1.7 0.1";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
}

TEST(Vti, EveryChangedBitIsAnError) {
    const TemporaryFolder folder;
    const std::string whole = sampleFile(folder / "a.vti");
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            std::string changed = whole;
            changed[at] = static_cast<char>(changed[at] ^ (1 << bit));
            ASSERT_FALSE(parseVti(changed, "changed")) << "byte " << at << ", bit " << bit;
        }
}

TEST(Vti, EveryTruncationIsAnError) {
    const TemporaryFolder folder;
    const std::string whole = test::withoutChecksum(sampleFile(folder / "a.vti"));
    ASSERT_TRUE(parseVti(whole, "whole"));
    const std::size_t needed = whole.size() - std::string("\n</AppendedData>\n</VTKFile>\n").size();
    for (std::size_t length = 0; length < needed; ++length) {
        const auto columns = parseVti(std::string_view(whole).substr(0, length), "cut");
        ASSERT_FALSE(columns) << length;
        ASSERT_EQ(columns.error().kind, ErrorKind::Input);
    }
}

TEST(Vti, HostileNumbersAreErrors) {
    const TemporaryFolder folder;
    const std::string whole = test::withoutChecksum(sampleFile(folder / "a.vti"));
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string changed = whole;
        for (std::size_t at = changed.find(from); at != std::string::npos;
             at = changed.find(from, at + to.size()))
            changed.replace(at, from.size(), to);
        EXPECT_NE(changed, whole) << from;
        return changed;
    };
    for (const auto& text :
         {with("0 4 0 3 0 0", "0 4294967294 0 4294967294 0 0"), with("0 4 0 3 0 0", "0 4 0 3 0 1"),
          with("0 4 0 3 0 0", "0 4 0 0 0 0"), with("0 4 0 3 0 0", "0 4 0 -3 0 0"),
          with("WholeExtent=\"0 4 0 3 0 0\"", "WholeExtent=\"0 4 0 4 0 0\""), with("0.1 0.1 1", "0.1 0.2 1"),
          with("0.1 0.1 1", "0 0 1"), with("0.1 0.1 1", "nan nan 1"), with("-0.3 1.7 0", "inf 1.7 0"),
          with("ImageData", "PolyData"), with("LittleEndian", "BigEndian"),
          with("offset=\"0\"", "offset=\"18446744073709551608\""), with("\"raw\"", "\"base64\"")}) {
        const auto columns = parseVti(text, "hostile");
        ASSERT_FALSE(columns);
        EXPECT_EQ(columns.error().kind, ErrorKind::Input);
    }
}

}  // namespace
}  // namespace talus::io
