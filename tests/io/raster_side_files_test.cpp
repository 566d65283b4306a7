// What lies beside a raster, or stands in it, opens no other file and no connection.
#include "talus/io/raster/side_files.h"

#include <arpa/inet.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <fmt/format.h>

#include "tests/io/made_raster.h"
#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using namespace testing_support;
using test::TemporaryFolder;
using testing::HasSubstr;

/// Tells whether any file of a folder was opened since it was made.
class OpenWatch {
  public:
    explicit OpenWatch(const Path& folder) : descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
        EXPECT_GE(::inotify_add_watch(descriptor_.get(), folder.c_str(), IN_OPEN), 0);
    }
    bool opened() const {
        std::array<char, 4096> events{};
        return ::read(descriptor_.get(), events.data(), events.size()) > 0;
    }

  private:
    Descriptor descriptor_;
};

/// A server that never answers, and tells whether anybody has connected to it.
class Server {
  public:
    Server() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof address;
        EXPECT_EQ(::bind(socket_.get(), reinterpret_cast<const sockaddr*>(&address), size), 0);
        EXPECT_EQ(::listen(socket_.get(), 8), 0);
        EXPECT_EQ(::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
        port_ = ntohs(address.sin_port);
    }
    std::string file() const { return fmt::format("/vsicurl/http://127.0.0.1:{}/a.tif", port_); }
    bool asked() const { return Descriptor(::accept(socket_.get(), nullptr, nullptr)).get() >= 0; }

  private:
    Descriptor socket_;
    int port_ = 0;
};

std::string overviewsIn(const std::string& file) {
    return "<PAMDataset><Metadata domain=\"OVERVIEWS\"><MDI key=\"OVERVIEW_FILE\">" + file +
           "</MDI></Metadata></PAMDataset>";
}

std::string errorOf(const Path& path) {
    const auto raster = readRaster(path);
    const auto beside = filesBeside(path);
    EXPECT_EQ(raster.ok(), beside.ok()) << path;
    if (raster.ok()) return "it was read";
    EXPECT_EQ(raster.error().kind, ErrorKind::Input);
    return raster.error().message;
}

class RasterSideFiles : public testing::Test {
  protected:
    void SetUp() override {
        CPLSetThreadLocalConfigOption("GDAL_HTTP_TIMEOUT", "1");  // an attempt fails soon, and does not hang
        std::filesystem::create_directory(folder / "elsewhere");
        make(folder / "elsewhere" / "b.tif", "GTiff", {});
        write(folder / "a.asc", grid_text);
    }
    void TearDown() override { CPLSetThreadLocalConfigOption("GDAL_HTTP_TIMEOUT", nullptr); }
    TemporaryFolder folder;
};

TEST_F(RasterSideFiles, OverviewsElsewhereAreNotOpened) {
    const Server server;
    write(folder / "a.asc.aux.xml", overviewsIn((folder / "elsewhere" / "b.tif").string()));
    {
        const OpenWatch watch(folder / "elsewhere");
        EXPECT_EQ(errorOf(folder / "a.asc"), "it was read");
        EXPECT_FALSE(watch.opened());
    }
    // An address is an error, as attributes and with characters that XML has other names for as well.
    for (const std::string& xml :
         {overviewsIn(server.file()), overviewsIn(" &#47;vsicurl" + server.file().substr(8)),
          "<PAMDataset><SRS>" + server.file() + "</SRS></PAMDataset>",
          "<PAMDataset><GCPList Projection=\"" + server.file() + "\"/></PAMDataset>"}) {
        write(folder / "a.asc.aux.xml", xml);
        EXPECT_THAT(errorOf(folder / "a.asc"), HasSubstr("the file 'a.asc.aux.xml', which is read with it, "
                                                         "has the value '/vsicurl/http://127.0.0.1"));
    }
    EXPECT_FALSE(server.asked());
    // PROJ opens the files of grids and definitions.
    const std::string elsewhere = (folder / "elsewhere" / "b.tif").string();
    for (const std::string& system :
         {"+proj=merc +a=6378137 +b=6378137 +nadgrids=" + elsewhere, "x +init=" + elsewhere + ":1"}) {
        write(folder / "a.asc.aux.xml", "<PAMDataset><SRS>" + system + "</SRS></PAMDataset>");
        const OpenWatch watch(folder / "elsewhere");
        EXPECT_THAT(errorOf(folder / "a.asc"), HasSubstr("give a coordinate system as well-known text"));
        EXPECT_FALSE(watch.opened());
    }
    // Metadata may tell what a raster was made by.
    write(folder / "a.asc.aux.xml",
          "<PAMDataset><Metadata><MDI key=\"history\">gdalwarp -t_srs +proj=merc a "
          "b</MDI></Metadata></PAMDataset>");
    EXPECT_EQ(errorOf(folder / "a.asc"), "it was read");
    // In the TIFF itself, where GDAL keeps such values too.
    for (const std::string& file : {server.file(), (folder / "elsewhere" / "b.tif").string()}) {
        std::filesystem::remove(folder / "c.tif");  // GDAL would ask the server before it wrote a new one
        make(folder / "c.tif", "GTiff", {});
        // GDAL would open what it writes there, so its first letter is put in afterwards.
        GDALDatasetH dataset = GDALOpen((folder / "c.tif").c_str(), GA_Update);
        GDALSetMetadataItem(dataset, "OVERVIEW_FILE", ("@" + file.substr(1)).c_str(), "OVERVIEWS");
        GDALClose(dataset);
        std::string bytes = readFile(folder / "c.tif", 1 << 20).value();
        const auto at = bytes.find("@" + file.substr(1));
        ASSERT_NE(at, std::string::npos);
        bytes[at] = '/';
        write(folder / "c.tif", bytes);
        EXPECT_FALSE(std::filesystem::exists(folder / "c.tif.aux.xml"));
        const OpenWatch watch(folder / "elsewhere");
        EXPECT_EQ(errorOf(folder / "c.tif"), "it was read");
        EXPECT_FALSE(watch.opened());
        EXPECT_FALSE(server.asked());
    }
}

TEST_F(RasterSideFiles, AreOrdinaryFilesOfTheSameFolder) {
    namespace fs = std::filesystem;
    const auto refused = [&](const char* name, const char* why) {
        EXPECT_THAT(errorOf(folder / "a.asc"),
                    HasSubstr(fmt::format("the file '{}', which is read with it, {}", name, why)));
        fs::remove(folder / name);
    };
    write(folder / "elsewhere" / "a.prj", "GEOGCS[\"x\"]");
    fs::create_symlink("elsewhere/a.prj", folder / "a.prj");
    refused("a.prj", "is a link that leads out of the folder");
    fs::create_symlink("nowhere", folder / "A.PRJ");
    refused("A.PRJ", "cannot be read");
    ASSERT_EQ(::mkfifo((folder / "a.asc.msk").c_str(), 0600), 0);
    refused("a.asc.msk", "is a pipe, a device or a folder");
    ASSERT_EQ(::mkfifo((folder / "a.aux").c_str(), 0600), 0);
    refused("a.aux", "is a pipe, a device or a folder");
    write(folder / "a.asc.aux.xml", "<PAMDataset/>");
    fs::resize_file(folder / "a.asc.aux.xml", (16u << 20) + 1);
    refused("a.asc.aux.xml", "is larger than 16 MiB");
    write(folder / "a.asc.msk", "<VRTDataset rasterXSize=\"2\" rasterYSize=\"2\"></VRTDataset>");
    refused("a.asc.msk", "is not a TIFF");

    // What does not belong to it may be anything.
    ASSERT_EQ(::mkfifo((folder / "a.mp4").c_str(), 0600), 0);
    ASSERT_EQ(::mkfifo((folder / "a.asc.ovr").c_str(), 0600), 0);
    // A link within the folder, or along with the raster's own.
    write(folder / "map.prj", utm());
    fs::create_symlink("map.prj", folder / "a.prj");
    EXPECT_EQ(errorOf(folder / "a.asc"), "it was read");
    fs::create_directory(folder / "links");
    for (const char* name : {"a.asc", "map.prj"})
        fs::create_symlink(folder / name, folder / "links" / (name[0] == 'a' ? "a.asc" : "a.prj"));
    EXPECT_EQ(errorOf(folder / "links" / "a.asc"), "it was read");
}

}  // namespace
}  // namespace talus::io
