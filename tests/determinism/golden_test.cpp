// The scenes of the gallery against records of what they gave before: the state, the bytes of the frames, the
// columns of the statistics. A change of the code that should not change results must leave all of them as
// they are; one that should is followed by `./dev record`, which writes them anew, and by a look at what
// differs.
//
// What is run is the program, so that the records outlive any change behind the command line.
#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "talus/core/hash.h"
#include "tests/run/cli.h"
#include "tests/support/golden_record.h"
#include "tests/support/paths.h"
#include "tests/support/scene_names.h"

namespace talus {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const fs::path scenes = test::sourceFile("scenes"), records = test::sourceFile("tests/determinism/golden");

std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string hashOf(const fs::path& path) {
    const std::string bytes = bytesOf(path);
    Hasher hasher;
    hasher.add(bytes.data(), bytes.size());
    return hexadecimal(hasher.value());
}

/// The state with which the last session of a run ended, as its log says it.
std::string lastState(const fs::path& run) {
    const std::string log = bytesOf(run / "log.txt"), before = ", state ";
    const std::size_t at = log.rfind(before);
    return at == std::string::npos ? "" : log.substr(at + before.size(), 16);
}

/// Names of the columns that do not say how long something took: those of stages follow the machine.
Json statisticsOf(const fs::path& run) {
    const std::string text = bytesOf(run / "stats.csv"), header = text.substr(0, text.find('\n'));
    Json names = Json::array();
    std::stringstream columns(header);
    for (std::string name; std::getline(columns, name, ',') && name != "wall_clock [s]";)
        names.push_back(name);
    return names;
}

/// Runs a scene as its record says, in two sessions, and returns the record of that.
/// @param threads of the first session, and of the one that resumes it
Json recordOf(const std::string& name, const Json& how, std::pair<int, int> threads) {
    const test::TemporaryFolder folder;
    const std::string run = (folder / "run").string();
    std::string sets;
    for (const Json& set : how.at("set")) sets += " --set '" + set.get<std::string>() + "'";
    const auto first = how.at("frames").at(0).get<int>(), last = how.at("frames").at(1).get<int>();
    test::Outcome o =
        test::talus(fmt::format("run '{}'{} --frames {} --threads {} --progress none --out {}",
                                (scenes / (name + ".toml")).string(), sets, first, threads.first, run));
    EXPECT_EQ(o.code, 0) << o.text;
    Json record = {{"set", how.at("set")}, {"frames", how.at("frames")}};
    record["state"] = {lastState(run)};
    o = test::talus(
        fmt::format("resume {} --frames {} --threads {} --progress none", run, last, threads.second));
    EXPECT_EQ(o.code, 0) << o.text;
    record["state"].push_back(lastState(run));
    for (const fs::path& file : std::set<fs::path>(fs::directory_iterator(run + "/frames"), {}))
        if (file.string().find(fmt::format(".{:04}.", last)) != std::string::npos)
            record["files"][file.filename()] = hashOf(file);
    record["statistics"] = statisticsOf(run);
    if (test::dependsOnVectors(record)) record["vector_bytes"] = test::vector_bytes;
    return record;
}

/// What of a record every processor gives: frames, names of files and columns, but no hashes.
Json withoutHashes(Json record) {
    record.erase("state");
    record.erase("vector_bytes");
    for (auto& hash : record.at("files")) hash = "";
    return record;
}

class Golden : public ::testing::TestWithParam<std::string> {};

TEST_P(Golden, SceneMatchesItsRecord) {
    const fs::path file = records / (GetParam() + ".json");
    ASSERT_TRUE(fs::exists(file))
        << "a new scene needs a record: write " << file
        << " with \"set\" and \"frames\" as the others have them, then ./dev record";
    Json golden = Json::parse(bytesOf(file));
    Json one = recordOf(GetParam(), golden, {1, 2});
    EXPECT_EQ(one, recordOf(GetParam(), golden, {2, 1})) << "one and two threads differ";
    if (std::getenv("TALUS_RECORD_GOLDEN") != nullptr) {
        std::ofstream(file) << one.dump(2) << '\n';
        return;
    }
    if (!test::isOfThisProcessor(golden)) {
        one = withoutHashes(one);
        golden = withoutHashes(golden);
    }
    EXPECT_EQ(one, golden) << "not what was recorded: if that is meant, ./dev record\n"
                           << Json::diff(golden, one).dump(2);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Golden, ::testing::ValuesIn(test::sceneNames()), test::testName);

}  // namespace
}  // namespace talus
