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

/// One frame's files of a run.
struct FrameFile {
    std::uint64_t frame = 0;
    std::map<std::string, ConfinedPath> sets{};  ///< by name
};
/// The frames that are there, in order. A set that most of them have belongs to all of them: where its file
/// is missing the frame is damaged. Files whose names no set of a scene can have are no frames.
std::vector<FrameFile> listFrames(const Path& run);

/// What one frame shows.
struct Frame {
    double time = 0;           ///< [s]
    method::FrameSets sets{};  ///< by name

    /// Null: it shows none of that name and kind.
    template <class View>
    const View* find(std::string_view name) const {
        return method::find<View>(sets, name);
    }
};
/// Errors as those of readSet; Input as well where a file is gone.
Result<Frame> readFrame(const FrameFile& file);
/// The frame of a simulation as it is now; what its tables hold is looked at in place. Error (Input) when
/// they have no such field.
/// @param fields that points shall have where their method lets one choose
Result<Frame> frameOf(const scene::Simulation& simulation, std::span<const std::string> fields);

/// "grains.0007" ; images and exports of a frame share the number.
std::string numbered(const std::string& name, std::uint64_t frame);

/// Writes the files of each frame's sets, frames/NAME.NNNN.vtp (points, meshes, lines) and .vti (columns,
/// volumes), and keeps the lists NAME.pvd up to date.
class FrameWriter {
  public:
    /// For a run that starts, or goes on after a frame: later frames are deleted. Error (Storage) when
    /// frames/ cannot be read; nothing is deleted then.
    static Result<FrameWriter> open(const Path& run, const step::Clock& clock,
                                    std::optional<std::uint64_t> after);

    Status write(std::uint64_t number, const Frame& frame);
    /// Writes the files of a frame again, which the lists of frames know already.
    Status rewrite(std::uint64_t number, const Frame& frame);
    /// Waits until the disk has all frames that were written: before a checkpoint that comes after them.
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
