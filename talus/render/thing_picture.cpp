#include "talus/render/thing_picture.h"

#include "talus/render/translucent.h"

namespace talus::render {

Result<ThingPicture> ThingPicture::create(DrawSize size) {
    size.samples = 1;
    auto things = ThingPass::create(size);
    if (!things.ok()) return things.error();
    return ThingPicture(size, std::move(*things));
}

PixelData ThingPicture::drawThings(const picture::Picture& solid, const Focus& focus,
                                   const FrameConstants& constants, std::size_t sphere_sets) const {
    const Things shown = hasTranslucent(solid) ? Things::Solid : Things::All;
    return things_.draw(sceneData(solid, focus, size_, shown), constants, focus, sphere_sets);
}

Result<PixelData> ThingPicture::draw(const picture::Picture& picture, const Focus& focus,
                                     const geometry::Box& bounds) {
    picture::Picture solid = picture;
    solid.liquids.clear();
    solid.sprites.clear();
    const FrameConstants constants = frameConstants(solid, focus, bounds, size_);
    const std::size_t sphere_sets = picture.spheres.size();
    PixelData pixels = drawThings(solid, focus, constants, sphere_sets);
    if (!hasLiquids(picture)) return pixels;
    if (!liquids_) {
        auto made = LiquidThingPass::create(size_);
        if (!made.ok()) return made.error();
        liquids_ = std::move(*made);
    }
    std::vector<std::size_t> sets;
    for (std::size_t s = 0; s < picture.liquids.size(); ++s)
        if (!picture.liquids[s].centre.empty()) sets.push_back(s);
    const LiquidData liquid = liquidData(picture, focus);
    if (liquid.balls.empty()) return pixels;
    const PixelData balls = drawThings(withoutLiquids(picture), focus, constants, sphere_sets);
    liquids_->add(pixels, balls, upload(liquid, constants), constants, focus, sets);
    return pixels;
}

}  // namespace talus::render
