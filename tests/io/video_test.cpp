#include "talus/io/video/video.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "talus/io/image.h"
#include "talus/io/video/child_process.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

/// Sets an environment variable while it lives.
class WithVariable {
  public:
    WithVariable(const char* name, const std::string& value) : name_(name) {
        if (const char* old = std::getenv(name)) old_ = old;
        ::setenv(name, value.c_str(), 1);
    }
    ~WithVariable() { ::setenv(name_, old_.c_str(), 1); }

  private:
    const char* name_;
    std::string old_;
};

std::string outputOf(const std::string& command) {
    std::string text;
    FILE* pipe = ::popen((command + " 2>&1").c_str(), "r");
    std::array<char, 256> buffer{};
    while (std::fgets(buffer.data(), int(buffer.size()), pipe) != nullptr) text += buffer.data();
    ::pclose(pipe);
    return text;
}

bool haveFfmpeg() { return std::system("ffmpeg -version >/dev/null 2>&1") == 0; }

class Video : public testing::Test {
  protected:
    /// Plain pictures of odd size whose grey rises.
    void writePictures(const std::filesystem::path& where, const std::string& name, int first, int count) {
        std::filesystem::create_directories(where);
        for (int i = 0; i < count; ++i) {
            Image image(65, 47);
            std::fill(image.rgb.begin(), image.rgb.end(), std::uint8_t(60 + 20 * i));
            char file[64];
            std::snprintf(file, sizeof file, "%s.%04d.png", name.c_str(), first + i);
            ASSERT_TRUE(writePng(where / file, image).ok());
        }
    }

    test::TemporaryFolder folder;
};

TEST_F(Video, EncodesAFilmThatAPlayerUnderstands) {
    if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    writePictures(folder / "images", "pile", 1, 6);
    const auto made = encodeVideo({folder / "images", "pile", folder / "film.mp4", 1, 25, 18});
    ASSERT_TRUE(made.ok()) << made.error().message;
    const std::string facts = outputOf(
        "ffprobe -v error -count_frames -of default=noprint_wrappers=1 -show_entries "
        "stream=codec_name,width,height,pix_fmt,nb_read_frames,r_frame_rate " +
        made->string());
    // 65 x 47 padded to the next even size.
    for (const char* fact : {"codec_name=h264", "width=66", "height=48", "pix_fmt=yuv420p",
                             "nb_read_frames=6", "r_frame_rate=25/1"})
        EXPECT_THAT(facts, testing::HasSubstr(fact));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2)
        << "something was left behind";

    // The index comes before the pictures: a browser can start at once.
    std::FILE* file = std::fopen(made->c_str(), "rb");
    std::string head(64, '\0');
    head.resize(std::fread(head.data(), 1, head.size(), file));
    std::fclose(file);
    EXPECT_THAT(head, testing::HasSubstr("moov"));
}

// Names that a shell, a number pattern or an option parser would take for something else.
TEST_F(Video, AwkwardNamesAreOnlyNames) {
    if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    const auto where = folder / "it's 100%d $HOME;";
    writePictures(where, "-a b", 3, 2);
    const Film film{where, "-a b", folder / "-o 'ut.mp4", 3};
    const auto made = encodeVideo(film);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_TRUE(std::filesystem::exists(*made));
    // The printed command does the same when it is pasted into a shell.
    std::filesystem::remove(*made);
    EXPECT_EQ(std::system((videoCommand(film) + " >/dev/null 2>&1").c_str()), 0);
    EXPECT_TRUE(std::filesystem::exists(*made));
}

TEST_F(Video, WithoutFfmpegTheMessageHoldsTheCommand) {
    writePictures(folder.path(), "pile", 1, 1);
    const Film film{folder.path(), "pile", folder / "film.mp4"};
    const WithVariable no_path("PATH", "");
    const auto made = encodeVideo(film);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().kind, ErrorKind::Runtime);
    EXPECT_THAT(made.error().message, testing::HasSubstr("ffmpeg was not found on the PATH"));
    EXPECT_THAT(made.error().message, testing::HasSubstr(videoCommand(film)));
    EXPECT_THAT(videoCommand(film), testing::StartsWith("ffmpeg "));
}

TEST_F(Video, FailureOfFfmpegIsReportedWithItsWords) {
    if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    std::FILE* file = std::fopen((folder / "pile.0001.png").c_str(), "wb");
    std::fputs("this is no picture", file);
    std::fclose(file);
    const auto made = encodeVideo({folder.path(), "pile", folder / "film.mp4"});
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.error().kind, ErrorKind::Runtime);
    EXPECT_THAT(made.error().message, testing::HasSubstr("ffmpeg ended with exit code"));
    EXPECT_THAT(made.error().message, testing::HasSubstr("png"));
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1)
        << "something was left behind";
}

/// An `ffmpeg` of a few lines of shell, which gets the real one's path as $real and the file to write as
/// $out.
class FakeFfmpeg {
  public:
    FakeFfmpeg(const std::filesystem::path& folder, const std::string& script)
        : real_(findProgram("ffmpeg")), path_("PATH", (folder / "bin").string() + ":" + std::getenv("PATH")) {
        std::filesystem::create_directories(folder / "bin");
        std::FILE* file = std::fopen((folder / "bin/ffmpeg").c_str(), "wb");
        std::fprintf(file, "#!/bin/sh\nfor out; do :; done\nreal='%s'\n%s\n",
                     real_ ? real_->c_str() : "/bin/false", script.c_str());
        std::fclose(file);
        std::filesystem::permissions(folder / "bin/ffmpeg", std::filesystem::perms::owner_all);
    }

  private:
    std::optional<std::filesystem::path> real_;  ///< found before the fake one hides it
    WithVariable path_;
};

// ffmpeg 5.1 ends with exit code 0 when the disk is full while it writes. The film that was there must stay.
TEST_F(Video, AFilmThatIsCutOffDoesNotReplaceAGoodOne) {
    if (!haveFfmpeg()) GTEST_SKIP() << "ffmpeg is not installed";
    writePictures(folder / "images", "pile", 1, 6);
    const Film film{folder / "images", "pile", folder / "film.mp4", 1, 25, 18};
    ASSERT_TRUE(encodeVideo(film).ok());
    const std::string good = outputOf("cksum " + film.output.string());
    for (const std::string script : {R"("$real" "$@"; truncate -s -40 "$out"; exit 0)",  // in the pictures
                                     R"("$real" "$@"; truncate -s 300 "$out"; exit 0)",  // in the index
                                     R"("$real" "$@"; : > "$out"; exit 0)",              // nothing at all
                                     R"(exit 0)",                                        // no file
                                     R"("$real" -t 0.12 "$@"; exit 0)",  // complete, but only half of it
                                     R"("$real" "$@"; echo "$out: No space left on device" >&2; exit 1)"}) {
        const FakeFfmpeg fake(folder.path(), script);
        const auto made = encodeVideo(film);
        ASSERT_FALSE(made.ok()) << script;
        EXPECT_EQ(made.error().kind, ErrorKind::Storage) << made.error().message;
        EXPECT_EQ(outputOf("cksum " + film.output.string()), good) << script;
        std::filesystem::remove_all(folder / "bin");
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 2) << script;
    }
}

// A program that is killed takes its ffmpeg along, and the next one clears up what was left.
TEST_F(Video, NothingOutlivesAKill) {
    writePictures(folder / "images", "pile", 1, 2);
    const Film film{folder / "images", "pile", folder / "film.mp4", 1, 25, 18};
    const std::string pid = (folder / "pid").string();
    const FakeFfmpeg fake(folder.path(), ": > \"$out\"; echo $$ > '" + pid + ".new'; mv '" + pid + ".new' '" +
                                             pid + "'; exec sleep 100");
    const pid_t child = ::fork();
    if (child == 0) {
        (void)encodeVideo(film).ok();
        ::_exit(0);
    }
    const auto comesTrue = [](const auto& condition) {
        for (int i = 0; i < 1000 && !condition(); ++i) ::usleep(10000);
        return condition();
    };
    ASSERT_TRUE(comesTrue([&] { return std::filesystem::exists(pid); }));
    int ffmpeg = 0;
    std::FILE* file = std::fopen(pid.c_str(), "rb");
    ASSERT_EQ(std::fscanf(file, "%d", &ffmpeg), 1);
    std::fclose(file);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    // Gone, or a process that nobody has asked about yet.
    EXPECT_TRUE(comesTrue([&] {
        const std::string state = outputOf("cat /proc/" + std::to_string(ffmpeg) + "/stat");
        return ::kill(ffmpeg, 0) != 0 || state.find(") Z ") != std::string::npos;
    }));
    const auto partial = folder / ("film.mp4." + std::to_string(child) + ".partial");
    EXPECT_TRUE(std::filesystem::exists(partial));
    const auto of_a_living = folder / ("film.mp4." + std::to_string(::getpid()) + ".partial");
    const auto of_a_user = folder / "film.mp4.my.partial";
    for (const auto& path : {of_a_living, of_a_user}) std::fclose(std::fopen(path.c_str(), "wb"));
    removeUnfinishedFilms(film.output);
    EXPECT_FALSE(std::filesystem::exists(partial));
    EXPECT_TRUE(std::filesystem::exists(of_a_living));
    EXPECT_TRUE(std::filesystem::exists(of_a_user));
}

TEST_F(Video, AStopEndsTheEncoding) {
    writePictures(folder / "images", "pile", 1, 2);
    const FakeFfmpeg fake(folder.path(), "exec sleep 100");
    const std::atomic<bool> stop = true;
    Film film{folder / "images", "pile", folder / "film.mp4", 1, 25, 18};
    film.stop = &stop;
    EXPECT_EQ(encodeVideo(film).error().kind, ErrorKind::Interrupted);
}

TEST_F(Video, BadSettingsAreInputErrors) {
    writePictures(folder.path(), "pile", 1, 1);
    Film film{folder.path(), "pile", folder / "film.mp4"};
    film.pictures_per_second = 0;
    EXPECT_EQ(encodeVideo(film).error().kind, ErrorKind::Input);
    film = {folder.path(), "pile", folder / "film.mp4", 1, 30, 52};
    EXPECT_EQ(encodeVideo(film).error().kind, ErrorKind::Input);
    film = {folder.path(), "none", folder / "film.mp4"};
    EXPECT_THAT(encodeVideo(film).error().message, testing::HasSubstr("none.0001.png"));
}

}  // namespace
}  // namespace talus::io
