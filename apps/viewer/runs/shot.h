#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "talus/method/instance.h"
#include "talus/run/frames.h"
#include "talus/run/session/picks/pick.h"
#include "talus/scene/scene.h"

namespace talus::viewer {

/// The state that the window shows: a copy, which stays as it is while the simulation goes on.
struct Shot {
    run::Frame frame;                             ///< owns its values
    std::shared_ptr<const scene::Scene> scene{};  ///< of which the frame is
    std::uint64_t number = 0;                     ///< the last completed frame
    std::uint64_t step = 0;                       ///< 0 where it is not known (a recorded run)
    double dt = 0;                                ///< [s]; 0 where it is not known
    run::FieldInfos infos{};                      ///< units and meanings, where they are known
    std::vector<method::Count> counts{};          ///< such as the number of grains
};

}  // namespace talus::viewer
