#include "talus/io/image.h"

#include <fmt/format.h>
#include <png.h>
#include <unistd.h>

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

namespace talus::io {
namespace {

/// Longest pixel data that readPng accepts; a hostile header cannot ask for more memory than this.
constexpr std::size_t largest_pixel_bytes = std::size_t{1} << 31;

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error storageError(const std::filesystem::path& path, const char* action, const std::string& why) {
    return {ErrorKind::Storage, fmt::format("cannot {} the image {}: {}", action, path.string(), why)};
}

std::string pngMessage(const png_image& png) {
    return png.message;
}

/// libpng reports trouble by a callback that must not return.
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

/// Only plain data lives in this function, because libpng leaves it by longjmp.
bool encode(std::FILE* file, const Image& image, WriteTrouble& trouble) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &trouble, keepMessage, ignoreWarning);
    if (png == nullptr) return false;
    png_infop info = png_create_info_struct(png);
    if (info == nullptr || setjmp(trouble.escape) != 0) {
        png_destroy_write_struct(&png, &info);
        return false;
    }
    png_init_io(png, file);
    png_set_IHDR(png, info, png_uint_32(image.width), png_uint_32(image.height), 8, PNG_COLOR_TYPE_RGB,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
    // A run writes hundreds of frames: level 4 halves the time of level 6 for a few per cent of size.
    png_set_compression_level(png, 4);
    png_write_info(png, info);
    for (int y = 0; y < image.height; ++y) png_write_row(png, image.pixel(0, y));
    png_write_end(png, nullptr);
    png_destroy_write_struct(&png, &info);
    return true;
}

}  // namespace

Status writePng(const std::filesystem::path& path, const Image& image) {
    if (image.width < 1 || image.height < 1 || image.width > largest_image_side ||
        image.height > largest_image_side)
        return Error{ErrorKind::Input,
                     fmt::format("an image of {} x {} pixels cannot be written; each side must be "
                                 "1 to {}",
                                 image.width, image.height, largest_image_side)};
    if (image.rgb.size() != std::size_t(image.width) * std::size_t(image.height) * 3)
        return Error{
            ErrorKind::Input,
            fmt::format("an image of {} x {} pixels needs {} bytes but has {}", image.width, image.height,
                        std::size_t(image.width) * std::size_t(image.height) * 3, image.rgb.size())};

    const std::filesystem::path temporary = path.string() + fmt::format(".{}.partial", ::getpid());
    const auto fail = [&](const std::string& why) -> Status {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        return storageError(path, "write", why);
    };

    File file(std::fopen(temporary.c_str(), "wb"));
    if (!file) return storageError(path, "write", std::strerror(errno));
    WriteTrouble trouble;
    errno = 0;
    if (!encode(file.get(), image, trouble)) return fail(errno != 0 ? std::strerror(errno) : trouble.message);
    if (std::fclose(file.release()) != 0) return fail(std::strerror(errno));
    std::error_code renamed;
    std::filesystem::rename(temporary, path, renamed);
    if (renamed) return fail(renamed.message());
    return success();
}

Result<Image> readPng(const std::filesystem::path& path) {
    File file(std::fopen(path.c_str(), "rb"));
    if (!file) return storageError(path, "read", std::strerror(errno));
    png_image png{};
    png.version = PNG_IMAGE_VERSION;
    if (png_image_begin_read_from_stdio(&png, file.get()) == 0) {
        const std::string why = pngMessage(png);
        png_image_free(&png);
        return storageError(path, "read", why);
    }
    png.format = PNG_FORMAT_RGB;
    if (png.width > png_uint_32(largest_image_side) || png.height > png_uint_32(largest_image_side) ||
        std::size_t{png.width} * png.height * 3 > largest_pixel_bytes) {
        const std::string size =
            fmt::format("it claims {} x {} pixels, which is too large", png.width, png.height);
        png_image_free(&png);
        return storageError(path, "read", size);
    }
    Image image(int(png.width), int(png.height));
    const png_color black{0, 0, 0};
    if (png_image_finish_read(&png, &black, image.rgb.data(), 0, nullptr) == 0)
        return storageError(path, "read", pngMessage(png));
    return image;
}

}  // namespace talus::io
