#pragma once
#include <optional>
#include <vector>

#include "talus/io/vtk.h"
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
    ConfinedPath path;                   ///< of the grains
    std::optional<ConfinedPath> ground;  ///< in scenes with ground
    std::optional<ConfinedPath> bodies;  ///< in scenes with bodies
};
/// The frames that are there, in order.
std::vector<FrameFile> listFrames(const Path& run);

/// What one frame shows.
struct Frame {
    io::PointsView grains;
    std::optional<io::Columns> ground;
    std::optional<io::PointsView> bodies{};  ///< a point for the centre of mass of each, in the scene's order
    io::Points read{}, read_bodies{};        ///< hold the grains and bodies where they come from a file

    Frame(io::PointsView view, std::optional<io::Columns> columns)
        : grains(std::move(view)), ground(std::move(columns)) {}
    Frame(Frame&&) = default;
    Frame& operator=(Frame&&) = default;
};
/// Errors as those of readVtp.
Result<Frame> readFrame(const FrameFile& file);
/// Those of the frames up to `last` whose files are damaged. Each file is read once.
std::vector<std::uint64_t> damagedFrames(const Path& run, std::uint64_t last);
/// The frame of a simulation as it is now; grains are looked at in place. Error (Input) when they have no
/// such field.
Result<Frame> frameOf(const scene::Simulation& simulation, std::span<const std::string> grain_fields);

/// The field of a frame's columns that holds the mass of a material that grains left there [kg].
std::string storedField(const std::string& material);

/// "grains.0007" ; images and exports of a frame share the number.
std::string numbered(const std::string& name, std::uint64_t frame);

/// Writes frames/grains.NNNN.vtp, in scenes with ground also frames/ground.NNNN.vti, in scenes with bodies
/// frames/bodies.NNNN.vtp, and keeps grains.pvd, ground.pvd and bodies.pvd up to date.
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
    std::vector<io::SeriesEntry> series_, ground_series_, body_series_;
    std::vector<ConfinedPath> unsynced_;
};

}  // namespace talus::run
