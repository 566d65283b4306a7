#pragma once
#include <string_view>
#include <vector>

#include "talus/environment/sources/region.h"
#include "talus/environment/sources/schedule.h"
#include "talus/settings/base_rows.h"
#include "talus/settings/section.h"

/// The keys of regions and schedules. A section of a type that derives from one of these includes the keys by
/// settings::ofBase.
namespace talus::environment {

/// Which keys of a region a section offers.
struct RegionKeys {
    settings::Words<Region::Shape> shapes;  ///< and their words; with a single shape there is no key `shape`
    std::string_view doc = {};              ///< description of `shape`
    bool placed = true;                     ///< `centre` is required
    bool flows = false;                     ///< has the key `direction`
    bool hollow = false;                    ///< has the key `hollow` for round shapes
    bool may_be_points = false;             ///< `radius` may be 0
};
/// The keys in this order: shape, position, size, direction.
std::vector<settings::Parameter> regionRows(const RegionKeys& keys);

/// Which keys of a schedule a section offers: key, unit, range and description of those that depend on what
/// the schedule counts. A parameter whose key is empty is left out.
struct ScheduleKeys {
    settings::Parameter rate;
    settings::Parameter rates = {};               ///< at keyframes
    settings::Parameter count = {};               ///< maximum number of pieces
    bool bursts = false;                          ///< has the keys of bursts
    settings::Range time = settings::atLeast(0);  ///< of `start` and `stop`
    settings::Condition when = {};                ///< of all but `start` and `stop`
};
std::vector<settings::Parameter> scheduleRows(const ScheduleKeys& keys);

}  // namespace talus::environment
