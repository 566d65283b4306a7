#include "talus/io/image.h"

#include <fmt/format.h>
#include <png.h>

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <memory>
#include <string>

#include "talus/io/file.h"

namespace talus::io {
namespace {

/// The limit of pixel data in readPng [bytes]: a hostile header must not ask for more memory.
constexpr std::size_t largest_pixel_bytes = std::size_t{1} << 31;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// libpng reports errors by a callback that must not return.
struct WriteTrouble {
    std::jmp_buf escape;
    char message[200] = "";
};

[[noreturn]] void keepMessage(png_structp png, png_const_charp message) {
    auto* trouble = static_cast<WriteTrouble*>(png_get_error_ptr(png));
    std::snprintf(trouble->message, sizeof trouble->message, "%s", message);
    std::longjmp(trouble->escape, 1);
}

void ignoreWarning(png_structp, png_const_charp) {}

void writeBytes(png_structp png, png_bytep bytes, std::size_t count) {
    static_cast<OutputFile*>(png_get_io_ptr(png))->write(bytes, count);
}
void flushNothing(png_structp) {}

/// One row of red, green, blue and alpha.
void interleave(const Image& image, int y, std::uint8_t* row) {
    const std::size_t first = std::size_t(y) * std::size_t(image.width);
    for (std::size_t x = 0; x < std::size_t(image.width); ++x) {
        std::copy_n(image.rgb.data() + 3 * (first + x), 3, row + 4 * x);
        row[4 * x + 3] = image.alpha[first + x];
    }
}

/// This function must have no objects with destructors, because libpng leaves it by longjmp.
/// @param row space for a row with alpha; null: the image has none
bool encode(OutputFile& file, const Image& image, std::uint8_t* row, WriteTrouble& trouble) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &trouble, keepMessage, ignoreWarning);
    if (png == nullptr) return false;
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(trouble.escape) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_set_write_fn(png, &file, writeBytes, flushNothing);
    png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), 8,
                 row == nullptr ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    // A run writes hundreds of frames. Level 4 takes half of the time of level 6, and a few per cent more
    // space.
    png_set_compression_level(png, 4);
    png_write_info(png, info);
    for (int y = 0; y < image.height; ++y) {
        if (row != nullptr) interleave(image, y, row);
        png_write_row(png, row != nullptr ? row : image.pixel(0, y));
    }
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

Error badImage(const ConfinedPath& path, const std::string& why) {
    return {ErrorKind::Storage, fmt::format("cannot read the image '{}': {}", path.string(), why)};
}

}  // namespace

Status writePng(const ConfinedPath& path, const Image& image) {
    if (image.width < 1 || image.height < 1 || image.width > largest_image_side ||
        image.height > largest_image_side)
        return Error{ErrorKind::Input,
                     fmt::format("an image of {} x {} pixels cannot be written; each side must be "
                                 "1 to {}",
                                 image.width, image.height, largest_image_side)};
    const std::size_t bytes = std::size_t(image.width) * std::size_t(image.height) * 3;
    if (image.rgb.size() != bytes)
        return Error{ErrorKind::Input, fmt::format("an image of {} x {} pixels needs {} bytes but has {}",
                                                   image.width, image.height, bytes, image.rgb.size())};
    if (!image.alpha.empty() && image.alpha.size() != bytes / 3)
        return Error{ErrorKind::Input,
                     fmt::format("an image of {} x {} pixels needs {} bytes of alpha but has {}", image.width,
                                 image.height, bytes / 3, image.alpha.size())};
    auto file = OutputFile::create(path);
    if (!file.ok()) return file.error();
    WriteTrouble trouble;
    std::vector<std::uint8_t> row(image.alpha.empty() ? 0 : 4 * std::size_t(image.width));
    if (!encode(*file, image, row.empty() ? nullptr : row.data(), trouble))
        return Error{ErrorKind::Runtime,
                     fmt::format("cannot encode the image '{}': {}", path.string(),
                                 trouble.message[0] != 0 ? trouble.message : "out of memory")};
    return file->commit();
}

Result<Image> readPng(const ConfinedPath& path) {
    auto descriptor = openFile(path, O_RDONLY, "read");
    if (!descriptor) return descriptor.error();
    const File file(::fdopen(descriptor->get(), "rb"));
    if (!file) return storageError("read", path, errno);
    descriptor->release();
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_stdio(&png, file.get()) == 0) {
        const std::string why = png.message;
        png_image_free(&png);
        return badImage(path, why);
    }
    png.format = PNG_FORMAT_RGB;
    if (png.width > png_uint_32(largest_image_side) || png.height > png_uint_32(largest_image_side) ||
        std::size_t{png.width} * png.height * 3 > largest_pixel_bytes) {
        const std::string size =
            fmt::format("it claims {} x {} pixels, which is too large", png.width, png.height);
        png_image_free(&png);
        return badImage(path, size);
    }
    Image image(int(png.width), int(png.height));
    const png_color black{0, 0, 0};
    if (png_image_finish_read(&png, &black, image.rgb.data(), 0, nullptr) == 0)
        return badImage(path, png.message);
    return image;
}

}  // namespace talus::io
