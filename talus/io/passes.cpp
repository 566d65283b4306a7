#include "talus/io/passes.h"

#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <ImfStringAttribute.h>
#include <fmt/format.h>
#include <half.h>

#include <nlohmann/json.hpp>

#include "talus/io/exr_stream.h"

namespace talus::io {
namespace {

using Type = PassChannel::Type;

std::size_t bytesOf(Type type) { return type == Type::Half ? 2 : 4; }

Imf::PixelType pixelType(Type type) {
    return type == Type::Half ? Imf::HALF : type == Type::Float ? Imf::FLOAT : Imf::UINT;
}

/// The values of a channel as they are stored.
std::vector<char> bytesOf(const PassChannel& channel) {
    const bool numbers = channel.type == Type::Uint;
    const std::size_t count = numbers ? channel.numbers.size() : channel.values.size();
    std::vector<char> bytes(count * bytesOf(channel.type));
    for (std::size_t i = 0; i < count; ++i) {
        if (channel.type == Type::Half) {
            const std::uint16_t bits = half(channel.values[i]).bits();
            std::memcpy(bytes.data() + 2 * i, &bits, 2);
        } else if (numbers) {
            std::memcpy(bytes.data() + 4 * i, &channel.numbers[i], 4);
        } else {
            std::memcpy(bytes.data() + 4 * i, &channel.values[i], 4);
        }
    }
    return bytes;
}

}  // namespace

Status writePasses(const ConfinedPath& path, const PassImage& image) {
    const std::size_t pixels = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    for (const PassChannel& channel : image.channels) {
        const std::size_t count = channel.type == Type::Uint ? channel.numbers.size() : channel.values.size();
        if (count != pixels || pixels == 0)
            return Error{ErrorKind::Input,
                         fmt::format("the channel {} of an image of {} x {} pixels has {} values",
                                     channel.name, image.width, image.height, count)};
    }
    ExrStream stream;
    try {
        Imf::Header header(image.width, image.height);
        header.compression() = Imf::ZIP_COMPRESSION;
        if (!image.objects.empty())
            header.insert("objectId", Imf::StringAttribute(nlohmann::json(image.objects).dump()));
        Imf::FrameBuffer frame;
        std::vector<std::vector<char>> stored;
        for (const PassChannel& channel : image.channels) {
            header.channels().insert(channel.name, Imf::Channel(pixelType(channel.type)));
            stored.push_back(bytesOf(channel));
            const std::size_t size = bytesOf(channel.type);
            frame.insert(channel.name, Imf::Slice(pixelType(channel.type), stored.back().data(), size,
                                                  size * static_cast<std::size_t>(image.width)));
        }
        Imf::OutputFile file(stream, header, 0);
        file.setFrameBuffer(frame);
        file.writePixels(image.height);
    } catch (const std::exception& thrown) {
        return Error{ErrorKind::Runtime, fmt::format("cannot encode '{}': {}", path.string(), thrown.what())};
    }
    return writeFile(path, stream.text);
}

}  // namespace talus::io
