#pragma once
#include <map>
#include <optional>
#include <vector>

#include "talus/io/vtk/vtk.h"
#include "talus/method/drawing.h"
#include "talus/method/method.h"
#include "talus/run/folder.h"
#include "talus/step/clock.h"

namespace talus::scene {
class Simulation;
}

namespace talus::run {

/// Frames "a:b:c": every c-th frame from a to b, both included. "b" alone is one frame; a, b or c may be left
/// out ("10:", "::5").
struct FrameRange {
    std::uint64_t first = 0;
    std::uint64_t last = ~std::uint64_t{0};
    std::uint64_t stride = 1;

    bool contains(std::uint64_t frame) const {
        return frame >= first && frame <= last && (frame - first) % stride == 0;
    }
};
/// Error (Input) with an example of a range.
Result<FrameRange> parseFrameRange(const std::string& text);

/// The files of one frame.
struct FrameFile {
    std::uint64_t frame = 0;
    std::map<std::string, ConfinedPath> sets{};  ///< by name
};
/// The frames of a run, in order. A set with files in more than half of the frames belongs to all frames: a
/// frame without its file is damaged. Files whose names cannot be those of a set are ignored.
std::vector<FrameFile> listFrames(const Path& run);

/// The contents of one frame.
struct Frame {
    double time = 0;           ///< [s]
    method::FrameSets sets{};  ///< by name

    /// Null where there is no set of that name and kind.
    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};
/// Errors as those of readSet; Input where a file is missing.
Result<Frame> readFrame(const FrameFile& file);
/// The present frame of a simulation, with views of its tables. Error (Input) when a field does not exist.
/// @param fields of points, where their method offers a choice
Result<Frame> frameOf(const scene::Simulation& simulation, std::span<const std::string> fields);

/// The present frame with all fields that its points may have (Method::fields).
/// @param extra words of sets that frames hold only where asked for (method/shown/extra_sets.h)
Result<Frame> frameOfAll(const scene::Simulation& simulation, std::span<const std::string> extra = {});

/// "grains.0007"; images and exports of a frame have the same number.
std::string numbered(const std::string& name, std::uint64_t frame);

/// Writes the files of each frame's sets, frames/NAME.NNNN.vtp (points, meshes, lines) and .vti (columns,
/// volumes), and keeps the lists NAME.pvd up to date.
class FrameWriter {
  public:
    /// Opens the frames of a run that starts, or continues after frame `after`; later frames are deleted.
    /// Error (Storage) when frames/ cannot be read; nothing is deleted then.
    static Result<FrameWriter> open(const Path& run, const step::Clock& clock,
                                    std::optional<std::uint64_t> after);

    Status write(std::uint64_t number, const Frame& frame);
    /// Writes the files of a frame again that the lists already contain.
    Status rewrite(std::uint64_t number, const Frame& frame);
    /// Waits until all written frames are on the disk, as needed before a later checkpoint.
    Status sync();

  private:
    FrameWriter(ConfinedPath folder, step::Clock clock) : folder_(std::move(folder)), clock_(clock) {}
    Status writeSeries() const;
    ConfinedPath folder_;
    step::Clock clock_;
    std::map<std::string, std::vector<io::SeriesEntry>> series_;  ///< by the name of the set
    std::vector<ConfinedPath> unsynced_;
};

}  // namespace talus::run
