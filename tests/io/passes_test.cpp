#include "talus/io/passes.h"

#include <ImfArray.h>
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputFile.h>
#include <ImfStringAttribute.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace talus::io {
namespace {

using Type = PassChannel::Type;

// Read back by the library that others read it with.
TEST(PassFile, HoldsItsChannelsAndTheNamesOfObjects) {
    const test::TemporaryFolder folder;
    PassImage image;
    image.width = 2;
    image.height = 3;
    image.channels = {{"R", Type::Half, {0, 0.25f, 0.5f, 1, 2, 4}},
                      {"Z", Type::Float, {1.1f, 2.2f, 3.3f, 4.4f, 5.5f, 6.6f}},
                      {"objectId", Type::Uint, {}, {0, 1, 4000000000u, 3, 4, 5}}};
    image.objects = {{"grains", 4000000000u}, {"a \"wall\"", 3}};
    ASSERT_TRUE(writePasses(folder / "out.exr", image));
    Imf::InputFile file((folder / "out.exr").string().c_str());
    const auto& channels = file.header().channels();
    EXPECT_EQ(channels.findChannel("R")->type, Imf::HALF);
    EXPECT_EQ(channels.findChannel("Z")->type, Imf::FLOAT);
    EXPECT_EQ(channels.findChannel("objectId")->type, Imf::UINT);
    EXPECT_EQ(file.header().typedAttribute<Imf::StringAttribute>("objectId").value(),
              R"({"a \"wall\"":3,"grains":4000000000})");
    Imf::Array2D<half> red(3, 2);
    Imf::Array2D<float> depth(3, 2);
    Imf::Array2D<unsigned> object(3, 2);
    Imf::FrameBuffer frame;
    const auto slice = [](Imf::PixelType type, auto& array) {
        return Imf::Slice(type, reinterpret_cast<char*>(&array[0][0]), sizeof(array[0][0]),
                          2 * sizeof(array[0][0]));
    };
    frame.insert("R", slice(Imf::HALF, red));
    frame.insert("Z", slice(Imf::FLOAT, depth));
    frame.insert("objectId", slice(Imf::UINT, object));
    file.setFrameBuffer(frame);
    file.readPixels(0, 2);
    for (int i = 0; i < 6; ++i) {
        EXPECT_EQ(static_cast<float>(red[i / 2][i % 2]), image.channels[0].values[std::size_t(i)]);
        EXPECT_EQ(depth[i / 2][i % 2], image.channels[1].values[std::size_t(i)]);
        EXPECT_EQ(object[i / 2][i % 2], image.channels[2].numbers[std::size_t(i)]);
    }
}

TEST(PassFile, AChannelOfAnotherLengthIsAnInputError) {
    const test::TemporaryFolder folder;
    PassImage image;
    image.width = image.height = 2;
    image.channels = {{"Z", Type::Float, {1, 2, 3}}};
    const Status status = writePasses(folder / "out.exr", image);
    ASSERT_FALSE(status.ok());
    EXPECT_EQ(status.error().kind, ErrorKind::Input);
    EXPECT_NE(status.error().message.find("channel Z"), std::string::npos);
}

}  // namespace
}  // namespace talus::io
