#pragma once
#include <memory>
#include <vector>

#include "talus/method/drawing.h"
#include "talus/run/frames.h"
#include "talus/run/picture/look/look.h"
#include "talus/scene/scene.h"

namespace talus::run {

/// A picture of a frame.
struct FramePicture {
    picture::Picture picture;
    /// Owners of data that the picture refers to by spans. The frame must live as long as well.
    std::vector<std::shared_ptr<void>> keep{};
    /// Whether the last obstacle named "table" is a plane below the scene that is only there for the picture.
    bool has_table = false;
};
/// All that a picture of a frame shows: the sets of the frame, walls, light and background. Error (Input)
/// where a set or a field is missing.
Result<FramePicture> pictureOf(const scene::Scene& scene, const Frame& frame, const picture::Camera& camera,
                               const method::PictureStyle& style, const Look& look = {});

/// The fields of points, beside the position, that a picture of this colour needs.
std::vector<std::string> drawnFields(const scene::Scene& scene, const std::string& colour);

/// The walls of a scene at a simulated time [s], with light and background, without grains and water.
picture::Picture stageOf(const scene::Scene& scene, double time);

}  // namespace talus::run
