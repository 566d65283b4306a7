#include "talus/run/engraving/screen_pictures.h"

#include <fmt/format.h>

#include "talus/io/passes.h"
#include "talus/io/vdb/vdb.h"

namespace talus::run {

using namespace picture::engraved;
using Onto = ScreenSettings::Onto;
namespace {

Status writeExr(const ConfinedPath& file, const Engraver& engraver) {
    const auto a = engraver.values();
    io::PassImage values{
        static_cast<int>(engraver.width()), static_cast<int>(a.size() / engraver.width()), {}, {}};
    values.channels.push_back({"Y", io::PassChannel::Type::Float, {a.begin(), a.end()}, {}});
    return io::writePasses(file, values);
}

Status writeVolume(const ConfinedPath& file, const Engraver& engraver, double time) {
    const VolumeBox box = engraver.box();
    const auto cells = [&](std::size_t k) { return static_cast<std::uint32_t>(box.cells[k]); };
    const state::VolumeView volume{time,
                                   {box.corner, box.cell, {cells(0), cells(1), cells(2)}},
                                   false,
                                   {state::arrayOf("a", engraver.values())}};
    return io::writeVdb(file, volume);
}

}  // namespace

Result<ScreenPictures> ScreenPictures::create(const scene::Scene& scene, const ScreenSettings& settings,
                                              const exec::Exec& exec) {
    ScreenPictures made(exec);
    auto lighting = Lighting::parse(lightingOf(settings));
    if (!lighting) return lighting.error();
    made.lighting_ = std::move(*lighting);
    if (settings.onto != Onto::Ground && settings.onto != Onto::Volume) return made;
    auto stage = ScreenStage::create(scene, settings);
    if (!stage) return stage.error();
    made.stage_.emplace(std::move(*stage));
    return made;
}

Result<io::Image> ScreenPictures::draw(const Engraver& engraver, const Frame& frame) const {
    const ScreenSettings& settings = engraver.settings();
    if (settings.onto == Onto::Ground) return stage_->drawGround(exec_, engraver, lighting_, frame);
    if (settings.onto == Onto::Volume) return stage_->drawVolume(exec_, engraver, lighting_, frame);
    const std::size_t width = engraver.width(), height = engraver.values().size() / width;
    const auto zoom = static_cast<std::size_t>(settings.zoom);
    auto rgb = lighting_.light(exec_, engraver.values(), engraver.before(), width, lookOf(settings));
    if (!rgb) return rgb.error();
    io::Image image(static_cast<int>(width * zoom), static_cast<int>(height * zoom));
    image.rgb = zoom > 1 ? enlarged(*rgb, width, zoom) : std::move(*rgb);
    return image;
}

Status ScreenPictures::write(const ConfinedPath& folder, std::uint64_t number, const Engraver& engraver,
                             const Frame& frame) const {
    const auto image = draw(engraver, frame);
    if (!image) return Error{image.error().kind, fmt::format("frame {}: {}", number, image.error().message)};
    const std::string file = numbered(name, number);
    if (Status status = io::writePng(folder / (file + ".png"), *image); !status) return status;
    if (!engraver.settings().exr) return success();
    return engraver.settings().onto == Onto::Volume
               ? writeVolume(folder / (file + ".vdb"), engraver, frame.time)
               : writeExr(folder / (file + ".exr"), engraver);
}

}  // namespace talus::run
