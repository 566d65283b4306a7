#pragma once
#include <ImfIO.h>

#include <algorithm>
#include <string>

namespace talus::io {

/// A stream of OpenEXR to a string, so that a file is written complete or not at all.
class ExrStream : public Imf::OStream {
  public:
    ExrStream() : Imf::OStream("memory") {}
    void write(const char bytes[], int count) override {
        const std::size_t end = position_ + static_cast<std::size_t>(count);
        if (text.size() < end) text.resize(end);
        std::copy(bytes, bytes + count, text.begin() + static_cast<std::ptrdiff_t>(position_));
        position_ = end;
    }
    std::uint64_t tellp() override { return position_; }
    void seekp(std::uint64_t position) override { position_ = position; }

    std::string text;

  private:
    std::size_t position_ = 0;
};

}  // namespace talus::io
