#pragma once
#include <string_view>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/settings/base_rows.h"
#include "talus/settings/section.h"

/// The keys of regions and schedules. A section of what derives from these takes them by settings::ofBase.
namespace talus::environment {

/// What the keys of a region are like where it is used.
struct RegionKeys {
    settings::Words<Region::Shape> shapes;  ///< with their words; of a single one no `shape` is asked
    std::string_view doc = {};              ///< of `shape`
    bool placed = true;                     ///< `centre` must be given
    bool flows = false;                     ///< things come out of it in a `direction`
    bool hollow = false;                    ///< round ones may be
    bool may_be_points = false;             ///< `radius` may be 0
};
/// In this order: shape, where, how large, direction.
std::vector<settings::Parameter> regionRows(const RegionKeys& keys);

/// What the keys of a schedule are like where it is used: key, unit, range and line of those that depend on
/// what it counts. Those without a key are left out.
struct ScheduleKeys {
    settings::Parameter rate;
    settings::Parameter rates = {};               ///< of keyframes
    settings::Parameter count = {};               ///< pieces in all
    bool bursts = false;                          ///< many at a moment
    settings::Range time = settings::atLeast(0);  ///< of `start` and `stop`
    settings::Condition when = {};                ///< of all but `start` and `stop`
};
std::vector<settings::Parameter> scheduleRows(const ScheduleKeys& keys);

}  // namespace talus::environment
