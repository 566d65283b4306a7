#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "talus/state/world.h"

/// What probes (method/probes/probe.h) can ask of a method.
namespace talus::method {

struct ProbedField {
    std::string name;
    std::string unit;    ///< SI, "" for a pure number
    int components = 1;  ///< or 3
};

/// A field about a place.
struct Reading {
    Vec3d value;        ///< of a number its x; 0 where nothing is there
    double filled = 0;  ///< share of the space about the place that is taken; 1: as full as it gets
};

/// A round patch of a wall as it is now.
struct WallPatch {
    std::size_t wall = 0;  ///< index
    Vec3d at;              ///< its middle [m]
    Vec3d normal;          ///< unit, into the free
    std::optional<double> radius{};
};

/// How much of something a point stands for.
struct Amount {
    double volume = 0;  ///< [m^3]
    double mass = 0;    ///< [kg]
};

/// Points that a flow is made of.
struct FlowingPoints {
    std::string table;
    const state::Field<Vec3d>* position = nullptr;
    const state::Field<std::uint32_t>* id = nullptr;
    std::function<Amount(const state::Table& rows, std::size_t row)> amount;
};

/// Something that a method simulates, as probes see it: water, grains, ground. What is absent it cannot
/// tell. All of these only look at the world, and come to the same bits for any number of threads.
struct Probed {
    std::string name;                 ///< `of` in [[probe]]
    std::vector<ProbedField> fields;  ///< of points and columns
    double radius = 0;                ///< how far a probe looks that does not say; 0: it has to say [m]

    std::function<Reading(const state::World& world, const std::string& field, const Vec3d& at,
                          double radius)>
        at = {};
    /// Of the highest surface over a place; none where nothing is there.
    std::function<std::optional<double>(const state::World& world, const Vec3d& at, double radius)> height =
        {};
    std::function<double(const state::World& world, const WallPatch& patch)> pressure = {};
    std::optional<FlowingPoints> flow = {};
    /// Whether anything of it can ever be at a place. Absent: anywhere.
    std::function<bool(const Vec3d& at)> covers = {};
};

}  // namespace talus::method
