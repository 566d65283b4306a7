#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <cpl_conv.h>
#include <fmt/format.h>
#include <gdal.h>

#include "talus/io/raster/raster.h"

// What reading and writing rasters by GDAL share. Only for raster.cpp and raster_write.cpp.
namespace talus::io::gdal {

/// A user's file is not as it should be.
inline Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// How a format is known to users and to GDAL.
struct Format {
    RasterFormat format;
    const char* ending;
    const char* driver;
};
std::span<const Format> formats();
/// By the ending of a file's name; null of one that is not known.
const Format* formatOf(const Path& path);
/// Registers the drivers of all formats, once.
void registerDrivers();

/// What is quoted of a file may hold anything: what ASCII cannot print becomes a space.
std::string printable(std::string text);

/// Collects what GDAL has to say on this thread, instead of printing it.
class Messages {
  public:
    Messages() { CPLPushErrorHandlerEx(&Messages::take, this); }
    ~Messages() { CPLPopErrorHandler(); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// `what`, and the first error that GDAL gave as its cause.
    Error because(std::string_view what) const;
    bool any() const { return !first_.empty(); }

  private:
    static void CPL_STDCALL take(CPLErr kind, CPLErrorNum, const char* text);
    std::string first_;
};

struct Close {
    void operator()(GDALDatasetH dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<void, Close>;

/// Files in memory under a name that no other thread has.
class MemoryFolder {
  public:
    MemoryFolder() : name_(fmt::format("/vsimem/talus-{}", fmt::ptr(this))) {}
    ~MemoryFolder() { VSIRmdirRecursive(name_.c_str()); }
    MemoryFolder(const MemoryFolder&) = delete;
    MemoryFolder& operator=(const MemoryFolder&) = delete;
    std::string operator/(std::string_view file) const { return fmt::format("{}/{}", name_, file); }
    const std::string& name() const { return name_; }

  private:
    std::string name_;
};

}  // namespace talus::io::gdal
