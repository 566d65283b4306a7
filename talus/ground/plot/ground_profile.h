#pragma once
#include <array>
#include <optional>
#include <vector>

#include "talus/core/number_table.h"
#include "talus/geometry/heightfield.h"
#include "talus/picture/chart.h"

/// Sections through the ground, and its volume over time: charts of `talus plot`.
namespace talus::ground {

/// Heights along a section through the ground [m].
struct GroundProfile {
    bool radial = false;                       ///< means over all directions around `axis`; else along a line
    std::array<double, 2> axis{};              ///< of a radial one
    std::vector<double> distance;              ///< from the axis, or from the first point of the line
    std::vector<std::vector<double>> heights;  ///< one list a surface, each as long as distance
};

/// Means over rings of one spacing around an axis, as far as whole rings lie on the ground (of an axis near
/// or beyond its border: as far as any do). Empty rings are left out. Error (Input) when the axis is farther
/// from the ground than the ground is wide.
Result<GroundProfile> radialProfile(const geometry::ColumnGrid& grid,
                                    const std::vector<exec::View<const double>>& surfaces,
                                    std::array<double, 2> axis);

/// Along a straight line, two points a spacing; where it leaves the ground there are none. Error (Input) when
/// no part of the line is on the ground.
Result<GroundProfile> lineProfile(const geometry::ColumnGrid& grid,
                                  const std::vector<exec::View<const double>>& surfaces,
                                  std::array<double, 2> from, std::array<double, 2> to);

/// The mean position of the ground's change, weighted by its size; the middle of the grid if nothing changed.
std::array<double, 2> middleOfChange(const geometry::ColumnGrid& grid, exec::View<const double> before,
                                     exec::View<const double> after);

/// The flank of a heap or the wall of a crater in a radial profile.
struct Flank {
    double angle = 0;             ///< against the horizontal [rad]; > 0 where heights fall outwards
    double inner = 0, outer = 0;  ///< where the line was fitted [m]
};
/// Fits a straight line to the heights between 20% and 80% of the rise from the level far out (the mean of
/// the outer fifth of the profile) to the height at the axis. Nothing if fewer than four consecutive points
/// are in that range.
std::optional<Flank> flankOf(const GroundProfile& profile, std::size_t surface);

/// @param names one a surface of the profile
picture::Chart groundChart(const GroundProfile& profile, const std::vector<std::string>& names);

/// How the ground's volume changed since the start; nothing if stats.csv has no ground.
std::optional<picture::Chart> volumeChart(const NumberTable& stats);

}  // namespace talus::ground
