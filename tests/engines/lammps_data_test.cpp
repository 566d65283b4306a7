#include "talus/engines/lammps/lammps_data.h"

#include "tests/support/temporary_folder.h"

namespace talus::engines {
namespace {

using ::testing::HasSubstr;

TEST(LammpsData, HoldsEveryBit) {
    const test::TemporaryFolder folder;
    const std::vector<Vec3d> x{{0.1, 1.0 / 3, -2e-17}}, v{{1, 2, 3}}, w{{0, 0, 5e-324}};
    const std::vector<double> a{0.0015}, rho{2500};
    const std::vector<std::uint32_t> id{41}, type{1};
    const Status status =
        writeLammpsData(folder / "data.x", "title", {x, v, w, a, rho, id, type, 1, {-1, -1, -1}, {1, 1, 1}});
    ASSERT_TRUE(status.ok()) << status.error().message;
    const std::string text = io::readFile(folder / "data.x", 10000).value();
    EXPECT_THAT(text, HasSubstr("1 atoms\n1 atom types\n"));
    EXPECT_THAT(text, HasSubstr("\n42 1 0.003 2500 0.1 0.3333333333333333 -2e-17\n"));
    EXPECT_THAT(text, HasSubstr("\n42 1 2 3 0 0 5e-324\n"));
}

TEST(LammpsData, MoreGrainsThanLammpsCanNumberAreRefused) {
    const test::TemporaryFolder folder;
    const std::vector<Vec3d> x(1);
    const std::vector<double> a{1};
    const std::vector<std::uint32_t> id{0x7fffffff}, type{1};
    const Status status = writeLammpsData(folder / "data.x", "title", {x, x, x, a, a, id, type, 1, {}, {}});
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    EXPECT_FALSE(std::filesystem::exists(folder / "data.x"));
}

}  // namespace
}  // namespace talus::engines
