#pragma once
#include <vector>

#include "talus/io/image.h"
#include "talus/render/light_image.h"

namespace talus::run {

/// The mean of images of one size. It is taken of linear light, as on a film that is exposed for a while; of
/// transparent images it is weighted with alpha.
class MeanImage {
  public:
    void add(const io::Image& image);
    /// @pre at least one image was added
    io::Image mean() const;

  private:
    int width_ = 0, height_ = 0, count_ = 0;
    bool transparent_ = false;
    std::vector<float> light_, alpha_;  ///< sums
};

/// The mean of pictures of one size in scene-linear light.
class MeanLight {
  public:
    void add(const render::LightImage& image);
    /// @pre at least one picture was added
    render::LightImage mean() const;

  private:
    int count_ = 0;
    render::LightImage sum_;
};

}  // namespace talus::run
