#pragma once
#include <optional>
#include <vector>

#include "talus/io/vtk.h"
#include "talus/run/folder.h"
#include "talus/step/clock.h"

namespace talus::run {

/// Frames "a:b:c": from a to b (both kept) in strides of c. "b" alone is one frame; a, b or c may be left
/// out ("10:", "::5").
struct FrameRange {
    std::uint64_t first = 0;
    std::uint64_t last = ~std::uint64_t{0};
    std::uint64_t stride = 1;

    bool contains(std::uint64_t frame) const {
        return frame >= first && frame <= last && (frame - first) % stride == 0;
    }
};
/// Error (Input) that shows how a range is written.
Result<FrameRange> parseFrameRange(const std::string& text);

/// One frame's file of a run.
struct FrameFile {
    std::uint64_t frame = 0;
    Path path;
};
/// The frames that are there, in order.
std::vector<FrameFile> listFrames(const Path& run);

/// "grains.0007" ; images and exports of a frame share the number.
std::string numbered(const std::string& name, std::uint64_t frame);

/// Writes frames/grains.NNNN.vtp and keeps frames/grains.pvd up to date.
class FrameWriter {
  public:
    /// For a run that starts or goes on after `frame` (0: starts): later frames are deleted.
    static Result<FrameWriter> open(const Path& run, const step::Clock& clock,
                                    std::optional<std::uint64_t> after);

    Status write(std::uint64_t frame, const io::PointsView& points);

  private:
    FrameWriter(Path folder, step::Clock clock) : folder_(std::move(folder)), clock_(clock) {}
    Path folder_;
    step::Clock clock_;
    std::vector<io::SeriesEntry> series_;
};

}  // namespace talus::run
