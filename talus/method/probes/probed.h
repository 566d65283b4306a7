#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/state/world.h"

/// What probes (method/probes/probe.h) can measure of a method.
namespace talus::method {

struct ProbedField {
    std::string name;
    std::string unit;    ///< SI, "" for a pure number
    int components = 1;  ///< or 3
};

/// The mean of a field around a position.
struct Reading {
    Vec3d value;        ///< x only for a field with one component; 0 where there is nothing
    double filled = 0;  ///< share of the space around the position that is filled; 1: completely
};

/// A round sensor on a wall, at its present position.
struct WallPatch {
    std::size_t wall = 0;  ///< index
    Vec3d at;              ///< its middle [m]
    Vec3d normal;          ///< unit, out of the wall
    std::optional<double> radius{};
};

/// The volume and mass of a point.
struct Amount {
    double volume = 0;  ///< [m^3]
    double mass = 0;    ///< [kg]
};

/// Points whose flux can be measured: a table with its position and identity fields.
struct FlowingPoints {
    std::string table;
    const state::Field<Vec3d>* position = nullptr;
    const state::Field<std::uint32_t>* id = nullptr;
    std::function<Amount(const state::Table& rows, std::size_t row)> amount;
};

/// Something that a method simulates and probes can measure: water, grains, ground. A function that is empty
/// cannot be measured. All of them only read the world, and give the same bits for any number of threads.
struct Probed {
    std::string name;                 ///< `of` in [[probe]]
    std::vector<ProbedField> fields;  ///< that `at` can measure
    double radius = 0;                ///< default radius of the means [m]; 0: a probe must give one

    /// The mean of a field around a position.
    std::function<Reading(const state::World& world, const std::string& field, const Vec3d& at,
                          double radius)>
        at = {};
    /// Height of the highest surface at x and y [m]; nothing where there is no surface.
    std::function<std::optional<double>(const state::World& world, const Vec3d& at, double radius)> height =
        {};
    /// Mean pressure on a wall [Pa].
    std::function<double(const state::World& world, const WallPatch& patch)> pressure = {};
    std::optional<FlowingPoints> flow = {};
    /// Whether it can be at a position at all. Empty: it can be anywhere.
    std::function<bool(const Vec3d& at)> covers = {};
};

}  // namespace talus::method
