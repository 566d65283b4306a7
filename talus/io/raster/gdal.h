#pragma once
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include <cpl_conv.h>
#include <fmt/format.h>
#include <gdal.h>

#include "talus/io/raster/raster.h"

// Helpers for reading and writing rasters with GDAL. Only for .cpp files in this folder.
namespace talus::io::gdal {

/// An error about a user's file.
inline Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

/// A format: the ending of its file names, and GDAL's driver.
struct Format {
    RasterFormat format;
    const char* ending;
    const char* driver;
};
std::span<const Format> formats();
/// The format for the ending of a file name, or null.
const Format* formatOf(const Path& path);
/// Registers the drivers of all formats, once.
void registerDrivers();

/// Text from a file, made safe for messages: characters that are not printable ASCII become spaces.
std::string printable(std::string text);

/// Collects the messages of GDAL on this thread, which it would otherwise print.
class Messages {
  public:
    Messages() { CPLPushErrorHandlerEx(&Messages::take, this); }
    ~Messages() { CPLPopErrorHandler(); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;

    /// An error with the text `what`, and GDAL's first error as the cause.
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

/// A folder of files in memory, with a name that no other thread uses.
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
