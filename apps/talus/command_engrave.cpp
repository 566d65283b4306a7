#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engrave_arguments.h"
#include "load_scene.h"
#include "note_missing.h"
#include "report.h"
#include "run_commands.h"
#include "talus/geometry/grow_box.h"
#include "talus/io/image.h"
#include "talus/io/passes.h"
#include "talus/picture/screen/marks.h"
#include "talus/run/picture/film_of.h"
#include "talus/run/picture/scene_camera.h"

namespace talus::cli {
namespace {

constexpr const char* picture_name = "engraved";

/// The points of a frame that press the screen.
Result<state::PointsView> pointsOf(const run::Frame& frame, const std::string& set,
                                   const std::string& folder) {
    std::vector<std::string> known;
    for (const auto& [name, values] : frame.sets)
        if (const auto* points = values.as<state::PointsView>()) {
            if (set.empty() || name == set) return *points;
            known.push_back(name);
        }
    if (known.empty())
        return Error{ErrorKind::Input,
                     fmt::format("'{}' has no frames with points, which could engrave a screen", folder)};
    return Error{ErrorKind::Input,
                 fmt::format("--set {}: the frames have no points of that name; there are: {}", set,
                             fmt::join(known, ", "))};
}

/// Radius of the mark of each point [m]; 0 for points that are left out.
Result<std::vector<double>> markRadii(const state::PointsView& points, const Engraving& engraving) {
    const state::ArrayView* radius = points.find("radius");
    if (!engraving.radius && radius == nullptr)
        return Error{ErrorKind::Input,
                     "the points have no field 'radius'; give the radius of their marks: --radius \"22 mm\""};
    std::vector<double> radii(points.count, engraving.radius.value_or(0));
    constexpr double marks_in_radii = 2;  // marks of grains that touch overlap, and leave no holes
    if (!engraving.radius)
        for (std::size_t i = 0; i < points.count; ++i) radii[i] = marks_in_radii * radius->value(i);
    if (!engraving.where) return radii;
    const state::ArrayView* field = points.find(engraving.where->field);
    if (field == nullptr || field->components != 1) {
        std::vector<std::string> known;
        for (const state::ArrayView& other : points.fields)
            if (other.components == 1) known.push_back(other.name);
        return Error{ErrorKind::Input,
                     fmt::format("--where {}: the points have no such field with one number; there are: {}",
                                 engraving.where->field, fmt::join(known, ", "))};
    }
    for (std::size_t i = 0; i < points.count; ++i) {
        const std::vector<double>& wanted = engraving.where->values;
        if (std::find(wanted.begin(), wanted.end(), field->value(i)) == wanted.end()) radii[i] = 0;
    }
    return radii;
}

/// A run that is engraved frame by frame.
class Engraver {
  public:
    Engraver(const EngraveArguments& arguments, Engraving engraving, const scene::Scene& scene,
             exec::Exec exec)
        : arguments_(arguments),
          engraving_(std::move(engraving)),
          scene_(scene),
          exec_(std::move(exec)),
          screen_(engraving_.width, engraving_.height, engraving_.links) {}

    /// Finds the camera, or the box that a plane shows.
    Status prepare(const std::vector<run::FrameFile>& files) {
        if (arguments_.plane.empty()) {
            const auto camera = run::SceneCamera::find(scene_, arguments_.camera);
            if (!camera) return camera.error();
            camera_ = *camera;
            return success();
        }
        geometry::Box box = geometry::emptyBox();
        for (const run::FrameFile& file : files) {
            const auto frame = run::readFrame(file);
            if (!frame) return frame.error();
            const auto points = pointsOf(*frame, arguments_.set, arguments_.folder);
            if (!points) return points.error();
            for (std::size_t i = 0; i < points->count; ++i) geometry::include(box, points->at(i));
        }
        if (!(box.min.x <= box.max.x))
            return Error{ErrorKind::Input, fmt::format("'{}' has no points in any frame", arguments_.folder)};
        plane_ = picture::engraved::Projection(arguments_.plane, box, engraving_.width, engraving_.height);
        return success();
    }

    /// The steps of the screen up to a frame.
    Status advanceTo(const run::Frame& frame) {
        const auto points = pointsOf(frame, arguments_.set, arguments_.folder);
        if (!points) return points.error();
        const auto radii = markRadii(*points, engraving_);
        if (!radii) return radii.error();
        const auto projection = projectionAt(frame);
        if (!projection) return projection.error();
        std::vector<picture::engraved::PlacedPoint> placed = picture::engraved::placePoints(
            *points, *projection, [&radii](std::size_t point) { return (*radii)[point]; });
        if (!earlier_) {
            const auto count = static_cast<std::uint64_t>(arguments_.settle * engraving_.rate);
            picture::engraved::MovingMarks still(placed, placed);
            for (std::uint64_t k = 0; k < count; ++k) add(still, 1);
        } else {
            picture::engraved::MovingMarks moving(*earlier_, placed);
            const double from = time_, duration = frame.time - time_;
            for (std::uint64_t k = stepsAt(from) + 1; k <= stepsAt(frame.time); ++k)
                add(moving, (static_cast<double>(k) / engraving_.rate - from) / duration);
        }
        makeSteps();
        pressed_ = pressed_ || !placed.empty();
        earlier_ = std::move(placed);
        time_ = frame.time;
        return success();
    }

    Status write(const io::ConfinedPath& folder, std::uint64_t number) const {
        const std::string name = run::numbered(picture_name, number);
        const auto zoom = static_cast<std::size_t>(arguments_.zoom);
        auto rgb = engraving_.lighting.light(exec_, screen_.values(), screen_.valuesBefore(), screen_.width(),
                                             engraving_.look);
        io::Image image(static_cast<int>(screen_.width() * zoom), static_cast<int>(screen_.height() * zoom));
        image.rgb = zoom > 1 ? picture::engraved::enlarged(rgb, screen_.width(), zoom) : std::move(rgb);
        if (Status status = io::writePng(folder / (name + ".png"), image); !status || !arguments_.exr)
            return status;
        io::PassImage values{static_cast<int>(screen_.width()), static_cast<int>(screen_.height()), {}, {}};
        const auto a = screen_.values();
        values.channels.push_back({"Y", io::PassChannel::Type::Float, {a.begin(), a.end()}, {}});
        return io::writePasses(folder / (name + ".exr"), values);
    }

    std::uint64_t steps() const { return steps_; }
    /// Whether any frame had a point that could leave a mark.
    bool pressed() const { return pressed_; }
    std::span<const float> values() const { return screen_.values(); }

  private:
    /// Steps that are complete at a time; times of frames are exact but for round-off.
    std::uint64_t stepsAt(double time) const {
        return static_cast<std::uint64_t>(std::floor(time * engraving_.rate * (1 + 1e-12) + 1e-9));
    }

    /// Keeps the marks of a step until there are enough for several steps at once.
    void add(picture::engraved::MovingMarks& marks, double share) {
        const double push = engraving_.links.ground_stiffness * arguments_.height;
        const auto now = marks.at(std::clamp(share, 0.0, 1.0), push);
        due_.emplace_back(now.begin(), now.end());
        if (due_.size() == picture::engraved::Screen::steps_at_once) makeSteps();
    }

    void makeSteps() {
        screen_.advance(exec_, due_, engraving_.profile);
        steps_ += due_.size();
        due_.clear();
    }

    Result<picture::engraved::Projection> projectionAt(const run::Frame& frame) const {
        if (plane_) return *plane_;
        const double aspect = static_cast<double>(engraving_.width) / static_cast<double>(engraving_.height);
        const auto camera = camera_->at(scene_, frame, aspect);
        if (!camera) return camera.error();
        return picture::engraved::Projection(*camera, engraving_.width, engraving_.height);
    }

    const EngraveArguments& arguments_;
    Engraving engraving_;
    const scene::Scene& scene_;
    exec::Exec exec_;
    picture::engraved::Screen screen_;
    std::optional<run::SceneCamera> camera_;
    std::optional<picture::engraved::Projection> plane_;
    std::optional<std::vector<picture::engraved::PlacedPoint>> earlier_;  ///< points of the frame before
    double time_ = 0;                                                     ///< of the frame before [s]
    std::vector<std::vector<picture::engraved::Mark>> due_;  ///< marks of steps that are not made yet
    std::uint64_t steps_ = 0;
    bool pressed_ = false;
};

int engrave(const EngraveArguments& arguments) {
    if (const auto manifest = run::inspectRun(arguments.folder); !manifest) return fail(manifest.error());
    auto engraving = engravingOf(arguments);
    if (!engraving) return fail(engraving.error());
    const run::FrameRange range = engraving->frames;
    int exit_code = 0;
    const auto loaded = loadSceneOf(arguments.folder, "nothing was engraved", exit_code);
    if (!loaded) return exit_code;
    const std::vector<run::FrameFile> files = run::listFrames(arguments.folder);
    noteMissing(arguments.folder, {.first = 0, .last = range.last});
    Engraver engraver(arguments, std::move(*engraving), loaded->scene, exec::Exec::cpu(arguments.threads));
    if (Status status = engraver.prepare(files); !status) return fail(status.error());
    const io::ConfinedPath folder =
        arguments.out.empty() ? run::layout::images(arguments.folder) : io::ConfinedPath(arguments.out);
    if (Status status = io::createFolder(folder); !status) return fail(status.error());
    std::vector<std::uint64_t> drawn;
    for (const run::FrameFile& file : files) {
        if (file.frame > range.last) break;
        const auto frame = run::readFrame(file);
        if (!frame) return fail(frame.error());
        if (Status status = engraver.advanceTo(*frame); !status)
            return fail(status.error().kind, fmt::format("frame {}: {}", file.frame, status.error().message));
        if (!range.contains(file.frame)) continue;
        if (Status status = engraver.write(folder, file.frame); !status) return fail(status.error());
        drawn.push_back(file.frame);
    }
    if (drawn.empty())
        return fail(ErrorKind::Input, fmt::format("'{}' has no frames in {}; see: talus info {}",
                                                  arguments.folder, arguments.frames, arguments.folder));
    if (!engraver.pressed())
        note(
            "no frame had a point in front of the camera with the values of --where: the screen stayed flat");
    std::string zone;
    if (arguments.zone >= 0)
        zone = fmt::format("; |a| > {} on {:.1f} % of the last", arguments.zone,
                           100 * picture::engraved::zoneOfInfluence(engraver.values(), arguments.zone));
    print(fmt::format("{}: {}, after {} of the screen{}\n", folder.string(), counted(drawn.size(), "picture"),
                      counted(engraver.steps(), "step"), zone));
    if (arguments.video.empty()) return 0;
    const auto film =
        run::filmOf(folder, picture_name, drawn, arguments.video, loaded->scene.render.frame_rate);
    if (!film) return fail(film.error());
    print(fmt::format("{}\n", film->string()));
    return 0;
}

}  // namespace

void addEngrave(CLI::App& app, int& exit_code) {
    auto arguments = std::make_shared<EngraveArguments>();
    CLI::App* command = app.add_subcommand(
        "engrave", "Draw a run as sand, mud or pebbles: its points press a screen of masses and springs");
    addEngraveOptions(*command, *arguments);
    command->callback([arguments, &exit_code] { exit_code = engrave(*arguments); });
}

}  // namespace talus::cli
