// Atoms of LAMMPS as grains: what is read, and what a user is told about a bad file. The formats are those of
// LAMMPS' manual pages read_data and dump.
#include "talus/grains/sources/lammps_atoms.h"

#include <filesystem>
#include <fstream>

#include "talus/scene/reader.h"
#include "tests/grains/grain_world.h"
#include "tests/support/temporary_folder.h"

namespace talus::grains {
namespace {

using testing::HasSubstr;

const std::string data =
    "LAMMPS data file via write_data, version 29 Sep 2021, timestep = 0, units = si\n"
    "\n"
    "  3 atoms   # of them\n"
    "2 atom types\n"
    "0 bonds\n"
    "-1 1 xlo xhi\r\n"
    "-1.5 1 ylo yhi\n"
    "0 2e0 zlo zhi\n"
    "0 0 0 xy xz yz\n"
    "\n"
    "Pair Coeffs # granular\n"
    "\n"
    "1 hooke 1 2\n"
    "\n"
    "Atoms  # sphere\n"
    "\n"
    "7 2 0.004 2500 0.1 0.2 0.3 0 0 -1\n"
    "# a comment between\n"
    "\t1 1   0.002 2500  -1e-3 0 1\n"
    "\n"
    "3 1 0.003 2600 0.5 0.5 0.5 0 0 0 # and behind\n"
    "\n"
    "Velocities\n"
    "\n"
    "1 1 2 3 4 5 6\n"
    "3 0 0 0 0 0 0\n"
    "7 -1 0 0 0 0 9";  // without an end of the line

std::string dumpOf(int step, double x) {
    return "ITEM: TIMESTEP\n" + std::to_string(step) +
           "\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp ss ff\n0 2\n-1 1\n0 4\n"
           "ITEM: ATOMS id element type x y z vx vy vz omegax omegay omegaz radius\n"
           "2 Si 1 0.5 0 0 1 2 3 4 5 6 0.25\n1 O2 1 " +
           std::to_string(x) + " 0 1 0 0 0 0 0 0 0.5\n";
}
const std::string dump = "ITEM: UNITS\nsi\nITEM: TIME\n0\n" + dumpOf(0, 0.1) + "ITEM: TIME\n1\n" +
                         dumpOf(100, 0.2) + dumpOf(200, 0.3);

std::string changed(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
}

std::string told(const std::string& text, const GrainChoice& choice = {}) {
    const auto file = parseGrains(text, choice);
    return file ? "nothing" : file.error().message;
}

TEST(LammpsAtoms, DataFileIsReadInTheOrderOfIds) {
    const auto file = parseGrains(data);
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_EQ(file->rows.size(), 3u);
    EXPECT_EQ(file->rows[0].position, (Vec3d{-1e-3, 0, 1}));
    EXPECT_EQ(file->rows[0].velocity, (Vec3d{1, 2, 3}));
    EXPECT_EQ(file->rows[0].spin, (Vec3d{4, 5, 6}));
    EXPECT_EQ(file->rows[0].radius, 1e-3);
    EXPECT_EQ(file->rows[2].position, (Vec3d{0.1, 0.2, 0.3}));
    EXPECT_EQ(file->rows[2].spin, (Vec3d{0, 0, 9}));
    EXPECT_EQ(file->several, "types");
    EXPECT_EQ(file->least_density, 2500);
    EXPECT_EQ(file->largest_density, 2600);
    const auto second = parseGrains(data, {.type = 2});
    ASSERT_TRUE(second.ok());
    ASSERT_EQ(second->rows.size(), 1u);
    EXPECT_EQ(second->rows[0].radius, 2e-3);
    EXPECT_EQ(second->several, "");
    EXPECT_EQ(second->largest_density, 2500);
}

// Labels of types (LAMMPS' manual, page Howto_type_labels) stand for the numbers of types in all sections
// behind their own, also at the beginning of a line, where a section's name could be.
TEST(LammpsAtoms, TypesMayHaveLabels) {
    std::string text = changed(data, "Pair Coeffs # granular\n\n1 hooke 1 2\n",
                               "Atom Type Labels\n\n1 sand\n2 Quartz_2\n\nMasses\n\nsand 1.0\nQuartz_2 2\n\n"
                               "Pair Coeffs # granular\n\nsand hooke 1 2\n");
    text = changed(changed(text, "7 2 0.004", "7 Quartz_2 0.004"), "\t1 1 ", "\t1 sand ");
    const auto file = parseGrains(text);
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_EQ(file->rows.size(), 3u);
    EXPECT_EQ(file->rows[0].position, (Vec3d{-1e-3, 0, 1}));
    EXPECT_EQ(file->rows[0].velocity, (Vec3d{1, 2, 3}));
    EXPECT_EQ(parseGrains(text, {.type = 2})->rows.size(), 1u);
    EXPECT_EQ(parseGrains(text, {.type = 1})->rows.size(), 2u);
    EXPECT_THAT(told(changed(text, "7 Quartz_2", "7 granite")),
                HasSubstr("the type 'granite' of an atom is neither a number nor one of the 2 labels"));
    EXPECT_THAT(told(changed(text, "2 Quartz_2\n\n", "2 sand\n\n")),
                HasSubstr("two types have the label 'sand'"));
}

TEST(LammpsAtoms, AByteOrderMarkIsPassedOver) {
    EXPECT_EQ(told("\xef\xbb\xbf" + data), "nothing");
    EXPECT_EQ(told("\xef\xbb\xbf" + dump), "nothing");
}

// Positions alone are a packing at rest; and where the sections end the file may.
TEST(LammpsAtoms, NeedNoVelocities) {
    const auto file = parseGrains(data.substr(0, data.find("Velocities")));
    ASSERT_TRUE(file.ok()) << file.error().message;
    EXPECT_EQ(file->rows[0].velocity, Vec3d{});
}

TEST(LammpsAtoms, DumpGivesItsLastSnapshotOrTheOneAskedFor) {
    const auto last = parseGrains(dump);
    ASSERT_TRUE(last.ok()) << last.error().message;
    ASSERT_EQ(last->rows.size(), 2u);
    EXPECT_EQ(last->rows[0].position, (Vec3d{0.3, 0, 1}));
    EXPECT_EQ(last->rows[0].radius, 0.5);
    EXPECT_THAT(parseGrains(dump, {.max_grains = 1}).error().message,
                testing::HasSubstr("more than 1 atoms"));
    EXPECT_THAT(parseGrains(data, {.max_grains = 1}).error().message,
                testing::HasSubstr("more than 1 atoms"));
    EXPECT_EQ(last->rows[1].velocity, (Vec3d{1, 2, 3}));
    EXPECT_EQ(last->rows[1].spin, (Vec3d{4, 5, 6}));
    EXPECT_EQ(parseGrains(dump, {.snapshot = 0})->rows[0].position.x, 0.1);
    EXPECT_EQ(parseGrains(dump, {.snapshot = -2})->rows[0].position.x, 0.2);
    EXPECT_THAT(told(dump, {.snapshot = 3}), HasSubstr("it has 3 snapshots, so there is no snapshot 3"));
    EXPECT_THAT(told(dump, {.snapshot = -4}), HasSubstr("it has 3 snapshots"));
}

// A run that was killed leaves a last snapshot that is not whole; those before it can be had.
TEST(LammpsAtoms, TruncatedSnapshotIsRefusedAndEarlierOnesAreRead) {
    const std::string cut = dump.substr(0, dump.size() - 3);
    EXPECT_THAT(told(cut), HasSubstr("cut off after line"));
    EXPECT_THAT(told(cut), HasSubstr("snapshot 2 of 3, counted from 0"));
    EXPECT_EQ(parseGrains(cut, {.snapshot = -2})->rows[0].position.x, 0.2);
}

TEST(LammpsAtoms, DumpPositionsMayBeUnwrappedOrScaled) {
    EXPECT_EQ(parseGrains(changed(dumpOf(0, 0.5), " x y z ", " xu yu zu "))->rows[0].position,
              (Vec3d{0.5, 0, 1}));
    EXPECT_EQ(parseGrains(changed(dumpOf(0, 0.5), " x y z ", " xs ys zs "))->rows[0].position,
              (Vec3d{1, -1 + 0.0 * 2, 4}));
    EXPECT_EQ(parseGrains(changed(dumpOf(0, 0.5), "radius", "diameter"))->rows[0].radius, 0.25);
    const std::string slanted =
        changed(changed(dumpOf(0, 0.5), " x y z ", " xs ys zs "), "0 2\n", "0 2 0.1\n");
    EXPECT_THAT(told(slanted), HasSubstr("triclinic box"));
}

TEST(LammpsAtoms, BadDataFileIsRefusedWithTheLine) {
    EXPECT_THAT(told(changed(data, "units = si", "units = lj")), HasSubstr("line 1: its units are 'lj'"));
    EXPECT_THAT(told(changed(data, "# sphere", "# full")),
                HasSubstr("line 15: the atoms have the style 'full'"));
    EXPECT_THAT(told(changed(data, "0.004 2500 0.1", "0.004 2500 nan")),
                HasSubstr("line 17: expected an atom of style sphere"));
    EXPECT_THAT(told(changed(data, "0.3 0 0 -1", "0.3 0 0")),
                HasSubstr("line 17: expected an atom of style sphere"));
    EXPECT_THAT(told(changed(data, "0.3 0 0 -1", "0.3 0 0 -1 5")),
                HasSubstr("line 17: expected an atom of style sphere"));
    EXPECT_THAT(told(changed(data, "7 2 0.004", "7 0 0.004")),
                HasSubstr("line 17: the type of an atom must be 1 or more"));
    EXPECT_THAT(told(changed(data, "7 2 0.004", "7 2 0")), HasSubstr("line 17: atom 7 has no size"));
    EXPECT_THAT(told(changed(data, "7 2 0.004", "7 2 1e300")),
                HasSubstr("line 17: atom 7 has a number above 1e+12"));
    EXPECT_THAT(told(changed(data, "\t1 1 ", "7 1 ")), HasSubstr("atom 7 is listed twice"));
    EXPECT_THAT(told(changed(data, "  3 atoms", "  2 atoms")),
                HasSubstr("line 21: Atoms has more lines than there are atoms (2)"));
    EXPECT_THAT(told(changed(data, "  3 atoms", "  4 atoms")),
                HasSubstr("line 23: expected an atom of style sphere"));
    EXPECT_THAT(told(changed(data, "  3 atoms", "  3e9 atoms")), HasSubstr("line 3: the number of atoms"));
    EXPECT_THAT(told(changed(data, "  3 atoms", "  999999999999 atoms")),
                HasSubstr("the file is too short for"));
    EXPECT_THAT(told(changed(data, "\n3 0 0 0 0 0 0", "\n4 0 0 0 0 0 0")),
                HasSubstr("line 26: there is no atom 4"));
    EXPECT_THAT(told(changed(data, "7 -1 0 0 0 0 9", "7 -1 0 0 0 0")),
                HasSubstr("line 27: expected a velocity of style sphere"));
    EXPECT_THAT(told(data.substr(0, data.find("7 -1"))), HasSubstr("the section Velocities has fewer lines"));
    EXPECT_THAT(told(data.substr(0, data.find("Atoms"))), HasSubstr("there is no section Atoms"));
    EXPECT_THAT(told(data, {.type = 3}), HasSubstr("it holds no atoms of type 3"));
    EXPECT_THAT(told(data, {.snapshot = 0}), HasSubstr("has no snapshots"));
}

TEST(LammpsAtoms, BadDumpIsRefusedWithTheLine) {
    const std::string one = dumpOf(0, 0.5);
    EXPECT_THAT(told(changed(dump, "UNITS\nsi", "UNITS\nlj")), HasSubstr("its units are 'lj'"));
    EXPECT_THAT(told(changed(one, " radius", " c_1")), HasSubstr("no column 'radius'"));
    EXPECT_THAT(told(changed(one, " x y z ", " a b c ")), HasSubstr("no column 'x'"));
    EXPECT_THAT(told(changed(one, " vx ", " v ")), HasSubstr("some of the columns 'vx', 'vy', 'vz'"));
    EXPECT_THAT(told(changed(one, " type ", " id ")), HasSubstr("line 9: there is a second column 'id'"));
    EXPECT_THAT(told(changed(one, " 0.25\n", " 0\n")), HasSubstr("line 10: atom 2 has no size"));
    EXPECT_THAT(told(changed(one, " 0.25\n", " x\n")), HasSubstr("line 10: 'radius' of an atom is 'x'"));
    // Cut off, atom 1.5 would be atom 1, and 1e30 any.
    EXPECT_THAT(told(changed(one, "1 O2", "1.5 O2")),
                HasSubstr("'id' of an atom is 1.5, not a whole number"));
    EXPECT_THAT(told(changed(one, "1 O2", "1e30 O2")), HasSubstr("'id' of an atom is 1e+30, not a whole"));
    EXPECT_THAT(told(changed(one, "1 O2", "2 O2")), HasSubstr("atom 2 is listed twice"));
    EXPECT_THAT(told(changed(one, "\n0 2\n", "\n0 nan\n")),
                HasSubstr("line 6: expected two numbers for a side of the box"));
    EXPECT_THAT(told(changed(one, "\n2\n", "\n18446744073709551615\n")), HasSubstr("cut off"));
}

TEST(LammpsAtoms, ATableHasNoTypesAndIsStillATable) {
    const std::string table = "x,y,z,radius\n0,0,0,1\n";
    EXPECT_TRUE(parseGrains(table).ok());
    EXPECT_THAT(told(table, {.type = 1}), HasSubstr("has no atom types"));
    EXPECT_THAT(told(table, {.snapshot = 1}), HasSubstr("has no snapshots"));
}

TEST(LammpsAtoms, AreImportedIntoAScene) {
    const test::TemporaryFolder folder;
    std::ofstream(folder / "sand.data") << data;
    const auto read = [&](const std::string& more) {
        const std::string text =
            "format = 1\nname = \"s\"\n[[material]]\nname = \"sand\"\n[[material]]\nname = "
            "\"gravel\"\ndensity = 2700\n"
            "[[contact]]\nbetween = [\"sand\", \"sand\"]\n[[contact]]\nbetween = [\"sand\", \"gravel\"]\n"
            "[[import]]\nname = \"all\"\nmaterial = \"sand\"\nfile = \"sand.data\"\n" +
            more;
        return scene::readScene(text, (folder / "scene.toml").string());
    };
    const auto all = read("");
    ASSERT_TRUE(all.scene.has_value()) << all.diagnostics.format("", "");
    const std::string warned = all.diagnostics.format("", "");
    EXPECT_THAT(warned, HasSubstr("'sand.data' has grains of several types; all become 'sand'"));
    EXPECT_THAT(warned, HasSubstr("densities from 2500 to 2600 kg/m^3; its grains get that of 'sand'"));
    // Mass is that of the material.
    const scene::Simulation simulation = testing_support::start(*all.scene);
    const double sand = all.scene->environment.materials[0].density;
    EXPECT_DOUBLE_EQ(testing_support::of(simulation, fields::mass, 0), 4.0 / 3 * M_PI * 1e-9 * sand);
    const auto one = read(
        "type = 1\n[[import]]\nname = \"large\"\nmaterial = \"gravel\"\nfile = \"sand.data\"\ntype = 2\n");
    ASSERT_TRUE(one.scene.has_value()) << one.diagnostics.format("", "");
    EXPECT_THAT(one.diagnostics.format("", ""), testing::Not(HasSubstr("several types")));
    EXPECT_EQ(grains::in(*one.scene).imports[0].grains->size(), 2u);
    EXPECT_EQ(grains::in(*one.scene).imports[1].grains->size(), 1u);
    EXPECT_FALSE(read("type = 5\n").scene.has_value());
}

}  // namespace
}  // namespace talus::grains
